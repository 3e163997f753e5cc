// Messages out of an mbox in chunks. Memory is one message, and of a message that is too large its beginning.
//
// The four dialects mark the end of a message in two ways: mboxo and mboxrd by the next From_ line, mboxcl and mboxcl2
// by a Content-Length. Many files have wrong lengths, so a length counts only if it leads to a From_ line or to the end
// of the file. A line that begins with "From " counts as a From_ line if it looks like one and the text after it looks
// like a header, whether or not a blank line precedes it: an unquoted sentence that begins so does not split a message.

/// A message as it stands in its file, with its quoted lines restored.
struct MboxMessage: Sendable, Equatable {
  /// The line of its From_ line, from 1.
  var line: Int
  /// Where that begins in the file.
  var offset: Int64
  /// Without its end.
  var fromLine: [UInt8]
  var bytes: [UInt8]
  /// The message was longer than ``MboxReader/messageBytesMax``; the rest is lost.
  var isCut = false
}

enum MboxEntry: Sendable, Equatable {
  case message(MboxMessage)
  case skipped(line: Int, reason: String)
}

struct MboxReader {
  /// Attachments of 45 MiB in base64.
  static let messageBytesMax = 64 << 20
  /// No header of a message is longer.
  private static let headerBytesMax = 4 << 20
  /// No line that separates messages is longer.
  private static let fromLineBytesMax = 1000
  /// A longer line is not tested for being blank.
  private static let blankBytesMax = 256

  private var buffer: MboxBuffer
  private var quoting: FromQuoting
  private let limitBytes: Int
  private var line = 1
  private var hasBegun = false

  /// `read` gives the next bytes of the file, and none at its end. Without a dialect, each message is read in the one
  /// that its file seems to use.
  init(
    dialect: MboxDialect? = nil, limitBytes: Int = MboxReader.messageBytesMax,
    read: @escaping () throws -> [UInt8]
  ) {
    buffer = MboxBuffer(read: read)
    quoting = FromQuoting(dialect: dialect)
    self.limitBytes = limitBytes
  }

  init(
    _ bytes: [UInt8], dialect: MboxDialect? = nil, limitBytes: Int = MboxReader.messageBytesMax
  ) {
    var rest: [UInt8]? = bytes
    self.init(dialect: dialect, limitBytes: limitBytes) {
      defer { rest = nil }
      return rest ?? []
    }
  }

  /// How many bytes were taken from the file so far.
  var offset: Int64 { buffer.offset }

  /// The next message; nil at the end. Throws what `read` throws.
  mutating func next() throws -> MboxEntry? {
    if !hasBegun {
      hasBegun = true
      if let foreign = try skipToFirst() { return foreign }
    }
    guard try buffer.has(0) else { return nil }
    return .message(try readMessage())
  }

  /// Skips to the first From_ line. Blank lines before it do not matter.
  private mutating func skipToFirst() throws -> MboxEntry? {
    if try buffer.has(2), buffer.starts(with: "\u{feff}", at: 0) { buffer.take(3) }
    var place = 0
    while try buffer.has(place), buffer[place] == 0x0a || buffer[place] == 0x0d { place += 1 }
    take(place)
    guard try buffer.has(0) else { return nil }
    _ = try buffer.has(4)
    if buffer.starts(with: "From ", at: 0) { return nil }
    let firstLine = line
    let (end, _) = try findSeparator(from: 0, keeping: 0)
    take(end)
    return .skipped(
      line: firstLine,
      reason: try buffer.has(0)
        ? "these lines come before the first From_ line"
        : "no From_ line: this is not an mbox; import a single message with `import eml`")
  }

