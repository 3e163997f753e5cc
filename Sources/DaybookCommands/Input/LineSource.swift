import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines of a file, one at a time; blank ones are skipped. Memory is one chunk and one line, which may not exceed
/// the log's own limit.
struct LineSource: ~Copyable {
  private let file: InputFile
  private var chunk: [UInt8] = []
  private var position = 0
  /// The part of a line that began in an earlier chunk.
  private var begun: [UInt8] = []
  private var isAtEnd = false
  /// The last line, from 1.
  private(set) var number = 0

  init(_ path: String) throws(LedgerError) { file = try InputFile(path) }

  var name: String { file.name }

  /// Whether `next` would return without waiting for the other side of a pipe.
  func isReady() -> Bool { isAtEnd || lineEnd() != nil || file.isReady() }

  /// Lends the next line without its end (LF or CR LF), and its number; false at the end.
  mutating func next(
    _ body: (_ line: Span<UInt8>, _ number: Int) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Bool {
    while true {
      if let end = lineEnd() {
        let start = position
        position = end + 1
        if begun.isEmpty {
          var lines = number
          let isLine = try Self.take(chunk.span.extracting(start..<end), &lines, name, body)
          number = lines
          if isLine { return true }
        } else {
          begun += chunk[start..<end]
          if try takeBegun(body) { return true }
        }
        continue
      }
      begun += chunk[position...]
      try Self.check(begun.count, number, name)
      chunk = isAtEnd ? [] : try file.read()
      position = 0
      if chunk.isEmpty {
        isAtEnd = true
        if begun.isEmpty { return false }
        return try takeBegun(body)
      }
    }
  }

  private mutating func takeBegun(
    _ body: (_ line: Span<UInt8>, _ number: Int) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Bool {
    let line = begun
    begun = []
    return try Self.take(line.span, &number, name, body)
  }

  /// False for a blank line.
  private static func take(
    _ line: Span<UInt8>, _ number: inout Int, _ name: String,
    _ body: (_ line: Span<UInt8>, _ number: Int) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Bool {
    try check(line.count, number, name)
    number += 1
    let hasReturn = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r")
    let text = line.extracting(0..<line.count - (hasReturn ? 1 : 0))
    var index = 0
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    if index == text.count { return false }
    try body(text, number)
    return true
  }

  /// Where the next line ends in the chunk.
  private func lineEnd() -> Int? {
    let start = position
    return chunk.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, 0x0a, bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private static func check(_ count: Int, _ number: Int, _ name: String) throws(LedgerError) {
    guard count <= JSONLimit.lineSizeBytesMax + 1 else {
      throw LedgerError(
        .badData, "a line longer than \(JSONLimit.lineSizeBytesMax) bytes", file: name, line: number + 1,
        advice: "keep large values in separate files (--set field=@file)")
    }
  }
}
