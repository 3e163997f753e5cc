/// The sum that distinguishes a damaged section of a snapshot from a whole one: 64 bits. Every word of 8 bytes is
/// multiplied and folded (as ``HashKey`` does) together with its place, and the results are added: so parts may be
/// summed separately, in any order. It detects damage, not malice: a snapshot is in the user's own cache.
enum SnapshotSum {
  private static let keys: (UInt64, UInt64) = (0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db)
  /// Odd, so that every place has its own number.
  private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  @inline(__always)
  private static func term(_ word: UInt64, _ place: UInt64) -> UInt64 {
    let product = (word ^ keys.0).multipliedFullWidth(by: (place &* step) ^ keys.1)
    return product.high ^ product.low
  }

  /// - Parameter offset: where the bytes begin in what is summed, a multiple of 8. Only the last part may end within a
  ///   word, which is then filled up with zeros.
  static func of(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) -> UInt64 {
    assert(offset % 8 == 0)
    let whole = bytes.count / 8
    var place = UInt64(offset / 8)
    var sums: (UInt64, UInt64) = (0, 0)
    @inline(__always) func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    var index = 0
    while index + 2 <= whole {
      sums.0 &+= term(word(index), place)
      sums.1 &+= term(word(index + 1), place &+ 1)
      index += 2
      place &+= 2
    }
    if index < whole {
      sums.0 &+= term(word(index), place)
      place &+= 1
    }
    var last: UInt64 = 0
    for index in stride(from: bytes.count - 1, through: whole * 8, by: -1) {
      last = last << 8 | UInt64(bytes[index])
    }
    if bytes.count % 8 > 0 { sums.1 &+= term(last, place) }
    return sums.0 &+ sums.1
  }
}
