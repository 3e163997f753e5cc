import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A question that only somebody at a terminal can be asked.
enum Confirmation {
  /// Whether there is a terminal to show the question and to answer it.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Terminal.error.isTerminal }

  /// Asks on the standard error; any answer but yes means no.
  static func ask(_ question: String) -> Bool {
    let answer = answer("\(question) [y/N]")?.lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Asks on the standard error for a line of text; nil at the end of the input.
  static func answer(_ question: String) -> String? {
    try? Terminal.error.write(Array("\(question) ".utf8))
    return readLine()
  }

  /// Confirms a change with large effects: by `--yes`, or by a user who says yes after reading its meaning. Ends the
  /// run otherwise.
  ///
  /// - Parameters:
  ///   - what: what would be done, as an error names it.
  ///   - meaning: shown before the question.
  static func require(
    _ question: String, isGiven: Bool, what: String, meaning: [String], _ messages: Messages
  ) throws {
    if isGiven { return }
    guard isPossible else {
      throw LedgerError(.refused, what, advice: "--yes does it without asking")
    }
    for sentence in meaning { messages.show(Notice("means", sentence)) }
    guard !ask(question) else { return }
    messages.show(Notice("kept", "nothing was changed"))
    throw Finished(ExitStatus.no)
  }
}
