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

  /// Asks on the standard error; anything but yes is no.
  static func ask(_ question: String) -> Bool {
    try? Terminal.error.write(Array("\(question) [y/N] ".utf8))
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