  private mutating func readMessage() throws -> MboxMessage {
    let lineEnd = try endOfLine(0, before: Self.headerBytesMax)
    var message = MboxMessage(
      line: line, offset: buffer.offset,
      fromLine: Array(buffer[0..<min(lineEnd, Self.fromLineBytesMax)].droppingLineEnd), bytes: [])
    take(lineEnd)
    let (header, declared) = try readHeader()
    if let length = declared, let end = try end(ofLength: length, from: header) {
      message.bytes = Array(buffer[0..<end])
      take(end)
      try takeBlankLines()
      quoting.undo(in: &message.bytes, from: header, hasLength: true)
    } else {
      let (end, kept) = try findSeparator(from: 0, keeping: limitBytes)
      message.isCut = kept != nil
      message.bytes = kept ?? Array(buffer[0..<end])
      take(end)
      if !message.isCut { message.bytes.dropOneBlankLine() }
      quoting.undo(in: &message.bytes, from: min(header, message.bytes.count), hasLength: false)
    }
    return message
  }

  // MARK: Length

  /// How long the header is, with the blank line behind it, and the length that it gives to the body.
  private mutating func readHeader() throws -> (bytes: Int, contentLength: Int?) {
    var place = 0
    var length: Int?
    while try buffer.has(place), place < Self.headerBytesMax {
      let end = try endOfLine(place, before: Self.headerBytesMax)
      let line = buffer[place..<min(end, place + 64)].droppingLineEnd
      if line.isEmpty { return (end, length) }
      // A message that was cut in its header.
      if line.starts(with: Array("From ".utf8)) { break }
      if length == nil { length = Self.contentLength(line) }
      place = end
    }
    return (place, nil)
  }

