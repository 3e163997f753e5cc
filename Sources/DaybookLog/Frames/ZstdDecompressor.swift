internal import CZstd

/// Unpacks frames within the format's limits, keeping its tables between them. Not for two tasks at
/// once.
package struct ZstdDecompressor: ~Copyable {
  private let context: OpaquePointer

  package init() {
    guard let context = ZSTD_createDCtx() else {
      // Fails only if memory is lacking.
      preconditionFailure("zstd: out of memory")
    }
    self.context = context
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 23)
  }

  deinit { ZSTD_freeDCtx(context) }

  /// The content of the frame that begins at `start`, and how many bytes the frame has. A frame that
  /// announces more than `contentMax`, or could not hold what it announces, is refused before
  /// anything is allocated for it.
  package func decompress(
    _ bytes: Span<UInt8>, at start: Int = 0, contentMax: Int = SegmentLimit.contentSizeBytesMax
  ) throws(FrameError) -> (content: [UInt8], sizeBytes: Int) {
    let header = try FrameHeader(bytes, at: start)
    try header.check(contentMax: contentMax)
    let sizeBytes = try ZstdFrame.sizeBytes(bytes, at: start)
    let frame = bytes.extracting(start..<start + sizeBytes)
    if let announced = header.contentSizeBytes {
      // The densest block encodes 128 KiB in four bytes.
      guard announced <= UInt64(sizeBytes) * (128 << 10) / 4 else { throw .corrupt }
      return (try whole(frame, sizeBytes: Int(announced)), sizeBytes)
    }
    return (try streamed(frame, contentMax: contentMax), sizeBytes)
  }

  /// The same into memory that was used before; a frame that does not state its content size is ``FrameError/corrupt``.
  func decompress(
    _ bytes: Span<UInt8>, at start: Int, contentMax: Int, into content: inout [UInt8]
  ) throws(FrameError) {
    let header = try FrameHeader(bytes, at: start)
    try header.check(contentMax: contentMax)
    let sizeBytes = try ZstdFrame.sizeBytes(bytes, at: start)
    guard let announced = header.contentSizeBytes, announced <= UInt64(sizeBytes) * (128 << 10) / 4 else {
      throw .corrupt
    }
    let count = Int(announced)
    if content.count > count { content.removeLast(content.count - count) }
    // A little more, since the next frame will hardly have the same size.
    if content.capacity < count { content = [] }
    if content.isEmpty { content.reserveCapacity(count + count / 8) }
    if content.count < count { content.append(contentsOf: repeatElement(0, count: count - content.count)) }
    let frame = bytes.extracting(start..<start + sizeBytes)
    let isSound = content.withUnsafeMutableBytes { content in
      frame.withUnsafeBytes { frame in
        let result = ZSTD_decompressDCtx(
          context, content.baseAddress, count, frame.baseAddress, frame.count)
        return ZSTD_isError(result) == 0 && result == count
      }
    }
    guard isSound else { throw .corrupt }
  }

  private func whole(_ frame: Span<UInt8>, sizeBytes: Int) throws(FrameError) -> [UInt8] {
    var isSound = false
    let content = [UInt8](unsafeUninitializedCapacity: sizeBytes) { buffer, count in
      frame.withUnsafeBytes { frame in
        let result = ZSTD_decompressDCtx(
          context, buffer.baseAddress, sizeBytes, frame.baseAddress, frame.count)
        isSound = ZSTD_isError(result) == 0 && result == sizeBytes
      }
      count = isSound ? sizeBytes : 0
    }
    guard isSound else { throw .corrupt }
    return content
  }

  /// A frame that does not state its content size, as a pipe through `zstd` makes it: unpacked
  /// piece by piece, never past the limit.
  private func streamed(_ frame: Span<UInt8>, contentMax: Int) throws(FrameError) -> [UInt8] {
    ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
    let chunkCount = ZSTD_DStreamOutSize()
    var content: [UInt8] = []
    var failure: FrameError?
    frame.withUnsafeBytes { frame in
      var input = ZSTD_inBuffer(src: frame.baseAddress, size: frame.count, pos: 0)
      while failure == nil {
        var result = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: chunkCount) { buffer, count in
          var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: chunkCount, pos: 0)
          result = ZSTD_decompressStream(context, &output, &input)
          count = output.pos
        }
        if ZSTD_isError(result) != 0 {
          failure = .corrupt
        } else if content.count + chunk.count > contentMax {
          failure = .tooLarge
        } else {
          content += chunk
          if result == 0 { break }
          if chunk.isEmpty, input.pos == input.size { failure = .truncated }
        }
      }
    }
    ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
    if let failure { throw failure }
    return content
  }
}
