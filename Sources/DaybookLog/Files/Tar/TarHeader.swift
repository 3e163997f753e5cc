// One header block of a tar: POSIX.1-1988 "ustar", what POSIX.1-2001 "pax" and GNU tar made of it, and the format
// before them. See pax(1) in POSIX, and "Basic Tar Format" in GNU tar's manual.

/// An error in a tar, and its place.
package struct TarError: Error, Equatable, Sendable, CustomStringConvertible {
  package var description: String
  /// The place of the member's header, in bytes from the beginning.
  package var offset: Int

  init(_ description: String, at offset: Int) { (self.description, self.offset) = (description, offset) }
}

struct TarHeader {
  static let sizeBytes = 512

  /// What follows the header.
  enum Kind: Equatable {
    case file, folder, link
    /// Devices, FIFOs and others that do not occur in a ledger.
    case other
    /// A file of which the archive has only some pieces.
    case sparse
    /// Data for which the next member's header has no room: pax records for it or for all that follow, its name, its
    /// link's target.
    case records, globalRecords, longName, longTarget
  }

  /// The name as in the header: bytes, as in any file system.
  var name: [UInt8]
  var kind: Kind
  var contentSizeBytes: Int

  /// Nil for a block of zeros, which ends an archive.
  init?(_ block: ArraySlice<UInt8>, at offset: Int) throws(TarError) {
    guard block.count == Self.sizeBytes else {
      throw TarError("it ends in the middle of a header: it was cut off", at: offset)
    }
    if block.allSatisfy({ $0 == 0 }) { return nil }
    let start = block.startIndex
    func field(_ range: Range<Int>) -> ArraySlice<UInt8> {
      block[start + range.lowerBound..<start + range.upperBound]
    }
    let isUstar = field(257..<262).elementsEqual("ustar".utf8)
    guard Self.sums(of: block).contains(try Self.number(field(148..<156), at: offset)) else {
      throw TarError(
        isUstar ? "a header's checksum is wrong" : "this is not a header of a tar", at: offset)
    }
    contentSizeBytes = try Self.number(field(124..<136), at: offset)
    name = Self.text(field(0..<100))
    // GNU's own headers, which are marked by a space, have other data there.
    let prefix = Self.text(field(345..<500))
    if isUstar, block[start + 262] == 0, !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
    switch block[start + 156] {
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
      // Before types existed, a folder was marked by this end of its name.
      kind = name.last == UInt8(ascii: "/") ? .folder : .file
    case UInt8(ascii: "1"), UInt8(ascii: "2"): kind = .link
    case UInt8(ascii: "5"): kind = .folder
    case UInt8(ascii: "S"): kind = .sparse
    case UInt8(ascii: "x"): kind = .records
    case UInt8(ascii: "g"): kind = .globalRecords
    case UInt8(ascii: "L"): kind = .longName
    case UInt8(ascii: "K"): kind = .longTarget
    default: kind = .other
    }
    // Some programs give a folder or a device the size of its origin; no content follows.
    if [.folder, .link].contains(kind) { contentSizeBytes = 0 }
  }

  /// The sum of the block's bytes with the checksum's own place as spaces; old programs added them as signed.
  private static func sums(of block: ArraySlice<UInt8>) -> [Int] {
    var (unsigned, signed) = (0, 0)
    for (index, byte) in block.enumerated() {
      let byte = (148..<156).contains(index) ? UInt8(ascii: " ") : byte
      unsigned += Int(byte)
      signed += Int(Int8(bitPattern: byte))
    }
    return [unsigned, signed]
  }

  /// Octal digits among spaces and zeros, or GNU's binary form for larger numbers.
  private static func number(_ field: ArraySlice<UInt8>, at offset: Int) throws(TarError) -> Int {
    let isBinary = field.first == 0x80
    var value = 0
    let digits =
      isBinary
      ? field.dropFirst()
      : field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") && $0 != 0 }
    let base = isBinary ? 256 : 8
    for byte in digits {
      let digit = isBinary ? Int(byte) : Int(byte) - Int(UInt8(ascii: "0"))
      guard digit >= 0, digit < base else { throw TarError("this is not a header of a tar", at: offset) }
      let (product, isOver) = value.multipliedReportingOverflow(by: base)
      let (sum, isOverAgain) = product.addingReportingOverflow(digit)
      guard !isOver, !isOverAgain else { throw TarError("a member's size is impossible", at: offset) }
      value = sum
    }
    return value
  }

  /// Up to the first zero.
  static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }
}

/// The records that a pax header adds to a member: each is "<length> <key>=<value>" and a line feed.
struct PaxRecords {
  private(set) var values: [String: [UInt8]] = [:]

  init() {}

  init(_ bytes: [UInt8], at offset: Int) throws(TarError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
        length > space - rest.startIndex + 1,
        length <= rest.count
      else { throw TarError("its records cannot be read", at: offset) }
      let record = rest[space + 1..<rest.startIndex + length]
      guard record.last == UInt8(ascii: "\n"), let sign = record.firstIndex(of: UInt8(ascii: "=")) else {
        throw TarError("its records cannot be read", at: offset)
      }
      values[String(decoding: record[..<sign], as: UTF8.self)] = Array(record[sign + 1..<record.endIndex - 1])
      rest = rest[(rest.startIndex + length)...]
    }
  }

  /// The records of one member take precedence over those of all.
  func over(_ global: PaxRecords) -> PaxRecords {
    var records = global
    records.values.merge(values) { _, own in own }
    return records
  }

  var path: [UInt8]? { values["path"].map { TarHeader.text($0[...]) } }

  /// Nil if there is none.
  func sizeBytes(at offset: Int) throws(TarError) -> Int? {
    guard let text = values["size"] else { return nil }
    guard let size = Int(String(decoding: text, as: UTF8.self)), size >= 0 else {
      throw TarError("a member's size is impossible", at: offset)
    }
    return size
  }

  var isSparse: Bool { values.keys.contains { $0.hasPrefix("GNU.sparse.") } }
}
