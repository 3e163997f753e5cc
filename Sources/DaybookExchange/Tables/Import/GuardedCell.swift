/// Cells as an export guards them: a spreadsheet must never take a text for a formula.
package enum GuardedCell {
  /// The text without the apostrophe that the export put before it.
  package static func text(_ cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"), let second = cell.utf8.dropFirst().first,
      "=+-@\t\r'".utf8.contains(second)
    else { return cell }
    return String(cell.unicodeScalars.dropFirst())
  }
}
