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
