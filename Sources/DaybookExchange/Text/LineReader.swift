// Physical lines of a text in chunks, numbered from 1: what vCard and iCalendar are made of. Memory is
// one chunk and one line, whatever the file holds.

/// A line without its end.
public struct TextLine: Sendable {
  /// The line's number, from 1.
  public var number: Int
  /// Its bytes, without the end of line.
  public var bytes: [UInt8]
  /// Whether the line was longer than the limit; the rest is lost.
  public var isCut: Bool

  /// A line. `isCut` says that it was longer than the reader's limit.
  public init(number: Int, bytes: [UInt8], isCut: Bool = false) {
    (self.number, self.bytes, self.isCut) = (number, bytes, isCut)
  }

  /// Whether it contains only spaces and tabs.
  public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}

/// Reads lines that end in LF, CRLF or CR, with their numbers.
public struct LineReader {
  private let limitBytes: Int
  private var text: TextBytes
  private var buffer: [UInt8] = []
  private var position = 0
  private var number = 0
  private var pending: TextLine?

  /// `read` gives the next bytes, and none at the end. LF, CR LF and CR end a line, and so does
  /// CR CR LF, which file transfers in text mode leave behind.
  public init(limitBytes: Int, read: @escaping () throws -> [UInt8]) {
    self.limitBytes = limitBytes
    text = TextBytes(read)
  }

  /// Reads the lines of bytes in memory; lines longer than the limit are cut.
  public init(_ bytes: [UInt8], limitBytes: Int = .max) {
    var rest: [UInt8]? = bytes
    self.init(limitBytes: limitBytes) {
      defer { rest = nil }
      return rest ?? []
    }
  }

  /// The line that ``next()`` will return.
  public mutating func peek() throws -> TextLine? {
    if pending == nil { pending = try readLine() }
    return pending
  }

  /// The next line; nil at the end.
  public mutating func next() throws -> TextLine? {
    if let line = pending {
      pending = nil
      return line
    }
    return try readLine()
  }

  /// Makes ``next()`` return `line` again before the rest.
  public mutating func putBack(_ line: TextLine) { pending = line }

  private mutating func readLine() throws -> TextLine? {
    var line = TextLine(number: number + 1, bytes: [])
    var hasContent = false
    while true {
      if position >= buffer.count {
        guard try fill() else {
          if hasContent { number += 1 }
          return hasContent ? line : nil
        }
      }
      hasContent = true
      let end = buffer[position...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? buffer.count
      let room = limitBytes - line.bytes.count
      if end - position > room { line.isCut = true }
      line.bytes.append(contentsOf: buffer[position..<min(end, position + min(room, end - position))])
      position = end
      if end < buffer.count {
        try skipLineEnd()
        number += 1
        return line
      }
    }
  }

  /// LF, or CR with whatever CRs and one LF follow; a sequence of CRs without LF ends as many lines.
  private mutating func skipLineEnd() throws {
    if buffer[position] == 0x0a {
      position += 1
      return
    }
    var end = position + 1
    while true {
      if end >= buffer.count {
        // A file of nothing but CRs must not gather in the buffer.
        guard end - position < 16, try extend() else { break }
      }
      if buffer[end] == 0x0a {
        position = end + 1
        return
      }
      guard buffer[end] == 0x0d, end - position < 16 else { break }
      end += 1
    }
    position += 1
  }

  /// Replaces the used-up buffer; false at the end.
  private mutating func fill() throws -> Bool {
    buffer.removeAll(keepingCapacity: true)
    position = 0
    return try extend()
  }

  /// Adds the next bytes to the buffer; false at the end.
  private mutating func extend() throws -> Bool {
    let chunk = try text.next()
    buffer.append(contentsOf: chunk)
    return !chunk.isEmpty
  }
}
