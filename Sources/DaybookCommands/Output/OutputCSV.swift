package import DaybookModel
import DaybookView

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
