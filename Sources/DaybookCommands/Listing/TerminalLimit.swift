import Daybook

/// Limits how much a terminal shows at once, and says that there is more. Output for programs is never cut.
enum TerminalLimit {
  /// About a screenful.
  static let count = 50

  /// The limit of an answer that has no other; nil unless it is a table on a terminal.
  static func count(_ output: Output) -> Int? {
    output.isTerminal && output.format == .table ? count : nil
  }

  /// Says on the standard error how many more there are.
  static func showRest(_ rest: Int, _ messages: Messages) {
    if rest > 0 { messages.show(Notice("more", "\(rest) more; --limit N or --all shows them")) }
  }
}
