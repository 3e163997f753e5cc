/// Bech32 as in BIP 173, without its limit of 90 characters: how age spells keys.
enum Bech32 {
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let checksumCount = 6

  /// In lower case.
  static func encode(_ prefix: String, _ bytes: [UInt8]) -> String {
    let data = regroup(bytes, from: 8, to: 5, pads: true) ?? []
    let sum = polymod(expand(prefix) + data + [UInt8](repeating: 0, count: checksumCount)) ^ 1
    let checksum = (0..<checksumCount).map { UInt8(sum >> UInt32(5 * (checksumCount - 1 - $0)) & 31) }
    return prefix + "1" + String(decoding: (data + checksum).map { alphabet[Int($0)] }, as: UTF8.self)
  }

  /// Nil for text that is not Bech32, or has a wrong checksum. The prefix is returned in lower case.
  static func decode(_ text: String) -> (prefix: String, bytes: [UInt8])? {
    guard text.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
    let lower = text.lowercased()
    guard text == lower || text == text.uppercased(), let one = lower.lastIndex(of: "1") else { return nil }
    let prefix = String(lower[..<one])
    let data = lower[lower.index(after: one)...].utf8.compactMap { alphabet.firstIndex(of: $0) }.map(
      UInt8.init)
    guard !prefix.isEmpty, data.count == lower[one...].utf8.count - 1, data.count >= checksumCount,
      polymod(expand(prefix) + data) == 1,
      let bytes = regroup(data.dropLast(checksumCount), from: 5, to: 8, pads: false)
    else { return nil }
    return (prefix, bytes)
  }

  private static func expand(_ prefix: String) -> [UInt8] {
    prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
  }

  private static func polymod(_ values: [UInt8]) -> UInt32 {
    let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
    return values.reduce(1) { sum, value in
      let top = sum >> 25
      let next = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
      return generator.indices.reduce(next) { top >> UInt32($1) & 1 == 1 ? $0 ^ generator[$1] : $0 }
    }
  }

  /// Regroups bits from one group size to another. Nil if the padding is not zero, or is too long.
  private static func regroup(
    _ values: some Sequence<UInt8>, from: Int, to: Int, pads: Bool
  ) -> [UInt8]? {
    var (held, bits): (UInt32, Int) = (0, 0)
    var groups: [UInt8] = []
    let mask = UInt32(1) << UInt32(to) - 1
    for value in values {
      held = held << UInt32(from) | UInt32(value)
      bits += from
      while bits >= to {
        bits -= to
        groups.append(UInt8(held >> UInt32(bits) & mask))
      }
      held &= UInt32(1) << UInt32(bits) - 1
    }
    if pads {
      if bits > 0 { groups.append(UInt8(held << UInt32(to - bits) & mask)) }
    } else if bits >= from || held != 0 {
      return nil
    }
    return groups
  }
}
