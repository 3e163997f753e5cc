/// The sum that tells a damaged section of a snapshot from a whole one: 64 bits, by multiplying and folding four
/// lanes of 16 bytes (as ``HashKey`` does). It finds damage, not malice: a snapshot lies in the user's own cache.
enum SnapshotSum {
  private static let keys: (UInt64, UInt64, UInt64, UInt64) = (
    0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3
  )

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    var lanes = (keys.0, keys.1, keys.2, keys.3)
    var place = 0
    @inline(__always) func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt64.self))
    }
    while count - place >= 64 {
      lanes.0 = fold(word(0) ^ keys.1, word(8) ^ lanes.0)
      lanes.1 = fold(word(16) ^ keys.2, word(24) ^ lanes.1)
      lanes.2 = fold(word(32) ^ keys.3, word(40) ^ lanes.2)
      lanes.3 = fold(word(48) ^ keys.0, word(56) ^ lanes.3)
      place += 64
    }
    while place < count {
      lanes.0 = fold(UInt64(bytes[place]) ^ keys.1, lanes.0 ^ keys.2)
      place += 1
    }
    let halves = (fold(lanes.0 ^ keys.0, lanes.1), fold(lanes.2 ^ keys.1, lanes.3))
    return fold(halves.0 ^ UInt64(count), halves.1 ^ keys.2)
  }
}
