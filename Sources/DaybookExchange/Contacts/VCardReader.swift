// Cards out of a file in chunks. Memory is one card: a file may hold a million.

import DaybookText

struct VCardReader {
  /// No line, folded or not, may be longer: a photo of 12 MB.
  static let lineBytesMax = 16 << 20

  private var lines: LineReader
  private var hasFound = false

  /// `read` gives the next bytes of the file, and none at its end.
  init(read: @escaping () throws -> [UInt8]) {
    lines = LineReader(limitBytes: VCardReader.lineBytesMax, read: read)
  }

  init(_ bytes: [UInt8]) {
    lines = LineReader(bytes, limitBytes: VCardReader.lineBytesMax)
  }

  /// The next card or skipped card; nil at the end. Throws what `read` throws.
  mutating func next() throws -> VCardEntry? {
    // Lines between cards: a greeting or a mail header is nobody's loss, a name or an address is somebody.
    var firstLine: Int?
    var firstProperty: Int?
    while let line = try lines.next() {
      switch CardBoundary(line.bytes) {
      case .begin:
        hasFound = true
        if let firstProperty {
          lines.putBack(line)
          return .skipped(line: firstProperty, reason: "no BEGIN:VCARD before these properties")
        }
        return try readCard(from: line.number)
      case .end, .endAndBegin:
        hasFound = true
        if CardBoundary(line.bytes) == .endAndBegin { putBackBegin(line.number) }
        return .skipped(line: firstProperty ?? line.number, reason: "END:VCARD without BEGIN:VCARD")
      case nil:
        if !line.isBlank { firstLine = firstLine ?? line.number }
        if firstProperty == nil, let name = VCardProperty(line.bytes)?.name,
          ["FN", "N", "EMAIL", "TEL", "UID"].contains(name)
        {
          firstProperty = line.number
        }
      }
    }
    guard let line = firstProperty ?? (hasFound ? nil : firstLine) else { return nil }
    defer { hasFound = true }
    return .skipped(
      line: line,
      reason: firstProperty == nil
        ? "no BEGIN:VCARD: this is not a vCard file" : "no BEGIN:VCARD before these properties")
  }

  private mutating func readCard(from begin: Int) throws -> VCardEntry {
    var builder = VCardBuilder(line: begin)
    while let line = try lines.next() {
      switch CardBoundary(line.bytes) {
      case .end:
        return builder.finish()
      case .endAndBegin:
        putBackBegin(line.number)
        return builder.finish()
      case .begin:
        lines.putBack(line)
        return .skipped(
          line: begin, reason: "no END:VCARD before the next BEGIN:VCARD in line \(line.number)")
      case nil:
        guard let logical = try unfold(line, isOld: builder.isOld) else {
          builder.fail("a value is longer than \(VCardReader.lineBytesMax >> 20) MiB")
          continue
        }
        guard let property = VCardProperty(logical) else { continue }
        builder.add(property)
        if property.name == "AGENT" { builder.add(agent: try agent(property)) }
      }
    }
    return .skipped(line: begin, reason: "no END:VCARD before the end of the file")
  }

  /// Files joined without a line feed between them.
  private mutating func putBackBegin(_ number: Int) {
    lines.putBack(TextLine(number: number, bytes: Array("BEGIN:VCARD".utf8)))
  }

  /// The logical line that begins with `line`; nil if it is too long.
  private mutating func unfold(_ line: TextLine, isOld: Bool) throws -> [UInt8]? {
    var logical = line.bytes
    var isCut = line.isCut
    let encoding = VCardProperty(logical)?.encoding ?? .none
    while let next = try lines.peek() {
      let isFolded = next.bytes.first == 0x20 || next.bytes.first == 0x09
      var dropped = 0
      switch encoding {
      case .quotedPrintable where logical.last == UInt8(ascii: "="):
        // A soft line break; at the card's end it is a stray one.
        guard CardBoundary(next.bytes) == nil else { return isCut ? nil : logical }
        logical.removeLast()
      case .base64 where !isFolded && next.bytes.looksLikeBase64:
        break
      default:
        guard isFolded else { return isCut ? nil : logical }
        // vCard 2.1 folds before white space that stays; base64 has none to lose.
        dropped = isOld ? 0 : 1
      }
      isCut = isCut || next.isCut || logical.count + next.bytes.count > VCardReader.lineBytesMax
      if !isCut { logical.append(contentsOf: next.bytes.dropFirst(dropped)) }
      _ = try lines.next()
    }
    return isCut ? nil : logical
  }

  /// The lines of an AGENT of vCard 2.1, which is a whole card within the card.
  private mutating func agent(_ property: VCardProperty) throws -> [[UInt8]] {
    let value = Charset.decode(property.value).trimmed.uppercased()
    var lines: [[UInt8]] = []
    var sizeBytes = 0
    var depth = 0
    if value.isEmpty {
      while let line = try self.lines.peek(), !line.bytes.contains(where: { $0 > 0x20 }) {
        _ = try self.lines.next()
      }
      guard let line = try self.lines.peek(), CardBoundary(line.bytes) == .begin else { return [] }
    } else {
      guard value == "BEGIN:VCARD" else { return [] }
      depth = 1
    }
    while let line = try self.lines.next() {
      switch CardBoundary(line.bytes) {
      case .begin: depth += 1
      case .end: depth -= 1
      case .endAndBegin, nil: break
      }
      sizeBytes += line.bytes.count
      if sizeBytes <= VCardReader.lineBytesMax { lines.append(line.bytes) }
      if depth == 0 { break }
    }
    return lines
  }
}

/// `BEGIN:VCARD` and `END:VCARD`, in any case and with white space and a byte order mark around.
private enum CardBoundary {
  case begin, end, endAndBegin

  init?(_ line: [UInt8]) {
    // Long lines are not boundaries; most lines are settled by this.
    guard line.count < 64, line.first != 0x20, line.first != 0x09 else { return nil }
    let letters = line.filter { $0 > 0x20 && $0 < 0x80 }.map { $0 >= 0x61 && $0 <= 0x7a ? $0 - 0x20 : $0 }
    switch String(decoding: letters, as: UTF8.self) {
    case "BEGIN:VCARD": self = .begin
    case "END:VCARD": self = .end
    case "END:VCARDBEGIN:VCARD": self = .endAndBegin
    default: return nil
    }
  }
}

extension [UInt8] {
  /// A whole line of base64: some programs do not indent it.
  fileprivate var looksLikeBase64: Bool {
    count >= 4
      && allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
          true
        default: false
        }
      }
  }
}
