package import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// New ids: UUID version 7 (RFC 9562, 5.7), 48 bits of Unix milliseconds and 74 random ones.
package enum GeneratedID {
  package static func next() -> String {
    next(now: Instant(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000)), random: SystemRandom.next)
  }

  package static func next(now: Instant, random: () -> UInt64) -> String {
    let time = UInt64(max(0, now.milliseconds)) & 0xffff_ffff_ffff
    let high = time << 16 | 0x7000 | random() & 0x0fff
    let low = 0x8000_0000_0000_0000 | random() >> 2
    return text(high: high, low: low)
  }

  /// The 36 characters of a UUID's 128 bits.
  static func text(high: UInt64, low: UInt64) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for (value, width) in [
      (high >> 32, 8), (high >> 16 & 0xffff, 4), (high & 0xffff, 4), (low >> 48, 4),
      (low & 0xffff_ffff_ffff, 12),
    ] {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "-")) }
      bytes.append(hexadecimal: value, width: width)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
