import Crypto
import Foundation

/// The content of an age file: chunks of 64 KiB that are encrypted one by one, the last one marked, so that each can be
/// read without the others.
package struct AgePayload: Sendable {
  /// Of a chunk's plaintext.
  static let chunkSizeBytes = 1 << 16
  static let nonceSizeBytes = 16
  private static let tagSizeBytes = AgeFileKey.tagSizeBytes
  private static let sealedSizeBytes = chunkSizeBytes + tagSizeBytes

  private let key: SymmetricKey
  /// Where the first chunk begins in the file.
  private let offset: Int
  package let chunkCount: Int
  private let fileSizeBytes: Int
  /// The size of the content, in bytes.
  package let sizeBytes: Int

  init(_ key: AgeFileKey, nonce: [UInt8], offset: Int, fileSizeBytes: Int) throws(AgeError) {
    self.key = key.payloadKey(nonce: nonce)
    (self.offset, self.fileSizeBytes) = (offset, fileSizeBytes)
    let rest = fileSizeBytes - offset
    chunkCount = (rest + Self.sealedSizeBytes - 1) / Self.sealedSizeBytes
    sizeBytes = rest - chunkCount * Self.tagSizeBytes
    let last = rest - (chunkCount - 1) * Self.sealedSizeBytes
    guard chunkCount > 0, last > Self.tagSizeBytes || chunkCount == 1 && last == Self.tagSizeBytes else {
      throw .payload("it is truncated")
    }
  }

  /// A big-endian counter of 11 bytes, and a byte for whether the chunk is the last.
  private static func nonce(_ index: Int, isLast: Bool) throws -> ChaChaPoly.Nonce {
    var bytes = [UInt8](repeating: 0, count: 12)
    for place in 0..<8 { bytes[10 - place] = UInt8(truncatingIfNeeded: index >> (8 * place)) }
    bytes[11] = isLast ? 1 : 0
    return try ChaChaPoly.Nonce(data: bytes)
  }

  // MARK: Reading

  /// The content of a whole file.
  package func decrypt(_ file: [UInt8]) throws(AgeError) -> [UInt8] { try decrypt(0..<sizeBytes, of: file) }

  /// Part of the content. Only the last chunk shows that nothing is cut off at the end: read it too where that matters.
  package func decrypt(_ range: Range<Int>, of file: [UInt8]) throws(AgeError) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= sizeBytes, "beyond the content")
    // It may have changed since its header was read.
    guard file.count == fileSizeBytes else { throw .payload("its length has changed") }
    let first = range.lowerBound / Self.chunkSizeBytes
    let end = max(first + 1, (range.upperBound + Self.chunkSizeBytes - 1) / Self.chunkSizeBytes)
    var content: [UInt8] = []
    content.reserveCapacity((end - first) * Self.chunkSizeBytes)
    for index in first..<min(end, chunkCount) {
      guard let chunk = chunk(index, of: file) else {
        throw .payload("chunk \(index + 1) of \(chunkCount) is not what was written")
      }
      content += chunk
    }
    let base = first * Self.chunkSizeBytes
    return Array(content[range.lowerBound - base..<range.upperBound - base])
  }

  /// The content, with `filler` in place of every chunk that was changed or is missing.
  ///
  /// - Returns: the content, and whether it is whole.
  package func salvage(_ file: [UInt8], filler: UInt8) -> (content: [UInt8], isWhole: Bool) {
    guard file.count == fileSizeBytes else { return ([], false) }
    var content: [UInt8] = []
    content.reserveCapacity(sizeBytes)
    var isWhole = true
    for index in 0..<chunkCount {
      if let chunk = chunk(index, of: file) {
        content += chunk
      } else {
        isWhole = false
        let count = min(Self.chunkSizeBytes, sizeBytes - index * Self.chunkSizeBytes)
        content += repeatElement(filler, count: count)
      }
    }
    return (content, isWhole)
  }

  /// Nil if the chunk was changed.
  private func chunk(_ index: Int, of file: [UInt8]) -> Data? { chunk(index, file[place(of: index)]) }

  private func chunk(_ index: Int, _ sealed: ArraySlice<UInt8>) -> Data? {
    guard
      let box = try? ChaChaPoly.SealedBox(
        nonce: Self.nonce(index, isLast: index == chunkCount - 1),
        ciphertext: sealed.dropLast(Self.tagSizeBytes), tag: sealed.suffix(Self.tagSizeBytes))
    else { return nil }
    return try? ChaChaPoly.open(box, using: key)
  }

  /// One chunk of the content, for callers that read it in parts.
  ///
  /// - Parameters:
  ///   - index: from 0 to ``chunkCount``.
  ///   - sealed: the bytes of the file at ``place(of:)``.
  package func decrypt(chunk index: Int, _ sealed: [UInt8]) throws(AgeError) -> [UInt8] {
    guard let chunk = chunk(index, sealed[...]) else {
      throw .payload("chunk \(index + 1) of \(chunkCount) is not what was written")
    }
    return [UInt8](chunk)
  }

  /// Where a chunk lies in the file.
  package func place(of index: Int) -> Range<Int> {
    let start = offset + index * Self.sealedSizeBytes
    return start..<min(fileSizeBytes, start + Self.sealedSizeBytes)
  }

  // MARK: Writing

  /// Encrypts a content by its chunks.
  struct Writer: Sendable {
    let key: SymmetricKey

    func encrypt(_ chunk: ArraySlice<UInt8>, _ index: Int, isLast: Bool, to file: inout [UInt8]) {
      do {
        let box = try ChaChaPoly.seal(chunk, using: key, nonce: AgePayload.nonce(index, isLast: isLast))
        file += box.ciphertext
        file += box.tag
      } catch {
        preconditionFailure("64 KiB are not too long")
      }
    }

    /// Encrypts a whole content.
    func encrypt(_ content: [UInt8], to file: inout [UInt8]) {
      let size = AgePayload.chunkSizeBytes
      let chunkCount = max(1, (content.count + size - 1) / size)
      for index in 0..<chunkCount {
        let start = index * size
        encrypt(
          content[start..<min(content.count, start + size)], index, isLast: index == chunkCount - 1, to: &file
        )
      }
    }
  }
}
