import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Values of lists as JSON: instants in UTC, mentions as `{"_id":…,"name":…}`.

extension JSONValue {
  static func mention<Target: Entity>(_ mention: Mention<Target>?) -> JSONValue {
    mention.map { ["_id": .string($0.id.rawValue), "name": .string($0.name)] } ?? .null
  }

  static func mentions<Target: Entity>(_ mentions: [Mention<Target>]) -> JSONValue {
    .array(mentions.map { .mention($0) })
  }

  static func date(_ date: Date?) -> JSONValue {
    date.map { .string(Instant($0).description) } ?? .null
  }

  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  static func names<Value: RawRepresentable<String>>(_ values: [Value]) -> JSONValue {
    .array(values.map { .string($0.rawValue) })
  }

  /// Rows without the kind, which the list's name says.
  static func rows<Item: Listed>(_ items: [Item]) -> JSONValue {
    .array(
      items.map { item in
        .object(JSONObject(item.row.members.filter { $0.name != "_kind" }.map { ($0.name, $0.value) }))
      })
  }
}

extension OutputRow {
  /// With names in place of mentions, and lists of names as one text: a cell should not hold JSON.
  var forSpreadsheet: OutputRow { OutputRow(members.map { ($0.name, Self.cell($0.value)) }) }

  private static func cell(_ value: JSONValue) -> JSONValue {
    if let name = value.object?["name"] { return name }
    guard let values = value.array?.map(cell), values.allSatisfy({ $0.string != nil }) else { return value }
    return values.isEmpty ? .null : .string(values.compactMap(\.string).joined(separator: "; "))
  }
}