  private static func contentLength(_ line: ArraySlice<UInt8>) -> Int? {
    guard line.first.map({ $0 | 0x20 }) == UInt8(ascii: "c"), line.count > 15 else { return nil }
    let text = String(decoding: line, as: UTF8.self).lowercased()
    guard text.hasPrefix("content-length:") else { return nil }
    return Int(text.dropFirst(15).filter { $0 != " " && $0 != "\t" }).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The end of a body that long; nil where neither a From_ line nor the end of the file is there.
  private mutating func end(ofLength length: Int, from header: Int) throws -> Int? {
    guard length <= limitBytes - header else { return nil }
    let end = header + length
    guard try buffer.has(end) else { return buffer.count == end ? end : nil }
    var place = end
    while try buffer.has(place), place - end < 8, buffer[place] == 0x0a || buffer[place] == 0x0d {
      place += 1
    }
    guard try buffer.has(place) else { return end }
    let beginsLine = place > end || end == 0 || buffer[end - 1] == 0x0a
    return try beginsLine && isSeparator(at: place, isAfterBlank: true) ? end : nil
  }

  // MARK: From_ lines

  /// The beginning of the next From_ line at or after `first`, or the end of the file. If the text is longer than
  /// `limit`, only its beginning is returned, and the rest is already taken from the buffer.
  private mutating func findSeparator(from first: Int, keeping limit: Int) throws -> (Int, kept: [UInt8]?) {
    var place = first
    var beginsLine = true
    var kept: [UInt8]?
    while try buffer.has(place) {
      if beginsLine, buffer[place] == UInt8(ascii: "F"),
        try isSeparator(at: place, isAfterBlank: isBlankLine(before: place))
      {
        break
      }
      place = try endOfLine(place, before: place + (1 << 20))
      beginsLine = buffer[place - 1] == 0x0a
      if place > limit {
        kept = kept ?? Array(buffer[0..<min(limit, place)])
        // Enough stays to see whether a blank line precedes the next bytes.
        if place > 1 << 20 {
          take(place - Self.blankBytesMax)
          place = Self.blankBytesMax
        }
      }
    }
    return (min(place, buffer.count), kept)
  }

  private func isBlankLine(before place: Int) -> Bool {
    guard place > 0 else { return true }
    // Before its line feed; some programs leave a space there.
    let line = buffer[0..<(place - 1)].suffix(Self.blankBytesMax).reversed().drop {
      $0 == 0x20 || $0 == 0x09 || $0 == 0x0d
    }
    return line.first == nil ? place <= Self.blankBytesMax : line.first == 0x0a
  }

  private mutating func isSeparator(at place: Int, isAfterBlank: Bool) throws -> Bool {
    _ = try buffer.has(place + 4)
    guard buffer.starts(with: "From ", at: place) else { return false }
    let limit = place + Self.fromLineBytesMax
    guard let end = try buffer.lineFeed(from: place, before: limit) else {
      // The file is cut in its last From_ line.
      return buffer.count < limit && FromLine.shape(buffer[place..<buffer.count]) == .dated
    }
    switch FromLine.shape(buffer[place..<end]) {
    case .prose:
      return try isAfterBlank && FromLine.namesSender(buffer[place..<end]) && headerFollows(end + 1)
    case .bare:
      if isAfterBlank { return try follows(end + 1) == .header }
      return try FromLine.namesSender(buffer[place..<end]) && headerFollows(end + 1)
    case .dated:
      let next = try follows(end + 1)
      return next == .header || isAfterBlank && next != .text
    }
  }

  private enum Following { case header, blank, text }

  /// What kind of text begins there.
  private mutating func follows(_ place: Int) throws -> Following {
    guard try buffer.has(place) else { return .blank }
    _ = try buffer.has(place + 255)
    let line = buffer[place..<min(place + 256, buffer.count)]
    guard let first = line.first, first != 0x0a, !line.starts(with: [0x0d, 0x0a]) else { return .blank }
    // Some programs quoted a second From_ line and left it among the header.
    if line.starts(with: Array(">From ".utf8)) { return .header }
    let name = line.prefix { $0 > 0x20 && $0 != UInt8(ascii: ":") && $0 < 0x7f }
    // The file is cut in its last header.
    if name.endIndex == line.endIndex, line.count < 256 { return .header }
    let rest = line[name.endIndex...]
    // `http://…` is not a header.
    guard !name.isEmpty, rest.first == UInt8(ascii: ":"), !rest.dropFirst().starts(with: Array("//".utf8))
    else {
      return .text
    }
    return .header
  }

  /// Whether a header of several lines with a field of mail begins there, if little else shows that a message begins.
  private mutating func headerFollows(_ first: Int) throws -> Bool {
    var (place, count, isMail) = (first, 0, false)
    while count < 20, try buffer.has(place), try follows(place) == .header || isFolded(place) {
      let end = try endOfLine(place, before: place + (1 << 16))
      let name = String(
        decoding: buffer[place..<min(end, place + 64)].prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
      isMail = isMail || MessageReader.isMail(name.lowercased())
      (place, count) = (end, count + 1)
    }
    return count > 1 && isMail
  }

  /// A line that continues the one before it.
  private func isFolded(_ place: Int) -> Bool { buffer[place] == 0x20 || buffer[place] == 0x09 }

  // MARK: Lines

  /// The end of the line that begins there; `limit` if it does not end before.
  private mutating func endOfLine(_ place: Int, before limit: Int) throws -> Int {
    try buffer.lineFeed(from: place, before: limit).map { $0 + 1 } ?? min(buffer.count, limit)
  }

  private mutating func takeBlankLines() throws {
    var place = 0
    while try buffer.has(place), buffer[place] == 0x0a || buffer[place] == 0x0d { place += 1 }
    take(place)
  }

  private mutating func take(_ count: Int) {
    line += buffer.lineFeedCount(before: count)
    buffer.take(count)
  }
}

extension ArraySlice<UInt8> {
  /// Without LF or CR LF.
  fileprivate var droppingLineEnd: ArraySlice<UInt8> {
    var line = self
    if line.last == 0x0a { line.removeLast() }
    if line.last == 0x0d { line.removeLast() }
    return line
  }
}

extension [UInt8] {
  /// The blank line before a From_ line belongs to the file.
  fileprivate mutating func dropOneBlankLine() {
    guard last == 0x0a else { return }
    let end = dropLast().lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }
    if let end, self[end] == 0x0a { removeLast(count - end - 1) }
  }
}
