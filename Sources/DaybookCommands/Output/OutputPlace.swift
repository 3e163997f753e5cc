import ArgumentParser
import Daybook

/// Where a command writes what was asked for: a file, or the standard output, which is `-` in every command.
package enum OutputPlace: Equatable, Sendable {
  case standardOutput
  case file(String)

  /// The file's; nil of the standard output.
  package var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The place that an option names.
  @Sendable static func read(_ text: String) throws -> OutputPlace {
    guard !text.isEmpty else { throw ValidationError("name a file, or - for the standard output") }
    return text == "-" ? .standardOutput : .file(text)
  }
}

extension Output {
  /// A terminal takes no bytes that are not text.
  ///
  /// - Parameter what: as the error names it: "the content of scan".
  func checkTakesBytes(_ what: String) throws(LedgerError) {
    guard isTerminal else { return }
    throw LedgerError(.usage, "a terminal cannot show \(what)", advice: "name a file with -o")
  }
}
