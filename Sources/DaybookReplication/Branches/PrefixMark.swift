import DaybookLog
package import DaybookModel

/// Distinguishes a file that only grew from one that a tool has overwritten in place: both keep their name and inode,
/// but an overwritten one may lack what was read before.
package enum PrefixMark: Sendable, Equatable {
  /// A cryptographic hash, for marks that are stored.
  case digest(Hash256)
  /// A fast hash within one process, which compares it each time that a file has grown. It guards only against
  /// accidents: a running program has already verified the events of the prefix.
  case sum(UInt64)

  static func ofProcess(_ bytes: [UInt8]) -> PrefixMark { .sum(folded(bytes, bytes.count)) }

  /// Whether the first `count` bytes are those that the mark was made of. O(`count`).
  func isOf(_ bytes: [UInt8], first count: Int) -> Bool {
    switch self {
    case .digest(let digest): Hash256.of(bytes.span.extracting(first: count)) == digest
    case .sum(let sum): Self.folded(bytes, count) == sum
    }
  }

  /// Multiplies and folds as wyhash does (Wang Yi, 2019), in four lanes, in a fraction of the time that reading the
  /// bytes takes.
  private static func folded(_ bytes: [UInt8], _ count: Int) -> UInt64 {
    bytes.withUnsafeBytes { raw in
      var (a, b) = (0xa076_1d64_78bd_642f as UInt64, 0xe703_7ed1_a0b4_28db as UInt64)
      var (c, d) = (0x8ebc_6af0_9c88_c6e3 as UInt64, 0x5899_65cc_7537_4cc3 as UInt64)
      var place = 0
      while place + 64 <= count {
        a = mix(a, raw, place)
        b = mix(b, raw, place + 16)
        c = mix(c, raw, place + 32)
        d = mix(d, raw, place + 48)
        place += 64
      }
      var sum = fold(fold(a ^ UInt64(count), b ^ salt), fold(c ^ salt, d))
      while place < count {
        sum = fold(sum ^ salt, UInt64(raw[place]) ^ a)
        place += 1
      }
      return sum
    }
  }

  private static var salt: UInt64 { 0x1d8e_4e27_c47d_124f }

  @inline(__always)
  private static func mix(_ lane: UInt64, _ raw: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    fold(
      raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ salt,
      raw.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self) ^ lane)
  }

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
