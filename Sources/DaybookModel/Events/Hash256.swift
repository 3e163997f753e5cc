/// A SHA-256 value, ordered as its bytes are. A value in a `seen` or in a file's name may be
/// made up, and need not be the digest of anything.
public struct Hash256: Hashable, Comparable, Sendable {
  /// Big-endian words of the 32 bytes.
  package var words: (UInt64, UInt64, UInt64, UInt64)

  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// Nil unless there are 32 bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
    self.words = (words[0], words[1], words[2], words[3])
  }

  /// The 32 bytes, the most significant first.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }

  @inline(__always)
  public static func == (left: Hash256, right: Hash256) -> Bool { left.words == right.words }

  @inline(__always)
  public static func < (left: Hash256, right: Hash256) -> Bool { left.words < right.words }

  /// All of it: made-up values may share any part.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension Hash256: LosslessStringConvertible, CustomStringConvertible {
  /// 64 lower-case hex digits.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func write(to bytes: inout [UInt8]) {
    for word in [words.0, words.1, words.2, words.3] { bytes.append(hexadecimal: word, width: 16) }
  }

  /// Reads 64 lower-case hex digits; nil for any other text.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard bytes.count == 64, let hash = Hash256(hexadecimal: bytes.span, at: 0) else { return nil }
    self = hash
  }

  /// The 64 bytes at `start`; `start + 64 <= bytes.count`.
  package init?(hexadecimal bytes: Span<UInt8>, at start: Int) {
    guard let a = bytes.hexadecimal(at: start, width: 16),
      let b = bytes.hexadecimal(at: start + 16, width: 16),
      let c = bytes.hexadecimal(at: start + 32, width: 16),
      let d = bytes.hexadecimal(at: start + 48, width: 16)
    else { return nil }
    words = (a, b, c, d)
  }
}
