import Daybook

/// Reads a recovery key that somebody has on paper. It is never an argument, which every process on the machine could see.
enum TypedKey {
  private static let sizeBytesMax = 1 << 16
  private static let triesMax = 3

  /// From the file that was named, else from a terminal, else from the standard input.
  static func read(
    _ which: String, from selection: LedgerSelection, _ papers: RecoveryPapers, _ messages: Messages
  ) throws -> RecoverySecret {
    if let file = selection.keyFileNamed {
      return try papers.read(uncommented(InputFile.contents(file, sizeBytesMax: sizeBytesMax)))
    }
    guard Confirmation.isPossible else {
      return try papers.read(uncommented(InputFile.contents("-", sizeBytesMax: sizeBytesMax)))
    }
    return try prompted(which, papers, messages)
  }

  /// Line by line, until there is a whole key or an empty line.
  private static func prompted(
    _ which: String, _ papers: RecoveryPapers, _ messages: Messages
  ) throws -> RecoverySecret {
    for remaining in (0..<triesMax).reversed() {
      var typed = ""
      var question = "Type \(which), line by line; an empty line ends it.\n>"
      while let line = Confirmation.answer(question), !line.allSatisfy(\.isWhitespace) {
        typed += line + "\n"
        if let key = try? papers.read(typed) { return key }
        question = ">"
      }
      do { return try papers.read(typed) } catch let error as LedgerError
        where remaining > 0 && !typed.isEmpty
      {
        messages.show(Notice("mistyped", "\(error.what); type all lines again"))
      }
    }
    throw LedgerError(.unreadableKey, "no recovery key was typed")
  }

  /// Key files may have comments.
  private static func uncommented(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }.joined(separator: "\n")
  }
}
