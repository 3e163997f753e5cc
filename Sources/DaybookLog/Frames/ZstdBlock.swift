internal import CZstd

// Zstd frames of known size in memory that the caller lends: for caches, which keep many small ones.

/// Makes frames with their checksum. Not for two tasks at once.
package struct BlockCompressor: ~Copyable {
  private let context: OpaquePointer

  package init(level: Int) {
    guard let context = ZSTD_createCCtx() else {
      // Fails only if memory is lacking.
      preconditionFailure("zstd: out of memory")
    }
    self.context = context
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(level))
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)
  }

  deinit { ZSTD_freeCCtx(context) }

  /// The maximum size of a frame for content of the given size.
  package static func capacity(for count: Int) -> Int { ZSTD_compressBound(count) }

  /// Writes one frame of `content` to `place`, which has room for ``capacity(for:)`` bytes; returns the frame's size.
  package func compress(_ content: UnsafeRawBufferPointer, to place: UnsafeMutableRawPointer) -> Int {
    let capacity = Self.capacity(for: content.count)
    let count = ZSTD_compress2(context, place, capacity, content.baseAddress, content.count)
    precondition(ZSTD_isError(count) == 0, "zstd: compression failed")
    return count
  }
}

/// Unpacks frames. Not for two tasks at once.
package struct BlockDecompressor: ~Copyable {
  private let context: OpaquePointer

  package init() {
    guard let context = ZSTD_createDCtx() else { preconditionFailure("zstd: out of memory") }
    self.context = context
  }

  deinit { ZSTD_freeDCtx(context) }

  /// Unpacks one frame; false, with undefined bytes in `content`, unless it is complete and fills `content`.
  package func decompress(_ frame: UnsafeRawBufferPointer, to content: UnsafeMutableRawBufferPointer) -> Bool
  {
    let count = ZSTD_decompressDCtx(
      context, content.baseAddress, content.count, frame.baseAddress, frame.count)
    return ZSTD_isError(count) == 0 && count == content.count
  }
}
