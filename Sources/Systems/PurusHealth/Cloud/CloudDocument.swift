import Crypto
public import Daybook

/// A record with everything that belongs to it as one JSON object: the form in which it is kept in a cloud that
/// stores fields, not graphs. The record's fields are under their names, and each of the twelve lists is a string that
/// contains a JSON array; see the article about Purus Health for an example.
///
/// Keys that this version does not know are kept. Equal documents have equal bytes, and so equal digests.
public struct CloudDocument: Sendable, Equatable {
  /// The record's own fields, `uuid` among them, as the cloud form writes them.
  public var fields: JSONObject
  /// By ``EntryList/cloudName``: each entry's fields, including `uuid` if it has one.
  public var entries: [String: [JSONObject]]

  init(fields: JSONObject, entries: [String: [JSONObject]]) {
    (self.fields, self.entries) = (fields, entries)
  }

  /// The record's id; empty where the document names none, which a read one always does.
  public var uuid: String { fields["uuid"]?.string ?? "" }

  /// The whole object: ``fields``, and all twelve lists as strings of canonical JSON; an empty list is `"[]"`.
  public var json: JSONObject {
    var object = fields
    for list in EntryList.all {
      let entries = (entries[list.cloudName] ?? []).map { JSONValue.object($0) }
      object[list.cloudName] = .string(
        String(decoding: JSONValue.array(entries).canonicalBytes, as: UTF8.self))
    }
    return object
  }

  /// One line of JSON in its canonical form (RFC 8785), without LF.
  public var bytes: [UInt8] { JSONValue.object(json).canonicalBytes }

  /// SHA-256 of ``bytes``, 64 hexadecimal digits.
  public var digest: String {
    SHA256.hash(data: bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// The documents whose bytes the ledger did not hold when they were read: `documentData` is then the reference,
  /// `{"$blob":…,"size":…}`.
  public var missingDocumentCount: Int {
    (entries["medicalDocumentEntries"] ?? []).count { $0["documentData"]?.object != nil }
  }
}

extension CloudDocument {
  /// Room for the objects that an event puts around a value.
  private static let depthMax = 60

  /// Reads a document: strict JSON, its lists too.
  ///
  /// - Throws: `LedgerError` with code `bad-data`, with the error and its place, but without any value.
  public init(_ bytes: [UInt8]) throws(LedgerError) {
    guard !bytes.isEmpty else {
      throw LedgerError(.badData, "the document is empty", advice: "export the record again")
    }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes.span, depthMax: Self.depthMax)
    } catch {
      throw LedgerError(
        .badData, "the document is not strict JSON: \(error.reason.rawValue)", offset: error.offset,
        advice: "export the record again")
    }
    guard let object = value.object else {
      throw LedgerError(.badData, "the document is not a JSON object", advice: "give one record a file")
    }
    try self.init(object)
  }

  /// Reads a document from its JSON object: splits off the twelve lists, which are strings that hold JSON arrays.
  ///
  /// - Throws: `LedgerError` with code `bad-data` for a missing or malformed `uuid`, a malformed list, an id that
  ///   occurs twice, or an entry of another record.
  public init(_ object: JSONObject) throws(LedgerError) {
    var fields = object
    try fields.settleID("the document")
    guard let uuid = fields["uuid"]?.string else {
      throw LedgerError(
        .badData, "the document has no uuid", advice: "is it a medical record in its cloud form?")
    }
    var entries: [String: [JSONObject]] = [:]
    var places: [String: String] = [uuid: "the record"]
    for list in EntryList.all {
      guard let value = fields[list.cloudName] else { continue }
      fields[list.cloudName] = nil
      let read = try Self.entries(value, list)
      for (index, entry) in read.enumerated() {
        let place = "\(list.cloudName)[\(index)]"
        if let owner = entry["record"], !owner.isNull, owner != .string(uuid) {
          throw LedgerError(.badData, "\(place) belongs to another record")
        }
        guard let id = entry["uuid"]?.string else { continue }
        if let other = places.updateValue(place, forKey: id) {
          throw LedgerError(.badData, "\(place) has the same uuid as \(other)")
        }
      }
      entries[list.cloudName] = read.map { entry in
        var entry = entry
        entry["record"] = nil
        return entry
      }
    }
    self.init(fields: fields, entries: entries)
  }

