#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system's random numbers, drawn in blocks: a system call for each salt or id would cost more than writing it.
package enum SystemRandom {
  private static let block = Locked(Block())

  /// 64 random bits.
  package static func next() -> UInt64 { block.withLock { $0.next() } }

  private struct Block {
    /// `getentropy` returns at most 256 bytes.
    private static let count = 32
    private var words = [UInt64](repeating: 0, count: count)
    private var used = count

    mutating func next() -> UInt64 {
      if used == Self.count { fill() }
      defer { used += 1 }
      // Returned numbers are not kept.
      defer { words[used] = 0 }
      return words[used]
    }

    private mutating func fill() {
      let isDrawn = words.withUnsafeMutableBytes { bytes in
        #if canImport(Darwin)
          arc4random_buf(bytes.baseAddress, bytes.count)
          return true
        #else
          return getentropy(bytes.baseAddress, bytes.count) == 0
        #endif
      }
      if !isDrawn { for index in words.indices { words[index] = UInt64.random(in: .min ... .max) } }
      used = 0
    }
  }
}
