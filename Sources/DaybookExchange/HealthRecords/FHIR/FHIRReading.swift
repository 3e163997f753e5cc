// Files as JSON texts: a file is one text, or, as bulk exports are, one text a line. The file's name says which, else
// its first line.

import DaybookInput
import DaybookModel

/// The JSON texts of a file, one after another.
struct FHIRTexts {
  private let stream: ByteStream
  private var rest: [UInt8] = []
  private var isAtEnd = false
  /// nil until the first line told.
  private var isLines: Bool?
  /// From 1: where the next text begins.
  private(set) var line = 1

  init(_ stream: ByteStream) {
    self.stream = stream
    if ["ndjson", "jsonl"].contains(stream.fileExtension) { isLines = true }
  }

  /// The file's format, recognized by its beginning; nil if that does not show it, and once texts were read.
  mutating func begin() throws(LedgerError) -> HealthFormat? {
    guard line == 1, rest.isEmpty, !isAtEnd else { return nil }
    rest = try stream.read()
    if rest.isEmpty { isAtEnd = true }
    return HealthFormat(rest)
  }

  /// The next text and the line at which it begins; nil at the end.
  ///
  /// - Throws: ``LedgerError`` where the file cannot be read or a text is too long.
  mutating func next() throws(LedgerError) -> (bytes: [UInt8], line: Int)? {
    while true {
      guard var text = try nextLine() else { return nil }
      let start = line
      line += 1
      if text.allSatisfy({ $0 <= 0x20 }) { continue }
      if isLines == nil { isLines = Self.isWhole(text) }
      if isLines == false {
        // The rest of the file belongs to it.
        while let more = try nextLine() {
          text.append(UInt8(ascii: "\n"))
          text += more
          try check(text.count)
          line += 1
        }
      }
      return (text, start)
    }
  }

  /// Whether a line is a text by itself.
  private static func isWhole(_ line: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = line.starts(with: mark) ? Array(line.dropFirst(3)) : line
    let span = text.span
    var cursor = JSONCursor()
    cursor.skipSpace(span)
    guard (try? cursor.skipValue(span)) != nil else { return false }
    return (try? cursor.expectEnd(span)) != nil
  }

  private var position = 0

  /// Up to the next LF, without it.
  private mutating func nextLine() throws(LedgerError) -> [UInt8]? {
    var searched = position
    while true {
      if let end = rest[searched...].firstIndex(of: 0x0a) {
        let line = Array(rest[position..<end])
        position = end + 1
        return line
      }
      if isAtEnd {
        guard position < rest.count else { return nil }
        defer { position = rest.count }
        return Array(rest[position...])
      }
      if position > 0 { rest.removeFirst(position) }
      (searched, position) = (rest.count, 0)
      let more = try stream.read()
      if more.isEmpty { isAtEnd = true }
      rest += more
      try check(rest.count)
    }
  }

  private func check(_ count: Int) throws(LedgerError) {
    guard count <= FHIRDocument.sizeBytesMax else {
      throw LedgerError(
        .badData, "a JSON text of more than \(FHIRDocument.sizeBytesMax >> 20) MiB", file: stream.name,
        line: line, advice: "ask for the records as NDJSON, which has no limit, or split it")
    }
  }
}
