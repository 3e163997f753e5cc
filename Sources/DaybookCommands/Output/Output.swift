package import DaybookModel

/// The standard output of commands: the only place that renders answers.
package struct Output: Sendable {
  package let format: OutputFormat
  private let terminal: Terminal

  /// `format` nil: a table for people, JSON lines for programs.
  package init(_ format: OutputFormat?, terminal: Terminal = .output) {
    self.terminal = terminal
    self.format = format ?? (terminal.isTerminal ? .table : .jsonl)
  }

  package func show(_ record: OutputRecord) throws {
    switch format {
    case .table: try terminal.write(Array(table(record).utf8))
    case .json, .jsonl: try terminal.write(OutputJSON.line(record.flattened))
    case .csv:
      let row = record.flattened
      var rows = RowWriter(self, columns: row.members.map(\.name))
      try rows.write(row)
      try rows.finish()
    }
  }

  package func show(_ members: [(name: String, value: JSONValue)]) throws {
    try show(OutputRecord(OutputRow(members)))
  }

  /// Rows with these columns. JSON shows every member of a row, a table and CSV only the columns.
  package func rows(columns: [String]) -> RowWriter { RowWriter(self, columns: columns) }

  package func show(columns: [String], _ rows: [OutputRow]) throws {
    var writer = self.rows(columns: columns)
    for row in rows { try writer.write(row) }
    try writer.finish()
  }

  /// A text of this command's own, with its styles; user data in it is already escaped. Output for other programs
  /// goes through ``show(document:)``.
  package func show(text: String) throws { try terminal.write(Array(text.utf8)) }

  /// Bytes as they are; on a terminal, only what is safe for one.
  func write(_ bytes: [UInt8]) throws { try terminal.write(bytes) }

  var isTerminal: Bool { terminal.isTerminal }

  var csv: OutputCSV { OutputCSV(isForTerminal: terminal.isTerminal) }
  var table: OutputTable { OutputTable(width: terminal.width, style: terminal.style) }

  private func table(_ record: OutputRecord) -> String {
    var text = table.lines(record.row)
    for section in record.sections where !section.rows.isEmpty {
      if let sentences = record.prose[section.title] {
        text += "\n" + terminal.style.heading(VisibleText.escape(section.title)) + "\n"
        text += sentences.map { VisibleText.escape($0) + "\n" }.joined()
        continue
      }
      // Empty columns are left out.
      let columns = section.rows.columns.filter { column in
        section.rows.contains { !($0[column] ?? .null).isNull }
      }
      text += "\n" + terminal.style.heading(VisibleText.escape(section.title)) + "\n"
      text += table.lines(columns, section.rows.map { row in columns.map { row[$0] ?? .null } })
    }
    return text
  }
}

extension [OutputRow] {
  /// The names of all members, in the order of their first appearance.
  package var columns: [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for row in self {
      for member in row.members where seen.insert(member.name).inserted { names.append(member.name) }
    }
    return names
  }
}

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
