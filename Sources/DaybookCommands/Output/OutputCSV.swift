package import DaybookModel

/// CSV after RFC 4180 (lines end with LF), which a spreadsheet may open: a text that it would take
/// for a formula gets an apostrophe before it (OWASP, "CSV Injection").
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
    case .string(let text): quoted(defused(text))
    case .array, .object: quoted(OutputJSON.text(value))
    default: value.description
    }
  }

  private func defused(_ text: String) -> String {
    let text = isForTerminal ? VisibleText.escape(text) : text
    return switch text.unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": "'" + text
    default: text
    }
  }

  private func quoted(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }
    guard needsQuotes || text.hasPrefix(" ") || text.hasSuffix(" ") else { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result += "\"\"" } else { result.unicodeScalars.append(scalar) }
    }
    return result + "\""
  }
}
