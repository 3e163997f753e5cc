import Daybook

/// Reads a recovery key that somebody has on paper. It is never an argument, which every process on the machine could see.
enum TypedKey {
  private static let sizeBytesMax = 1 << 16

  /// From the file that was named, else from a terminal, else from the standard input.
  static func read(
    _ which: String, from selection: LedgerSelection, _ papers: RecoveryPapers
  ) throws -> RecoverySecret {
    if let file = selection.keyFileNamed {
      return try papers.read(uncommented(InputFile.contents(file, sizeBytesMax: sizeBytesMax)))
    }
    guard Confirmation.isPossible else {
      return try papers.read(uncommented(InputFile.contents("-", sizeBytesMax: sizeBytesMax)))
    }
    return try prompted(which, papers)
  }

  /// Line by line, until there is a whole key or an empty line.
  private static func prompted(_ which: String, _ papers: RecoveryPapers) throws -> RecoverySecret {
    var typed = ""
    var question = "Type \(which), line by line; an empty line ends it.\n>"
    while let line = Confirmation.answer(question), !line.allSatisfy(\.isWhitespace) {
      typed += line + "\n"
      if let key = try? papers.read(typed) { return key }
      question = ">"
    }
    return try papers.read(typed)
  }

  /// Key files may have comments.
  private static func uncommented(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }.joined(separator: "\n")
  }
}
