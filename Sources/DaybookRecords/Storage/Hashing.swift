// The hash of the project's own tables: multiply and fold, as in wyhash (Wang Yi, 2019), keyed by random numbers of
// this process so that nobody can choose ids that collide. Nothing that is shown depends on it.

struct HashKey: Sendable {
  private let a: UInt64
  private let b: UInt64

  init() { self.init(words: (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))) }

  /// The key that a snapshot's tables were made with.
  init(words: (UInt64, UInt64)) { (a, b) = words }

  var words: (UInt64, UInt64) { (a, b) }

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// The hash of `count` bytes together with a number.
  @inline(__always)
  func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, with number: UInt32 = 0) -> UInt32 {
    let raw = UnsafeRawPointer(bytes)
    var state = a ^ (UInt64(number) << 32 | UInt64(truncatingIfNeeded: count))
    var low: UInt64 = 0
    var high: UInt64 = 0
    if count > 16 {
      var index = 0
      while index + 16 < count {
        low = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        high = raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
        state = Self.fold(low ^ b, high ^ state)
        index += 16
      }
      low = raw.loadUnaligned(fromByteOffset: count - 16, as: UInt64.self)
      high = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 8 {
      low = raw.loadUnaligned(as: UInt64.self)
      high = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      low = UInt64(raw.loadUnaligned(as: UInt32.self))
      high = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else if count > 0 {
      low = UInt64(bytes[0]) << 16 | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1])
    }
    return finish(Self.fold(low ^ b, high ^ state))
  }

  @inline(__always)
  func hash(_ first: UInt64, _ second: UInt64) -> UInt32 { finish(Self.fold(first ^ b, second ^ a)) }

  @inline(__always)
  private func finish(_ state: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: Self.fold(state ^ a, 0x9e37_79b9_7f4a_7c15) >> 16)
  }
}

@inline(__always)
func equalBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  let left = UnsafeRawPointer(left)
  let right = UnsafeRawPointer(right)
  var index = 0
  while index + 8 <= count {
    if left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    {
      return false
    }
    index += 8
  }
  while index < count {
    if left.load(fromByteOffset: index, as: UInt8.self) != right.load(fromByteOffset: index, as: UInt8.self) {
      return false
    }
    index += 1
  }
  return true
}
