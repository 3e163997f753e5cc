/// The frame that hides the length of a segment or blob in its age file: a zstd skippable frame of zeros behind it
/// (RFC 8878, 3.1.2), which `zstdcat` skips.
package enum PaddingFrame {
  /// The magic number `0x184D2A5E` and a length of four bytes, both little-endian.
  package static let headerSizeBytes = 8
  private static let magic: [UInt8] = [0x5e, 0x2a, 0x4d, 0x18]

  /// The greatest content that can be padded: its padding has a length of four bytes.
  package static let contentSizeBytesMax = 1 << 35

  /// The frame that follows a content of this length.
  ///
  /// - Precondition: `sizeBytes` is not negative and at most ``contentSizeBytesMax``.
  package static func frame(behind sizeBytes: Int) -> [UInt8] {
    precondition((0...contentSizeBytesMax).contains(sizeBytes), "not the length of a segment or blob")
    let total = Padme.padded(sizeBytes + headerSizeBytes)
    let zeros = UInt32(total - sizeBytes - headerSizeBytes)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: zeros >> UInt32(8 * $0)) }
    return magic + length + [UInt8](repeating: 0, count: Int(zeros))
  }

  package static func adding(to content: [UInt8]) -> [UInt8] { content + frame(behind: content.count) }

  /// The length of the content without its frame. O(length of the frame).
  package static func contentSizeBytes(of padded: Span<UInt8>) throws(LockingError) -> Int {
    var zerosStart = padded.count
    while zerosStart > 0, padded[zerosStart - 1] == 0 { zerosStart -= 1 }
    // The last byte that is not zero is one of the frame's length, or the last of its magic number.
    for start in stride(from: zerosStart - magic.count, through: zerosStart - headerSizeBytes, by: -1)
    where start >= 0 && start + headerSizeBytes <= padded.count {
      guard magic.indices.allSatisfy({ padded[start + $0] == magic[$0] }) else { continue }
      let zeros = (4..<8).reduce(0) { $0 | Int(padded[start + $1]) << (8 * ($1 - 4)) }
      if start + headerSizeBytes + zeros == padded.count, padded.count <= Padme.lengthMax,
        Padme.padded(start + headerSizeBytes) == padded.count
      {
        return start
      }
    }
    throw LockingError(.padding, .form("no frame of zeros of the right length ends the content"))
  }

  package static func removing(from padded: [UInt8]) throws(LockingError) -> [UInt8] {
    Array(padded.prefix(try contentSizeBytes(of: padded.span)))
  }
}

/// Lengths that reveal little: a length L with e = ⌊log₂ L⌋ and s = ⌊log₂ e⌋ + 1 is allowed if its lowest e − s bits
/// are zero. So a length grows by less than 12 %, and reveals O(log log L) bits. (Nikitin, Barman, Lueks, Underwood,
/// Hubaux and Ford, "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs", 2019.)
package enum Padme {
  /// The greatest length that it accepts: far more than any file has, so that nothing overflows.
  package static let lengthMax = 1 << 48

  /// The smallest allowed length from `length` on.
  ///
  /// - Precondition: `length` is not negative and at most ``lengthMax``.
  package static func padded(_ length: Int) -> Int {
    precondition((0...lengthMax).contains(length), "not the length of a file")
    guard length >= 4 else { return length }
    let e = log2(length)
    let mask = 1 << (e - log2(e) - 1) - 1
    return (length + mask) & ~mask
  }

  /// Rounded down; of a positive number.
  private static func log2(_ number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }
}
