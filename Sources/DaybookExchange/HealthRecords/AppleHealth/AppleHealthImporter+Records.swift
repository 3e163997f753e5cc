import Daybook
import DaybookModel
import PurusHealth

// The owner of an export, and its entries as records of the import.
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

  /// The record of the export's owner. `isNew`: this import creates it.
  mutating func takeOwner(
    _ me: [String: String], _ state: borrowing LedgerState
  ) -> (id: String, isNew: Bool) {
    let key = Self.meKey(me)
    let known = owners.record(ofSource: Self.sourceID(key), otherwise: "", in: state)
    let id = known.isEmpty ? owners.only(people: true) ?? Self.id(key) : known
    owner = id
    return (id, id == Self.id(key))
  }

  mutating func take(
    me: [String: String], of export: OpenExport, _ state: borrowing LedgerState
  ) -> ImportStep {
    let (id, isNew) = takeOwner(me, state)
    toldOwners.insert(id)
    let key = Self.meKey(me)
    guard isNews(SourceResource.kind, Self.sourceID(key), of: export, state) else {
      return .record(ImportedRecord(file: export.name, line: 1, entities: []))
    }
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
    return .record(ImportedRecord(file: export.name, line: 1, entities: entities))
  }

  mutating func record(
    _ entry: HealthEntry, key: String, source: HealthSample?, of export: OpenExport, line: Int,
    _ state: borrowing LedgerState
  ) -> ImportStep {
    let record = owner ?? takeOwner([:], state).id
    let id = Self.id(key)
    guard isNews(entry.kind, id, of: export, state) else {
      return .record(ImportedRecord(file: export.name, line: line, entities: []))
    }
    var entity = ImportedEntity(entry.kind, .id(id), fields: entry.fields)
    entity.fields["record"] = .string(record)
    var entities = [entity]
    if let source {
      let type = source["type"].isEmpty ? source.element : source["type"]
      let text = SourceText(
        format: SourceText.appleHealth, type: type, id: "", bytes: source.json.canonicalBytes)
      entities.append(text.entity(Self.sourceID(key), record: record, entry: (entry.kind, id)))
    }
    return .record(ImportedRecord(file: export.name, line: line, entities: entities))
  }

  /// The number of ids that are remembered, which take 32 MB.
  private static let toldCountMax = 1_000_000

  /// Whether the export may write the entry: an old export writes only entries that are missing here.
  private mutating func isNews(
    _ kind: String, _ id: String, of export: OpenExport, _ state: borrowing LedgerState
  ) -> Bool {
    if export.isOld, told.contains(id.hashValue) || state.entity(kind, id: id) != nil {
      oldCount += 1
      return false
    }
    if told.count < Self.toldCountMax { told.insert(id.hashValue) }
    return true
  }
}
