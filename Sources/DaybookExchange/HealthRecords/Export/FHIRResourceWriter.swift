// An entry as a resource of FHIR R4. An imported resource is exported as it came; if somebody has changed the entry
// since, the elements that differ are replaced. Data without an element in FHIR becomes an extension of our own. To
// test whether a resource agrees with its entry, it is read as an import would read it, so that export and import
// cannot diverge.

import Daybook
import DaybookLog
import DaybookModel
import DaybookText
import PurusHealth

/// Makes resources of entries.
struct FHIRResourceWriter {
  var zone: TimeZoneRule
  /// Entries after this day are planned; nil: none are.
  var today: CivilDay?

  /// - Parameters:
  ///   - fields: of the entry, as they read; data with its bytes.
  ///   - kept: the resource of which it was made.
  ///   - patient: the patient of the entry; nil if it is a patient itself.
  func resource(
    kind: String, id: String, fields: JSONObject, kept: StoredResource? = nil, patient: FHIRPatient?
  ) -> JSONObject {
    if let kept {
      let raw = patient?.owning(kept) ?? kept.json
      // A doctor's id follows from the patient's too.
      let id = kind == HumanDoctorEntry.kind ? nil : id
      let differing = self.differing(raw, at: kept.url, kind: kind, id: id, from: fields)
      if differing.isEmpty { return raw }
      return completed(raw, at: kept.url, kind: kind, id: id, fields: fields, only: Set(differing))
    }
    var made = FHIRSkeleton.resource(kind, patient: patient?.reference)
    made["id"] = .string(Self.resourceID(id))
    return completed(made, at: "", kind: kind, id: id, fields: fields, only: nil)
  }

  /// An entry's id where FHIR takes it, otherwise one that is derived from it.
  static func resourceID(_ id: String) -> String {
    let isFit = id.utf8.allSatisfy { byte in
      ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return isFit && (1...64).contains(id.utf8.count) ? id : NaturalKey.id(of: "fhir", normalized: id)
  }

  /// Puts the fields in: as elements first, and as extensions where those do not say it.
  ///
  /// - Parameter id: the entry's id, if the resource is to restore it when it is imported.
  private func completed(
    _ resource: JSONObject, at url: String, kind: String, id: String?, fields: JSONObject, only: Set<String>?
  ) -> JSONObject {
    var resource = resource
    let names = only ?? Set(fields.keys)
    for (name, value) in FHIRElements.elements(kind, fields, of: names, isNew: only == nil) {
      Self.put(value, name, into: &resource)
    }
    if kind == VaccinationEntry.kind, names.contains("date") {
      FHIRPlannedDose.mark(&resource, isPlanned: isToCome(fields["date"]))
    }
    var extensions = (resource["extension"]?.array ?? []).filter { !Self.isOurs($0) }
    resource["extension"] = extensions.isEmpty ? nil : .array(extensions)
    for name in differing(resource, at: url, kind: kind, id: id, from: fields) {
      let value = name == "id" ? id.map { .string($0) } : fields[name]
      extensions.append(FHIRExtension.part(name, value ?? .null))
    }
    if !extensions.isEmpty { resource["extension"] = .array(extensions) }
    return resource
  }

  private func isToCome(_ date: JSONValue?) -> Bool {
    guard let today, let instant = date?.string.flatMap({ Instant($0) }) else { return false }
    return zone.day(of: instant) > today
  }

  private static func isOurs(_ part: JSONValue) -> Bool {
    part["url"]?.string?.hasPrefix(FHIRExtension.fieldURL) == true
  }

  /// Only one type of an element with several types may be present.
  private static func put(_ value: JSONValue, _ name: String, into resource: inout JSONObject) {
    for prefix in ["value", "effective", "occurrence"] where name.hasPrefix(prefix) {
      for key in resource.keys
      where key.hasPrefix(prefix) && key.dropFirst(prefix.count).first?.isUppercase == true {
        resource[key] = nil
      }
    }
    switch (resource[name], value) {
    case (.object(let old)?, .object(let new)) where new["text"] != nil && old["extension"] == nil:
      var both = old
      for member in new { both[member.key] = member.value }
      resource[name] = .object(both)
    case (.array(let old)?, .array(let new)) where name == "extension": resource[name] = .array(old + new)
    default: resource[name] = value.isNull ? nil : value
    }
  }

  /// The fields that an import of the resource would read otherwise, whether or not it names a zone.
  private func differing(
    _ json: JSONObject, at url: String, kind: String, id: String?, from fields: JSONObject
  ) -> [String] {
    let resource = FHIRResource(json, at: url)
    var names = differing(resource, kind: kind, from: fields, in: nil)
    if !names.isEmpty {
      let zoned = differing(resource, kind: kind, from: fields, in: zone)
      if zoned.count < names.count { names = zoned }
    }
    if let id {
      let read = FHIRExtension.id(of: resource) ?? FHIRKey(resource, defaultBase: "").entryID()
      let isDoctor = kind == HumanDoctorEntry.kind && FHIRExtension.id(of: resource) == nil
      if read != id || isDoctor { names.append("id") }
    }
    return names
  }

  private func differing(
    _ resource: FHIRResource, kind: String, from fields: JSONObject, in zone: TimeZoneRule?
  ) -> [String] {
    let entry = FHIREntries(zone: zone).entries(of: resource).first
    return HealthFields.written(kind).filter { field in
      guard let value = fields[field.name] else { return false }
      let read = entry?.kind == kind ? entry?.fields[field.name] : nil
      return !DataValue.isSame(read ?? field.defaultValue, value)
    }.map(\.name)
  }
}

// A bundle as pieces of text, so that a large one need not be joined to be written.

struct FHIRBundleWriter {
  private var pieces: [[UInt8]] = [
    Array("{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[".utf8)
  ]
  private(set) var count = 0

  /// A resource that is unchanged since its import is written with its original text.
  mutating func add(_ resource: JSONObject, kept: StoredResource?) {
    if let kept, kept.json == resource { return add(text: kept.bytes, fullURL: kept.url) }
    add(text: JSONValue.object(resource).canonicalBytes, fullURL: kept?.url ?? "")
  }

  mutating func add(text: [UInt8], fullURL: String) {
    var piece = Array((count == 0 ? "\n{" : ",\n{").utf8)
    if !fullURL.isEmpty { piece += Array("\"fullUrl\":\(JSONValue.string(fullURL)),".utf8) }
    piece += Array("\"resource\":".utf8)
    piece += text
    piece.append(UInt8(ascii: "}"))
    pieces.append(piece)
    count += 1
  }

  func finish() -> [[UInt8]] { pieces + [Array("\n]}\n".utf8)] }
}
