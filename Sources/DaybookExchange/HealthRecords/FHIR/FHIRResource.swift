import Daybook
import DaybookModel
import DaybookText

// A resource of FHIR, and its elements as texts. The three versions that portals use (DSTU2, STU3, R4) differ in the
// names of some elements; a reader that looks for all names reads every version.

/// One resource, whatever its version.
struct FHIRResource: Sendable {
  /// `Observation`
  var type: String
  /// Empty where it has none.
  var id: String
  var fullURL: String
  var json: JSONObject
  /// The resource as it came, without white space between tokens.
  var text: [UInt8]

  init(type: String, id: String, fullURL: String, json: JSONObject, text: [UInt8]) {
    (self.type, self.id, self.fullURL, self.json, self.text) = (type, id, fullURL, json, text)
  }

  /// One that is kept, for its JSON alone.
  init(_ json: JSONObject, at url: String) {
    self.init(
      type: json["resourceType"]?.string ?? "", id: Self.id(json["id"]), fullURL: url, json: json,
      text: [])
  }

  /// An id as a text: some programs write numbers.
  static func id(_ value: JSONValue?) -> String {
    guard let value, value.double != nil else { return value?.string ?? "" }
    return value.description
  }

  /// When its server changed it last; nil where it does not say.
  var time: Instant? {
    self["meta"]?["lastUpdated"]?.string.flatMap { FHIRDate($0, zone: .utc)?.instant }
  }

  /// The first of these elements that is there.
  subscript(_ names: String...) -> JSONValue? {
    for name in names { if let value = json[name], !value.isNull { return value } }
    return nil
  }

  /// The name and the value of an element of which there are several types, such as `value` of `valueQuantity`.
  func choice(_ prefix: String) -> (type: String, value: JSONValue)? {
    for member in json where member.key.hasPrefix(prefix) && !member.value.isNull {
      let type = member.key.dropFirst(prefix.count)
      if type.first?.isUppercase == true { return (String(type), member.value) }
    }
    return nil
  }

  /// What is kept within it, by its local id.
  func contained(_ id: some StringProtocol) -> FHIRResource? {
    for case .object(let json) in self["contained"]?.array ?? [] {
      guard let type = json["resourceType"]?.string, Self.id(json["id"]) == String(id) else { continue }
      return FHIRResource(
        type: type, id: "", fullURL: "", json: json, text: JSONValue.object(json).canonicalBytes)
    }
    return nil
  }

  /// Whether it was entered in error.
  var isInError: Bool {
    for name in ["status", "verificationStatus", "docStatus"]
    where FHIRText.codes(self[name]).contains("entered-in-error") {
      return true
    }
    return self["wasNotGiven"]?.bool == true && type == "MedicationAdministration"
  }
}

extension JSONValue {
  subscript(_ key: String) -> JSONValue? {
    guard let value = object?[key], !value.isNull else { return nil }
    return value
  }

  /// Of an element that one version repeats and another does not.
  var elements: [JSONValue] { array ?? (isNull ? [] : [self]) }
  var first: JSONValue? { elements.first }
}

extension FHIRResource {
  /// The notes of any version: annotations, or a text.
  var notes: [String] {
    (self["note", "notes", "comments", "comment"]?.elements ?? []).compactMap {
      $0.string ?? $0["text"]?.string
    }
  }

  /// What its narrative says, without markup, on one line.
  var narrative: String? {
    guard let div = self["text"]?["div"]?.string else { return nil }
    let text = HTMLText.extract(Array(div.utf8)).singleSpaced
    return text.isEmpty ? nil : text
  }
}

/// Resources of which no entry was made, counted by their types.
struct FHIRKeptTypes {
  private var counts: [String: Int] = [:]

  mutating func note(_ type: String) { counts[type, default: 0] += 1 }

  /// What is said of them at the end, once: `12 Claim, 3 Device`.
  mutating func takeNotices(_ file: String) -> [ImportStep] {
    guard !counts.isEmpty else { return [] }
    defer { counts = [:] }
    let all = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var parts = all.prefix(10).map { "\($0.value) \($0.key)" }
    let rest = all.dropFirst(10).reduce(0) { $0 + $1.value }
    if rest > 0 { parts.append("\(rest) of other types") }
    let reason = "kept as they came, without an entry: " + parts.joined(separator: ", ")
    return [.notice(SyncRemark(file: file, line: 1, reason: reason))]
  }
}
