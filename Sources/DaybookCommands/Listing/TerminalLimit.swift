import Daybook

/// How much people are shown at once, and that there is more. What programs read is never cut.
enum TerminalLimit {
  /// More would not be read at once.
  static let count = 50

  /// Of an answer that has no other limit: nil where it is not a table on a terminal.
  static func count(_ output: Output) -> Int? {
    output.isTerminal && output.format == .table ? count : nil
  }

  /// Says on the standard error how many more there are.
  static func showRest(_ rest: Int, _ messages: Messages) {
    if rest > 0 { messages.show(Notice("more", "\(rest) more; --limit N or --all shows them")) }
  }
}