  /// Null and an empty text mean a list that was never created.
  private static func entries(_ value: JSONValue, _ list: EntryList) throws(LedgerError) -> [JSONObject] {
    if value.isNull { return [] }
    guard let text = value.string else {
      throw LedgerError(.badData, "\(list.cloudName) must be a text that holds a JSON array")
    }
    if text.isEmpty { return [] }
    let array: JSONValue
    do {
      array = try JSONParser.parse(Array(text.utf8).span, depthMax: depthMax)
    } catch {
      throw LedgerError(
        .badData,
        "\(list.cloudName) is not strict JSON: \(error.reason.rawValue) at byte \(error.offset) of it")
    }
    if array.isNull { return [] }
    guard let items = array.array else {
      throw LedgerError(.badData, "\(list.cloudName) must hold a JSON array")
    }
    var entries: [JSONObject] = []
    for (index, item) in items.enumerated() {
      guard var entry = item.object else {
        throw LedgerError(.badData, "\(list.cloudName)[\(index)] must be a JSON object")
      }
      try entry.settleID("\(list.cloudName)[\(index)]")
      entries.append(entry)
    }
    return entries
  }
}

extension JSONObject {
  /// Puts the id under `uuid`; `id` is its other name. Ids are texts on one line that are not empty.
  fileprivate mutating func settleID(_ place: String) throws(LedgerError) {
    let named = ["uuid", "id"].compactMap { self[$0] }.filter { !$0.isNull }
    self["id"] = nil
    self["uuid"] = nil
    guard let first = named.first else { return }
    guard named.allSatisfy({ $0 == first }) else {
      throw LedgerError(.badData, "\(place) has a uuid and another id")
    }
    guard let id = first.string, (1...200).contains(id.utf8.count),
      id.unicodeScalars.allSatisfy({
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control
      })
    else {
      throw LedgerError(.badData, "the uuid of \(place) must be a text of 1 to 200 bytes without white space")
    }
    self["uuid"] = first
  }
}

/// One of a record's lists, by its names here and in the cloud form.
public struct EntryList: Sendable, Hashable {
  /// In the cloud form: `bloodEntries`.
  public let cloudName: String
  /// Of the record: `blood`.
  public let relation: String

  // Asked when it is needed: a command's names alone need no schema.
  private let type: any RecordEntry.Type

  /// The kind of its entries, `purus.bloodEntry`.
  public var kind: String { type.kind }

  private init(_ cloudName: String, _ relation: String, _ type: any RecordEntry.Type) {
    (self.cloudName, self.relation, self.type) = (cloudName, relation, type)
  }

  public static func == (left: Self, right: Self) -> Bool { left.cloudName == right.cloudName }
  public func hash(into hasher: inout Hasher) { hasher.combine(cloudName) }

  /// All twelve, in the order in which a record is shown.
  public static let all: [EntryList] = [
    EntryList("bloodEntries", "blood", BloodEntry.self), EntryList("drugEntries", "drugs", DrugEntry.self),
    EntryList("vaccinationEntries", "vaccinations", VaccinationEntry.self),
    EntryList("allergyEntries", "allergies", AllergyEntry.self),
    EntryList("illnessEntries", "illnesses", IllnessEntry.self),
    EntryList("riskEntries", "risks", RiskEntry.self),
    EntryList("medicalHistoryEntries", "medicalHistory", MedicalHistoryEntry.self),
    EntryList("medicalDocumentEntries", "documents", MedicalDocumentEntry.self),
    EntryList("humanDoctorEntries", "doctors", HumanDoctorEntry.self),
    EntryList("weightEntries", "weights", WeightEntry.self),
    EntryList("petYearlyCostEntries", "petYearlyCosts", PetYearlyCostEntry.self),
    EntryList("emergencyContacts", "emergencyContacts", EmergencyContact.self),
  ]
}
