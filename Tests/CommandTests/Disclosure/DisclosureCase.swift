/// A line of shell, run with a ledger whose hidden fields hold ``HiddenMarker``s; `daybook` is the command.
///
/// A system whose commands may show hidden values says in a `DisclosureCase` of its own for each of them how it is
/// run: ``DisclosureHarness/check(_:)`` runs it in every format, to a pipe and to a terminal. ``CommandTreeTests``
/// asks for a case of every command there is.
struct DisclosureCase {
  /// What follows `daybook`. `{}` stands where `--format …`, and perhaps `--reveal`, are put; else they are put at
  /// the end.
  var line: String
  var input = ""
  var sees: Sees

  enum Sees {
    /// Nothing without `--reveal`, the marker with it.
    case values
    /// Nothing without `--reveal`, and no mask in its place either; the marker with it.
    case leftOut
    /// Nothing, and there is nothing to reveal: receipts, counts, reports.
    case nothing
    /// An error that might repeat what is hidden or was typed; with `--reveal` neither.
    case refusal
  }

  init(_ line: String, input: String = "", _ sees: Sees) {
    (self.line, self.input, self.sees) = (line, input, sees)
  }

  /// The words before the first option or argument that is no command's name, as the command tree has them.
  var words: [String] {
    line.split(separator: " ").prefix { $0.first?.isLetter == true }.map(String.init)
  }
}
