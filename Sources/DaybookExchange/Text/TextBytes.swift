/// The bytes of a text in chunks, as UTF-8 where a byte order mark or an ASCII letter in two bytes says that they are
/// UTF-16; without the mark.
public struct TextBytes {
  private let read: () throws -> [UInt8]
  private var wide: WideText?
  private var hasBegun = false
  private var isAtEnd = false

  /// - Parameter read: gives the next bytes, and none at the end.
  public init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// Empty at the end.
  public mutating func next() throws -> [UInt8] {
    while !isAtEnd {
      var chunk = hasBegun ? try read() : try begin()
      isAtEnd = chunk.isEmpty
      let mark = hasBegun ? 0 : detect(chunk)
      hasBegun = true
      chunk.removeFirst(mark)
      if wide != nil { chunk = (isAtEnd ? wide?.finish() : wide?.convert(chunk)) ?? [] }
      if !chunk.isEmpty { return chunk }
    }
    return []
  }

  /// A mark may be cut by the first chunk's end.
  private func begin() throws -> [UInt8] {
    var chunk = try read()
    while chunk.count < 3, !chunk.isEmpty {
      let more = try read()
      if more.isEmpty { break }
      chunk += more
    }
    return chunk
  }

  /// - Returns: the length of the mark.
  private mutating func detect(_ start: [UInt8]) -> Int {
    let found = WideText.detect(start)
    wide = found.order.map { WideText($0) }
    return found.markLength
  }
}

// UTF-16 in chunks to UTF-8 in chunks, so that a reader of lines need not know of it.

/// Converts UTF-16 to UTF-8, piece by piece.
public struct WideText {
  /// The order of the two bytes of a unit.
  public enum Order: Sendable { case little, big }

  let order: Order
  private var oddByte: UInt8?
  private var highSurrogate: UInt16?

  /// A converter for one byte order.
  public init(_ order: Order) { self.order = order }

  /// Detects the encoding from the first bytes of a file: by a byte order mark of UTF-16 or UTF-8, with its length, or
  /// by an ASCII letter in two bytes.
  public static func detect(_ start: some Collection<UInt8>) -> (order: Order?, markLength: Int) {
    switch Array(start.prefix(3)) {
    case let bytes where bytes.starts(with: [0xff, 0xfe]): (.little, 2)
    case let bytes where bytes.starts(with: [0xfe, 0xff]): (.big, 2)
    case [0xef, 0xbb, 0xbf]: (nil, 3)
    case let bytes where bytes.count > 1 && bytes[0] == 0 && bytes[1] != 0: (.big, 0)
    case let bytes where bytes.count > 1 && bytes[0] != 0 && bytes[1] == 0: (.little, 0)
    default: (nil, 0)
    }
  }

  /// The UTF-8 of the next bytes. A surrogate without its other half becomes U+FFFD.
  public mutating func convert(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes {
      guard let first = oddByte else {
        oddByte = byte
        continue
      }
      oddByte = nil
      let unit =
        order == .little ? UInt16(byte) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(byte)
      append(unit, to: &output)
    }
    return output
  }

  /// The remaining output at the end of the text.
  public mutating func finish() -> [UInt8] {
    var output: [UInt8] = []
    if highSurrogate != nil || oddByte != nil { WideText.append("\u{fffd}", to: &output) }
    (oddByte, highSurrogate) = (nil, nil)
    return output
  }

  private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if unit & 0xfc00 == 0xdc00 {
        let value = 0x10000 + (UInt32(high & 0x3ff) << 10 | UInt32(unit & 0x3ff))
        return WideText.append(Unicode.Scalar(value) ?? "\u{fffd}", to: &output)
      }
      WideText.append("\u{fffd}", to: &output)
    }
    if unit & 0xfc00 == 0xd800 {
      highSurrogate = unit
    } else {
      WideText.append(Unicode.Scalar(UInt32(unit)) ?? "\u{fffd}", to: &output)
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}

/// Decodes the bytes of a text format.
public enum MarkupBytes {
  /// By a byte order mark, else by the charset that HTML names, else UTF-8 or windows-1252.
  public static func decode(_ bytes: [UInt8], declaresCharset: Bool) -> [UInt8] {
    let (order, markLength) = WideText.detect(bytes)
    if markLength > 0 {
      let text = Array(bytes.dropFirst(markLength))
      guard var wide = order.map({ WideText($0) }) else { return Array(Charset.decode(text).utf8) }
      return wide.convert(text) + wide.finish()
    }
    let name = declaresCharset ? charset(in: bytes.prefix(1024)) : nil
    return Array(Charset.decode(bytes, named: name).utf8)
  }

  /// The value after `charset=`.
  private static func charset(in beginning: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: beginning, as: UTF8.self).lowercased()
    guard let mark = text.firstRange(of: "charset=") else { return nil }
    let name = text[mark.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
      .prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
    return name.isEmpty ? nil : String(name)
  }
}
