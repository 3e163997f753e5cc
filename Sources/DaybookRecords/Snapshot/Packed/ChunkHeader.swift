// A chunk: some entities of one kind in the order of their arrival, with all their data, packed together so that they
// are unpacked together. It begins with three sizes: of its structure unpacked and packed, and of its texts packed.
// Then come the structure and the texts, each a zstd frame with a checksum, and the ids that are UUIDs, 16 bytes each.
//
// The structure begins with a header. Then follow columns: for each write, its leaf, its origin and its time; the
// asides; for each row, which columns are set; for each entity, its number and the rest of its record; then separate
// streams: a tag for each cell that is set (``CellTag``), short values, sizes of texts, data that a tag cannot hold,
// and ids that are not UUIDs.

/// The place of a chunk in the section, and the places of its contents once it is unpacked.
struct PackedChunk: BitwiseCopyable {
  var offset: UInt64 = 0
  var sizeBytes: UInt64 = 0
  var textStart: UInt64 = 0
  var idStart: UInt64 = 0
  var writeStart: UInt32 = 0
  var asideStart: UInt32 = 0
  var firstCell: UInt32 = 0
  var unused: UInt32 = 0
}

/// The sizes of a chunk's contents.
struct ChunkHeader {
  var kind: UInt64 = 0
  var entityCount: UInt64 = 0
  var width: UInt64 = 0
  var textCount: UInt64 = 0
  var writeCount: UInt64 = 0
  var asideCount: UInt64 = 0
  var idCount: UInt64 = 0
  /// What the last entity's record names.
  var nextOfKind: UInt64 = 0

  init() {}

  init(_ source: inout ByteSource) {
    kind = source.number()
    entityCount = source.number()
    width = source.number()
    textCount = source.number()
    writeCount = source.number()
    asideCount = source.number()
    idCount = source.number()
    nextOfKind = source.number()
  }

  func write(to stream: inout ByteStream) {
    for number in [
      kind, entityCount, width, textCount, writeCount, asideCount, idCount, nextOfKind,
    ] {
      stream.put(number: number)
    }
  }
}

/// The form of a cell, as far as one byte can express it.
enum CellTag {
  /// The lowest four bits: the number of bytes of a value in place, or one of these.
  static let text: UInt8 = 8
  /// A text that does not follow the one before.
  static let textElsewhere: UInt8 = 9
  /// A value in place, in another form.
  static let raw: UInt8 = 10
  static let valueMask: UInt8 = 0xf
  /// The write is none of these: that of the cell before, or the first that no cell named yet.
  static let sameWrite: UInt8 = 0
  static let nextWrite: UInt8 = 1 << 4
  static let otherWrite: UInt8 = 2 << 4
  static let writeMask: UInt8 = 3 << 4
  /// The time is not the write's.
  static let hasTime: UInt8 = 1 << 6
  /// The mark is not that of the cell before.
  static let hasMark: UInt8 = 1 << 7
}

/// Ids in the canonical form of UUIDs, which most are.
enum PackedUUID {
  static let textCount = 36
  static let sizeBytes = 16

  @inline(__always)
  private static func isHyphen(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  /// False for any other text; then `bytes` is invalid.
  static func pack(_ text: UnsafePointer<UInt8>, to bytes: UnsafeMutablePointer<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen else { return false }
    // Eight digits at a time, from two places.
    let first = digits(text, 0, 4)
    let second = digits(text, 9, 14)
    let third = digits(text, 19, 24)
    let fourth = digits(text, 28, 32)
    let place = UnsafeMutableRawPointer(bytes)
    place.storeBytes(of: first.number.littleEndian, as: UInt32.self)
    (place + 4).storeBytes(of: second.number.littleEndian, as: UInt32.self)
    (place + 8).storeBytes(of: third.number.littleEndian, as: UInt32.self)
    (place + 12).storeBytes(of: fourth.number.littleEndian, as: UInt32.self)
    return first.others | second.others | third.others | fourth.others == 0
  }

  /// Two times four digits as a number; bits of `others` are set where they are not hexadecimal digits in lower case.
  @inline(__always)
  private static func digits(
    _ text: UnsafePointer<UInt8>, _ high: Int, _ low: Int
  ) -> (number: UInt32, others: UInt64) {
    let raw = UnsafeRawPointer(text)
    let characters =
      UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: high, as: UInt32.self)))
      | UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: low, as: UInt32.self))) << 32
    // The seventh bit distinguishes letters from digits; a letter's low bits are nine less than its value.
    let letters = characters >> 6 & 0x0101_0101_0101_0101
    let values = (characters & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
    let expected = values &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    // Above nine for a letter, and never above fifteen.
    let isAboveNine = (values &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let others = characters ^ expected | isAboveNine ^ letters | values & 0xf0f0_f0f0_f0f0_f0f0
    var pairs = (values << 4 | values >> 8) & 0x00ff_00ff_00ff_00ff
    pairs = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff
    return (UInt32(truncatingIfNeeded: pairs | pairs >> 16), others)
  }

  static func unpack(_ bytes: UnsafePointer<UInt8>, to text: UnsafeMutablePointer<UInt8>) {
    var place = 0
    for index in 0..<sizeBytes {
      if isHyphen(place) {
        text[place] = UInt8(ascii: "-")
        place += 1
      }
      text[place] = character(bytes[index] >> 4)
      text[place + 1] = character(bytes[index] & 0xf)
      place += 2
    }
  }

  @inline(__always)
  private static func character(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
  }
}
