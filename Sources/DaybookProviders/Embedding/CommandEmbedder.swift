import DaybookModel

/// Gets vectors from a command of the user, which the shell runs.
///
/// Lines: it runs once for many texts. It reads each text as a JSON string on one line, and prints for each, in the
/// same order, a line with a JSON list of numbers. Plain: it runs once for each text. It reads the plain text to the
/// end of its input, and prints one JSON list of numbers.
public struct CommandEmbedder: Embedder {
  /// How texts go to the command and vectors come back.
  public enum Exchange: Sendable {
    /// One run takes up to ``EmbeddingLimit/textsMax`` texts, one JSON string per line, and prints one list per line.
    case lines
    /// One run takes one text, as it is, and prints one list.
    case plain
  }

  /// By default `command:` followed by the command; it is recorded beside every vector that the command made.
  public let name: String
  private let command: String
  private let exchange: Exchange
  private let limit: Duration

  /// - Parameters:
  ///   - command: the command line, which `/bin/sh` runs.
  ///   - name: the embedder's name; nil: `command:` and the command itself, which is then recorded beside every vector
  ///     that it made.
  ///   - exchange: how texts go to the command and vectors come back; by default several texts in one run.
  ///   - limit: how long one run may take.
  public init(
    _ command: String, name: String? = nil, exchange: Exchange = .lines, limit: Duration = .seconds(120)
  ) {
    (self.command, self.exchange, self.limit) = (command, exchange, limit)
    self.name = name ?? "command:" + command
  }

  /// Runs the command once for each batch of texts (`lines`) or once for each text (`plain`), one run after another.
  /// - Throws: `LedgerError`: `unreachable` if the command cannot be started, exceeds the time limit or exits with a
  ///   status other than 0; `bad-data` for output of another form.
  public func embed(_ texts: [String]) async throws -> [[Float]] {
    var vectors: [[Float]] = []
    switch exchange {
    case .lines:
      for batch in texts.batches(of: EmbeddingLimit.textsMax) { vectors += try await answers(to: batch) }
    case .plain:
      for text in texts { vectors.append(try vector(await run(Array(text.utf8)), line: nil)) }
    }
    return vectors
  }

  private func answers(to texts: [String]) async throws -> [[Float]] {
    var input: [UInt8] = []
    for text in texts { input += JSONValue.string(text).canonicalBytes + [UInt8(ascii: "\n")] }
    let lines = try await run(input).split(separator: UInt8(ascii: "\n")).filter { !$0.isBlank }
    guard lines.count == texts.count else {
      throw failure(
        "printed \(lines.count) \(lines.count == 1 ? "line" : "lines") for \(texts.count) texts",
        advice: Self.advice)
    }
    return try lines.enumerated().map { try vector(Array($1), line: $0 + 1) }
  }

  private static let advice =
    "for each line of its input (a JSON string), it must print one line (a JSON list of numbers)"

  private func vector(_ bytes: [UInt8], line: Int?) throws(LedgerError) -> [Float] {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw failure(
        "printed invalid JSON" + (line.map { " in line \($0)" } ?? "") + ": \(error)", advice: Self.advice)
    }
    return try VectorText.vector(value, "the output of '\(command)'" + (line.map { " in line \($0)" } ?? ""))
  }

  private func run(_ input: [UInt8]) async throws -> [UInt8] {
    let result: ChildProcess.Result
    do {
      result = try await ChildProcess.waiting(
        "/bin/sh", arguments: ["-c", command], input: input, outputBytesMax: EmbeddingLimit.answerBytesMax,
        errorBytesMax: 4096, within: limit)
    } catch var error as LedgerError {
      // The error is the command's, not the shell's.
      error.file = "'\(command)'"
      throw error
    }
    guard result.status == 0 else {
      let complaint = String(decoding: result.errors, as: UTF8.self).split(whereSeparator: \.isNewline).last
      throw failure(
        "ended with status \(result.status)" + (complaint.map { ": \($0.prefix(200))" } ?? ""), .unreachable)
    }
    return result.output
  }

  private func failure(
    _ what: String, _ code: LedgerError.Code = .badData, advice: String? = nil
  ) -> LedgerError { LedgerError(code, "'\(command)' " + what, advice: advice) }
}

extension ArraySlice<UInt8> {
  fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d } }
}
