/// A hash of bytes that is the same in every process: multiply and fold, as in wyhash (Wang Yi, 2019). It detects a
/// changed text and a damaged file, and does not protect against deliberate tampering.
package struct TextHash: Sendable {
  private var state: UInt64

  package init(seed: UInt64 = 0) { state = seed ^ 0xa076_1d64_78bd_642f }

  package static func of(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64 = 0) -> UInt64 {
    var hash = TextHash(seed: seed)
    hash.add(bytes)
    return hash.value
  }

  /// Never 0.
  package var value: UInt64 {
    let value = Self.fold(state ^ 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3)
    return value == 0 ? 1 : value
  }

  package mutating func add(_ number: UInt64) {
    state = Self.fold(state ^ number ^ 0x5899_65cc_7537_4cc3, 0xe703_7ed1_a0b4_28db)
  }

  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 16 <= raw.count {
      let low = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self))
      state = Self.fold(low ^ 0xa076_1d64_78bd_642f, high ^ state)
      index += 16
    }
    var (low, high): (UInt64, UInt64) = (0, 0)
    var shift: UInt64 = 0
    while index < raw.count {
      if shift < 64 { low |= UInt64(raw[index]) << shift } else { high |= UInt64(raw[index]) << (shift - 64) }
      shift += 8
      index += 1
    }
    state = Self.fold(low ^ 0xa076_1d64_78bd_642f, high ^ state)
    add(UInt64(raw.count))
  }

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
