import Daybook
import DaybookModel
import PurusHealth

// Whose an export is, and its entries as records of the import.
extension AppleHealthImporter {
  static func id(_ key: String) -> String {
    NaturalKey.id(of: "purus", normalized: "apple-health\n\(key)")
  }

  private static func sourceID(_ key: String) -> String {
    NaturalKey.id(of: SourceResource.kind, normalized: "apple-health\n\(key)")
  }

  private static func meKey(_ me: [String: String]) -> String {
    "Me\n\(me["HKCharacteristicTypeIdentifierDateOfBirth"] ?? "")"
  }

  /// The record of whoever the export is of. `isNew`: it is this import that makes it.
  mutating func takeOwner(
    _ me: [String: String], _ state: borrowing LoadedLedger
  ) -> (id: String, isNew: Bool) {
    let key = Self.meKey(me)
    let known = owners.record(ofSource: Self.sourceID(key), otherwise: "", in: state)
    let id = known.isEmpty ? owners.only(people: true) ?? Self.id(key) : known
    owner = id
    return (id, id == Self.id(key))
  }

  mutating func take(me: [String: String], line: Int, file: String, _ state: borrowing LoadedLedger)
    -> ImportStep
  {
    let (id, isNew) = takeOwner(me, state)
    toldOwners.insert(id)
    let key = Self.meKey(me)
    var parts = HealthExportEntries.me(me)
    if !isNew { parts[0].fields = owners.filling(parts[0].fields, of: id, in: state) }
    var entities = parts.map { part in
      var entity = ImportedEntity(
        part.kind, .id(part.part.isEmpty ? id : Self.id("\(key)\n\(part.part)")), fields: part.fields)
      if !part.part.isEmpty { entity.fields["record"] = .string(id) }
      return entity
    }
    let text = SourceText(
      format: SourceText.appleHealth, type: "Me", id: "",
      bytes: JSONValue.object(JSONObject(me.map { ($0.key, .string($0.value)) })).canonicalBytes)
    entities.append(text.entity(Self.sourceID(key), record: id, entry: (MedicalRecord.kind, id)))
    return .record(ImportedRecord(file: file, line: line, entities: entities))
  }

  mutating func record(
    _ entry: HealthEntry, key: String, source: HealthSample?, file: String, line: Int,
    _ state: borrowing LoadedLedger
  ) -> ImportStep {
    let record = owner ?? takeOwner([:], state).id
    var entity = ImportedEntity(entry.kind, .id(Self.id(key)), fields: entry.fields)
    entity.fields["record"] = .string(record)
    var entities = [entity]
    if let source {
      let type = source["type"].isEmpty ? source.element : source["type"]
      let text = SourceText(
        format: SourceText.appleHealth, type: type, id: "", bytes: source.json.canonicalBytes)
      entities.append(text.entity(Self.sourceID(key), record: record, entry: (entry.kind, Self.id(key))))
    }
    return .record(ImportedRecord(file: file, line: line, entities: entities))
  }
}
