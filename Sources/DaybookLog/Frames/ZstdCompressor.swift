internal import CZstd

/// Makes zstd frames with their checksum and content size, keeping its tables between them. Not for
/// two tasks at once.
package struct ZstdCompressor: ~Copyable {
  private let context: OpaquePointer
  package let level: Int

  /// `level`: 1 to 19; 1 to 3 to append, 6 to seal, 19 for the smallest.
  package init(level: Int) {
    guard let context = ZSTD_createCCtx() else {
      // Fails only if memory is lacking.
      preconditionFailure("zstd: out of memory")
    }
    self.context = context
    self.level = min(max(level, 1), 19)
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(self.level))
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 1)
    // 23 bits are the 8 MiB that every reader accepts; smaller content gets a smaller window. Appended content is only
    // searched for nearby matches.
    if self.level > 3 { ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 23) }
  }

  deinit { ZSTD_freeCCtx(context) }

  /// One frame of these bytes.
  package func compress(_ content: Span<UInt8>) -> [UInt8] {
    let capacity = ZSTD_compressBound(content.count)
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      content.withUnsafeBytes { content in
        count = ZSTD_compress2(context, buffer.baseAddress, capacity, content.baseAddress, content.count)
      }
      // The buffer is large enough for any content, so that only a lack of memory can fail.
      precondition(ZSTD_isError(count) == 0, "zstd: compression failed")
    }
  }

  package func compress(_ content: [UInt8]) -> [UInt8] { compress(content.span) }
}
