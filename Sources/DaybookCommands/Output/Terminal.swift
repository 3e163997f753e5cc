import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One of the standard streams: whether people look at it, how wide it is, and writing to it.
package struct Terminal: Sendable {
  package let descriptor: Int32
  package let isTerminal: Bool
  /// The width in columns; nil without a terminal and `$COLUMNS`.
  package let width: Int?
  package let style: TextStyle

  package static let output = Terminal(STDOUT_FILENO)
  package static let error = Terminal(STDERR_FILENO)

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    let noColor = Environment["NO_COLOR"] ?? ""
    style = TextStyle(isOn: isTerminal && noColor.isEmpty && Environment["TERM"] != "dumb")
    width = Self.width(descriptor, isTerminal: isTerminal)
  }

  /// Whether the terminal reads the output as UTF-8.
  static var takesUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.nonEmpty($0) }.first ?? ""
    return locale.uppercased().replacing("-", with: "").contains("UTF8")
  }

  private static func width(_ descriptor: Int32, isTerminal: Bool) -> Int? {
    if let columns = Environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return isTerminal ? 80 : nil
    }
    return Int(size.ws_col)
  }

  /// Writes everything. If the reader has gone, the process ends quietly, as other Unix tools do. Any other error is
  /// thrown: an answer that was not written was not given.
  package func write(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        #elseif canImport(Musl)
          Musl.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        #else
          Darwin.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        #endif
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        endBecauseOfClosedPipe()
      } else if errno != EINTR && errno != EAGAIN {
        throw SystemError.current("cannot write to the \(name)")
      }
    }
  }

  private var name: String { descriptor == STDOUT_FILENO ? "standard output" : "standard error" }

  /// If SIGPIPE is ignored, the write fails instead; the process ends in the same way.
  private func endBecauseOfClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }
}

/// Colours, on a terminal only, and never under NO_COLOR (no-color.org) or on a dumb terminal.
package struct TextStyle: Sendable {
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func heading(_ text: String) -> String { styled("1", text) }
  package func error(_ text: String) -> String { styled("31", text) }
  package func faint(_ text: String) -> String { styled("2", text) }

  private func styled(_ code: String, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}

/// A document on its way to a terminal. A program would read it unchanged; people see it without anything that the
/// terminal would act on. In JSON the escapes are JSON's own, so that text copied from the screen means the same.
package struct TerminalDocument {
  /// The beginning of a scalar or of a line end whose other bytes have not come yet.
  private var begun: [UInt8] = []

  package init() {}

  /// `bytes`, with control characters, bidirectional overrides and everything else that ``VisibleText`` escapes
  /// written as escapes. Tabs and line ends stay; CR LF becomes LF.
  package mutating func visible(_ bytes: [UInt8]) -> [UInt8] {
    let all = begun + bytes
    let whole = Self.wholeCount(all)
    begun = Array(all[whole...])
    return Self.visible(all[..<whole])
  }

  /// The rest at the end of the document.
  package mutating func finish() -> [UInt8] {
    defer { begun = [] }
    return Self.visible(begun[...])
  }

  private static func visible(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    if bytes.allSatisfy({ 0x20..<0x7f ~= $0 || $0 == 0x0a || $0 == 0x09 }) { return Array(bytes) }
    var text = String.UnicodeScalarView()
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      switch scalar {
      case "\n", "\t": text.append(scalar)
      case "\r" where scalars[scalars.index(after: index)...].first == "\n": continue
      case _ where VisibleText.isUnsafe(scalar):
        text.append(contentsOf: VisibleText.escaped(scalar).unicodeScalars)
      default: text.append(scalar)
      }
    }
    return Array(String(text).utf8)
  }

  /// How many bytes there are before a scalar, or a CR LF, that has only begun.
  private static func wholeCount(_ bytes: [UInt8]) -> Int {
    if bytes.last == 0x0d { return bytes.count - 1 }
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xc0 == 0x80 { continue }
      let needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      return needed > length ? bytes.count - length : bytes.count
    }
    return bytes.count
  }
}

extension Output {
  /// A complete document: its own bytes to a pipe or a file, and everything made visible on a terminal.
  package func show(document bytes: [UInt8]) throws {
    guard isTerminal else { return try write(bytes) }
    var document = TerminalDocument()
    try write(document.visible(bytes) + document.finish())
  }
}

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
