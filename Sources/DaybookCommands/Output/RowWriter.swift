import DaybookModel

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
