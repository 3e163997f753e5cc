import Crypto
package import DaybookModel

/// A leaf of a replica's tree (RFC 6962, 2.1): SHA-256 of a zero byte and the line without LF.
package enum Leaf {
  package static func hash(_ line: Span<UInt8>) -> Hash256 {
    var hasher = SHA256()
    hasher.update(prefix: 0)
    hasher.update(line)
    return Hash256(hasher.finalize())
  }

  /// Of a line in two pieces.
  package static func hash(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Hash256 {
    var hasher = SHA256()
    hasher.update(prefix: 0)
    hasher.update(first)
    hasher.update(second)
    return Hash256(hasher.finalize())
  }

  /// An inner node: SHA-256 of a one byte and both children.
  package static func node(_ left: Hash256, _ right: Hash256) -> Hash256 {
    var buffer: InlineArray<65, UInt8> = .init(repeating: 1)
    var place = 1
    for hash in [left, right] {
      for word in [hash.words.0, hash.words.1, hash.words.2, hash.words.3] {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
          buffer[place] = UInt8(truncatingIfNeeded: word >> shift)
          place += 1
        }
      }
    }
    var hasher = SHA256()
    hasher.update(buffer.span)
    return Hash256(hasher.finalize())
  }
}

extension Hash256 {
  /// SHA-256 of bytes: of a file for its sealed name, of a blob, of a public key.
  package static func of(_ bytes: Span<UInt8>) -> Hash256 {
    var hasher = SHA256()
    hasher.update(bytes)
    return Hash256(hasher.finalize())
  }

  init(_ digest: SHA256.Digest) {
    self = digest.withUnsafeBytes { bytes in
      func word(_ index: Int) -> UInt64 {
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
      return Hash256(words: (word(0), word(1), word(2), word(3)))
    }
  }
}

extension SHA256 {
  fileprivate mutating func update(prefix: UInt8) {
    withUnsafeBytes(of: prefix) { update(bufferPointer: $0) }
  }

  fileprivate mutating func update(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBytes { update(bufferPointer: $0) }
  }
}
