package import DaybookModel
import DaybookView

/// Writes rows as they come, in chunks. Only a table looks ahead, at its first rows, for its widths.
package struct RowWriter {
  private let output: Output
  private let columns: [String]
  private var pending: [UInt8] = []
  private var count = 0
  /// The rows from which a table derives its widths; they are printed in groups of this many.
  private var group: [[JSONValue]] = []

  private static let groupCount = 1000
  private static let chunkSizeBytes = 1 << 16

  init(_ output: Output, columns: [String]) {
    self.output = output
    self.columns = columns
  }

  package mutating func write(_ row: OutputRow) throws {
    switch output.format {
    case .jsonl: pending += OutputJSON.line(row)
    case .json:
      pending += Array((count == 0 ? "[\n" : ",\n").utf8)
      pending += OutputJSON.line(row).dropLast()
    case .csv:
      if count == 0 { pending += output.csv.header(columns) }
      pending += output.csv.line(cells(row))
    case .table:
      group.append(cells(row))
      if group.count == Self.groupCount { printGroup() }
    }
    count += 1
    if pending.count >= Self.chunkSizeBytes { try flush() }
  }

  /// Ends the answer; an empty one is still a document.
  package mutating func finish() throws {
    switch output.format {
    case .jsonl: break
    case .json: pending += Array((count == 0 ? "[]\n" : "\n]\n").utf8)
    case .csv: if count == 0 { pending += output.csv.header(columns) }
    case .table: if !group.isEmpty { printGroup() }
    }
    try flush()
  }

  private func cells(_ row: OutputRow) -> [JSONValue] { columns.map { row[$0] ?? .null } }

  /// Columns that are empty in this group are left out.
  private mutating func printGroup() {
    let shown = columns.indices.filter { column in group.contains { !$0[column].isNull } }
    let rows = group.map { row in shown.map { row[$0] } }
    pending += Array(output.table.lines(shown.map { columns[$0] }, rows).utf8)
    group.removeAll(keepingCapacity: true)
  }

  /// Writes the rows so far; for a table, only whole groups.
  package mutating func flush() throws {
    try output.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// JSON for the standard output. It differs from the log's canonical form in what is escaped: here
/// also everything that ``VisibleText`` escapes, so that it may go to a terminal.
package struct OutputJSON {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package static func text(_ value: JSONValue) -> String {
    var writer = OutputJSON()
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  package static func line(_ row: OutputRow) -> [UInt8] {
    var writer = OutputJSON()
    writer.write(row)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  package mutating func write(_ row: OutputRow) {
    write(raw: "{")
    for (index, member) in row.members.enumerated() {
      if index > 0 { write(raw: ",") }
      write(quoted: member.name)
      write(raw: ":")
      write(member.value)
    }
    write(raw: "}")
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .string(let text): write(quoted: text)
    case .array(let values):
      write(raw: "[")
      for (index, value) in values.enumerated() {
        if index > 0 { write(raw: ",") }
        write(value)
      }
      write(raw: "]")
    case .object(let object):
      write(OutputRow(object.members.map { ($0.key, $0.value) }))
    default: bytes.append(contentsOf: value.canonicalBytes)
    }
  }

  private mutating func write(raw text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func write(quoted text: String) {
    guard VisibleText.needsEscape(text) else {
      bytes.append(contentsOf: JSONValue.string(text).canonicalBytes)
      return
    }
    write(raw: "\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": write(raw: "\\\"")
      case "\\": write(raw: "\\\\")
      case _ where VisibleText.isUnsafe(scalar): bytes.append(contentsOf: VisibleText.escaped(scalar).utf8)
      default: bytes.append(contentsOf: String(Character(scalar)).utf8)
      }
    }
    write(raw: "\"")
  }
}

/// CSV after RFC 4180 (lines end with LF), which a spreadsheet may open: texts are protected against formulas as in an
/// export.
package struct OutputCSV {
  /// On a terminal control characters are made visible; in a file they are data.
  package var isForTerminal: Bool

  package init(isForTerminal: Bool) { self.isForTerminal = isForTerminal }

  package func line(_ cells: [JSONValue]) -> [UInt8] {
    var line = cells.map(cell).joined(separator: ",")
    line += "\n"
    return Array(line.utf8)
  }

  package func header(_ names: [String]) -> [UInt8] { line(names.map { .string($0) }) }

  private func cell(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text):
      TableCell.quoted(TableCell.guarded(isForTerminal ? VisibleText.escape(text) : text))
    case .array, .object: TableCell.quoted(OutputJSON.text(value))
    default: value.description
    }
  }
}
