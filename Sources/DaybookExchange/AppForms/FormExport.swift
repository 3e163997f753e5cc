// Entities as their apps write them: in the form that an import of the same document reads.

import Daybook
import DaybookLog

struct FormExport {
  private let schemas: SchemaRegistry
  /// The content of a data field; nil where it is not here.
  private let content: (JSONValue) throws -> [UInt8]?
  /// The number of values whose content is missing: they are written as references.
  private(set) var missingCount = 0

  init(_ schemas: SchemaRegistry, content: @escaping (JSONValue) throws -> [UInt8]?) {
    (self.schemas, self.content) = (schemas, content)
  }

  /// The stored fields of an entity, without those that other entities store and those that are computed.
  mutating func object(_ row: Row) throws -> JSONObject {
    var object: JSONObject = ["id": .string(row.id)]
    let schema = schemas[row.kind]
    for field in row.fields where field.name != "id" {
      guard let known = schema?.field(field.name) else {
        object[field.name] = field.value
        continue
      }
      if known.isProjection || schema?.inverses.contains(where: { $0.inverse == field.name }) == true {
        continue
      }
      object[field.name] = known.type == .data ? try inlined(field.value) : field.value
    }
    return object
  }

  private mutating func inlined(_ value: JSONValue) throws -> JSONValue {
    guard BlobReference(value) != nil else { return value }
    guard let bytes = try content(value) else {
      missingCount += 1
      return value
    }
    return .string(Base64.text(bytes))
  }

  // MARK: medical records

  /// A record in its cloud form: each list a text that holds a JSON array, times in them seconds since 2001.
  mutating func cloudRecord(_ record: Row, _ entries: [String: [Row]]) throws -> JSONObject {
    var object = try object(record)
    object["uuid"] = object["id"]
    object["id"] = nil
    for (list, kind) in Self.cloudLists {
      var items: [JSONValue] = []
      for row in entries[kind] ?? [] {
        var entry = try self.object(row)
        entry["uuid"] = entry["id"]
        (entry["id"], entry["record"]) = (nil, nil)
        for member in entry {
          entry[member.key] = cloudTime(member.value, schemas[kind]?.field(member.key)?.type)
        }
        items.append(.object(entry))
      }
      object[list] = .string(JSONValue.array(items).description)
    }
    return object
  }

  /// The lists of a record, and the kinds of their entries.
  static let cloudLists: [(name: String, kind: String)] = [
    ("bloodEntries", "purus.bloodEntry"), ("drugEntries", "purus.drugEntry"),
    ("vaccinationEntries", "purus.vaccinationEntry"), ("allergyEntries", "purus.allergyEntry"),
    ("illnessEntries", "purus.illnessEntry"), ("riskEntries", "purus.riskEntry"),
    ("medicalHistoryEntries", "purus.medicalHistoryEntry"),
    ("medicalDocumentEntries", "purus.medicalDocumentEntry"),
    ("humanDoctorEntries", "purus.humanDoctorEntry"), ("weightEntries", "purus.weightEntry"),
    ("petYearlyCostEntries", "purus.petYearlyCostEntry"), ("emergencyContacts", "purus.emergencyContact"),
    ("sourceResources", "purus.sourceResource"),
  ]

  private func cloudTime(_ value: JSONValue, _ type: FieldType?) -> JSONValue {
    guard type == .instant, let instant = value.string.flatMap({ Instant($0) }) else { return value }
    return .double(Double(instant.milliseconds - 978_307_200_000) / 1000)
  }

  // MARK: messages

  /// A document's path in a store of collections, such as `conversations/c1/messages/m1`.
  static func path(_ row: Row) -> String {
    let conversation = row["conversation"]?.string
    switch row.kind {
    case "messaging.message":
      if let conversation { return "conversations/\(conversation)/messages/\(row.id)" }
    case "messaging.participant":
      if let conversation, let user = row["user"]?.string {
        return "conversations/\(conversation)/participants/\(user)"
      }
    case "messaging.faq":
      if let owner = row["owner"]?.string { return "users/\(owner)/faqs/\(row.id)" }
    default: break
    }
    let list = FormNames.lists["messaging"]?.first { $0.kind == row.kind }?.list ?? row.kind
    return "\(list)/\(row.id)"
  }
}
