import Daybook
import DaybookText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Asks on the terminal for the field of each column, with a few of its cells, and with a guess as the default.
public enum ColumnDialog {
  /// Asks if there is a user at a terminal, and otherwise refuses.
  public static let ask: TableImporter.Ask = { questions in
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      return try ColumnQuestion.refuse(questions)
    }
    return try ask(questions, read: { readLine() }, write: { tell($0) })
  }

  private static func tell(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  static func ask(
    _ questions: [ColumnQuestion], read: () -> String?, write: (String) -> Void
  ) throws -> [ColumnAnswer] {
    guard let first = questions.first else { return [] }
    write("Which fields of \(first.kind) are the columns of \(shown(first.file))? The answers are kept.\n")
    write("Fields: \(first.fields.joined(separator: ", "))\n")
    var answers: [ColumnAnswer] = []
    for question in questions { answers.append(try answer(question, read, write)) }
    return answers
  }

  private static func answer(
    _ question: ColumnQuestion, _ read: () -> String?, _ write: (String) -> Void
  ) throws -> ColumnAnswer {
    let examples = question.examples.map { shown($0) }.joined(separator: " | ")
    while true {
      let standard = question.guess ?? "-"
      write("\(shown(question.name)) (\(examples)): field, or - to skip it [\(standard)] ")
      guard let line = read() else {
        throw LedgerError(.usage, "the question was not answered", advice: "answer it, or give --map")
      }
      let word = line.singleSpaced
      let chosen = word.isEmpty ? standard : word
      if chosen == "-" { return .nothing }
      if let field = HeaderName.field(called: chosen, in: question.fields) { return .field(field) }
      write("There is no such field.\n")
    }
  }

  /// No control character of a file reaches a terminal.
  private static func shown(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(60) { shown.append(scalar.isUnseen ? "\u{fffd}" : scalar) }
    return String(shown)
  }
}
