import Crypto
package import DaybookModel

/// A leaf of a replica's tree (RFC 6962, 2.1): SHA-256 of a zero byte and the line without LF.
package enum Leaf {
  package static func hash(_ line: Span<UInt8>) -> Hash256 {
    if Hashing.isDirect, line.count <= JSONLimit.lineSizeBytesMax { return Hashing.leaf(line) }
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
    if Hashing.isDirect { return Hashing.node(left, right) }
    var hasher = SHA256()
    let (a, b) = (left.words, right.words)
    let words = [a.0, a.1, a.2, a.3, b.0, b.1, b.2, b.3] as InlineArray<8, UInt64>
    withUnsafeTemporaryAllocation(byteCount: 65, alignment: 1) { buffer in
      buffer[0] = 1
      for index in 0..<8 {
        buffer.storeBytes(of: words[index].bigEndian, toByteOffset: 1 + index * 8, as: UInt64.self)
      }
      hasher.update(bufferPointer: UnsafeRawBufferPointer(buffer))
    }
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
