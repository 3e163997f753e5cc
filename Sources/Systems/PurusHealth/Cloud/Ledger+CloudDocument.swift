public import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Ledger {
  /// A record with its entries in the cloud form, with the bytes of its documents; nil when there is no such
  /// record. O(the record). All values are in it, the sensitive ones too.
  public nonisolated func cloudDocument(of record: Ref<MedicalRecord>) async throws -> CloudDocument? {
    guard let row = try await get(kind: MedicalRecord.kind, id: record.rawValue) else { return nil }
    var entries: [String: [JSONObject]] = [:]
    for list in EntryList.all {
      let ids = (row[list.relation]?.array ?? []).compactMap(\.string)
      var made: [JSONObject] = []
      for id in ids {
        if let entry = try await get(kind: list.kind, id: id) {
          made.append(try await cloudFields(of: entry))
        }
      }
      entries[list.cloudName] = made
    }
    return CloudDocument(fields: try await cloudFields(of: row), entries: entries)
  }

  /// What was written of an entity and its defaults, unknown fields among it; no relations, nothing computed.
  private nonisolated func cloudFields(of row: Row) async throws -> JSONObject {
    let isEntry = row.kind != MedicalRecord.kind
    var object = JSONObject()
    for field in row.fields {
      guard let schema = schemas[row.kind]?.field(field.name) else {
        object[field.name] = field.value
        continue
      }
      switch schema.type {
      case .one, .many: continue
      case .data: object[field.name] = try await inlined(field.value)
      default:
        if schema.isProjection { continue }
        object[field.name] = CloudValue.exported(field.value, schema.type, isEntry: isEntry)
      }
    }
    object["uuid"] = .string(row.id)
    return object
  }

  /// A blob's content as base64; the reference itself where the content is not here.
  private nonisolated func inlined(_ value: JSONValue) async throws -> JSONValue {
    guard let bytes = try await bytes(referredToBy: value) else { return value }
    return .string(Data(bytes).base64EncodedString())
  }
}
