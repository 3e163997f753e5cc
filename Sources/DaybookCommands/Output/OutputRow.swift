package import DaybookModel

/// One row of an answer: members in the order in which they are shown. A ``JSONObject`` would sort
/// them; people read `_kind`, `_id` and `_stamp` first.
package struct OutputRow: Sendable {
  package var members: [(name: String, value: JSONValue)]

  package init(_ members: [(name: String, value: JSONValue)] = []) { self.members = members }

  package subscript(name: String) -> JSONValue? {
    members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  package mutating func append(_ name: String, _ value: JSONValue) { members.append((name, value)) }

  /// Appends the value unless it is nil.
  package mutating func append(_ name: String, ifPresent value: String?) {
    if let value { members.append((name, .string(value))) }
  }

  package mutating func append(_ name: String, _ rows: [OutputRow]) {
    members.append((name, .array(rows.map { .object(JSONObject($0.members.map { ($0.name, $0.value) })) })))
  }
}

/// An answer about one subject: a receipt, a status, an entity. Its tables (a status's replicas) are
/// nested arrays in JSON, and follow it in a table.
package struct OutputRecord: Sendable {
  package var row: OutputRow
  package var sections: [(title: String, rows: [OutputRow])]
  /// Sections of sentences for people, which are never cut, instead of the rows with the same title.
  package var prose: [String: [String]]

  package init(
    _ row: OutputRow, sections: [(title: String, rows: [OutputRow])] = [], prose: [String: [String]] = [:]
  ) {
    (self.row, self.sections, self.prose) = (row, sections, prose)
  }

  /// The row with its sections as members.
  var flattened: OutputRow {
    var row = row
    for section in sections { row.append(section.title, section.rows) }
    return row
  }
}

extension JSONValue {
  /// Counts are never negative and never near the limit of `Int64`.
  package static func count(_ value: some BinaryInteger) -> JSONValue { .int(Int64(clamping: value)) }
}
