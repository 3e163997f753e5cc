// The content of an S/MIME message that is signed and not encrypted: a CMS SignedData (RFC 5652) that carries it
// within itself. Only the path to the content is read, in BER as programs write it: with indefinite lengths and strings
// in pieces. The signature is not checked.

enum SignedData {
  /// The signed entity; nil where it is not SignedData, or carries no content.
  static func content(of bytes: [UInt8]) -> [UInt8]? {
    var outer = BERReader(bytes[...])
    guard var info = outer.enter(0x30), info.read(0x06) == signedData, var wrapped = info.enter(0xa0),
      var signed = wrapped.enter(0x30), signed.read(0x02) != nil, signed.skip(0x31),
      var encapsulated = signed.enter(0x30), encapsulated.read(0x06) != nil,
      var explicit = encapsulated.enter(0xa0)
    else { return nil }
    return explicit.octets(depth: 0)
  }

  /// 1.2.840.113549.1.7.2
  private static let signedData: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]
}

/// Elements of a BER value, one after the other.
private struct BERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  private struct Header {
    var tag: UInt8
    /// Nil if the element extends to its end mark.
    var length: Int?
  }

  /// Enters the next element, if it has the tag. Data after an element without a length cannot be read any more.
  mutating func enter(_ tag: UInt8) -> BERReader? {
    guard let header = header(), header.tag == tag else { return nil }
    guard let length = header.length else { return BERReader(rest) }
    defer { rest = rest.dropFirst(length) }
    return BERReader(rest.prefix(length))
  }

  /// The bytes of the next element, if it has the tag and a length.
  mutating func read(_ tag: UInt8) -> [UInt8]? {
    guard let header = header(), header.tag == tag, let length = header.length else { return nil }
    defer { rest = rest.dropFirst(length) }
    return Array(rest.prefix(length))
  }

  mutating func skip(_ tag: UInt8) -> Bool { read(tag) != nil }

  /// An OCTET STRING, whole or in pieces.
  mutating func octets(depth: Int) -> [UInt8]? {
    guard depth < 8, let header = header() else { return nil }
    switch header.tag {
    case 0x04:
      guard let length = header.length else { return nil }
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    case 0x24:
      var pieces = header.length.map { BERReader(rest.prefix($0)) } ?? BERReader(rest)
      var bytes: [UInt8] = []
      while !pieces.isAtEnd {
        guard let piece = pieces.octets(depth: depth + 1) else { return nil }
        bytes += piece
      }
      rest = header.length.map { rest.dropFirst($0) } ?? pieces.rest.dropFirst(2)
      return bytes
    default: return nil
    }
  }

  /// Also at the mark that ends what has no length.
  private var isAtEnd: Bool { rest.isEmpty || rest.starts(with: [0, 0]) }

  /// nil where there is none, or its length leads out of the bytes.
  private mutating func header() -> Header? {
    guard let tag = rest.popFirst(), tag & 0x1f != 0x1f, let first = rest.popFirst() else { return nil }
    if first == 0x80 { return Header(tag: tag, length: nil) }
    guard first & 0x80 != 0 else { return first <= rest.count ? Header(tag: tag, length: Int(first)) : nil }
    let count = Int(first & 0x7f)
    guard count <= 4, rest.count >= count else { return nil }
    var length = 0
    for byte in rest.prefix(count) { length = length << 8 | Int(byte) }
    rest = rest.dropFirst(count)
    return length <= rest.count ? Header(tag: tag, length: length) : nil
  }
}
