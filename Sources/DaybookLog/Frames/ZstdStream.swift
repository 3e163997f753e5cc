internal import CZstd

/// Makes one frame as its content arrives, in memory that does not grow with it. The frame has its checksum, but does
/// not state its content size. Not for two tasks at once.
package struct ZstdStreamWriter: ~Copyable {
  private let context: OpaquePointer

  package init(level: Int) {
    guard let context = ZSTD_createCCtx() else {
      // Fails only if memory is lacking.
      preconditionFailure("zstd: out of memory")
    }
    self.context = context
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(min(max(level, 1), 19)))
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    if level > 17 { ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 23) }
  }

  deinit { ZSTD_freeCCtx(context) }

  /// The part of the frame that is ready once `content` is added.
  package borrowing func push(_ content: [UInt8]) -> [UInt8] { run(content, ZSTD_e_continue) }

  /// The rest of the frame.
  package consuming func finish() -> [UInt8] { run([], ZSTD_e_end) }

  private borrowing func run(_ content: [UInt8], _ mode: ZSTD_EndDirective) -> [UInt8] {
    var frame: [UInt8] = []
    content.withUnsafeBytes { content in
      var input = ZSTD_inBuffer(src: content.baseAddress, size: content.count, pos: 0)
      var isDone = false
      while !isDone {
        let piece = [UInt8](unsafeUninitializedCapacity: ZSTD_CStreamOutSize()) { buffer, count in
          var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
          let left = ZSTD_compressStream2(context, &output, &input, mode)
          // Only a lack of memory can fail.
          precondition(ZSTD_isError(left) == 0, "zstd: compression failed")
          count = output.pos
          isDone = mode == ZSTD_e_end ? left == 0 : input.pos == input.size
        }
        frame += piece
      }
    }
    return frame
  }
}

/// Unpacks one frame as it arrives, within the format's limits. Not for two tasks at once.
package struct ZstdStreamReader: ~Copyable {
  private let context: OpaquePointer
  private let contentMax: Int64
  private var contentSizeBytes: Int64 = 0
  private var isBegun = false
  private var isEnded = false
  /// The number of the frame's bytes so far.
  package private(set) var frameSizeBytes = 0
  /// What follows the frame, if anything may.
  private var padding: Padding?

  /// A skippable frame of zeros, as it arrives.
  private struct Padding {
    var header: [UInt8] = []
    var zeros = 0

    mutating func push(_ bytes: ArraySlice<UInt8>) throws(FrameError) {
      let rest = bytes.dropFirst(max(0, 8 - header.count))
      header += bytes.prefix(8 - header.count)
      guard rest.allSatisfy({ $0 == 0 }) else { throw .corrupt }
      zeros += rest.count
    }

    var isWhole: Bool {
      guard header.count == 8, header.starts(with: [0x5e, 0x2a, 0x4d, 0x18]) else { return false }
      return header[4...].reversed().reduce(0) { $0 << 8 | Int($1) } == zeros
    }
  }

  /// - Parameter isPadded: whether a skippable frame of zeros follows.
  package init(contentMax: Int64, isPadded: Bool = false) {
    if isPadded { padding = Padding() }
    guard let context = ZSTD_createDCtx() else {
      // Fails only if memory is lacking.
      preconditionFailure("zstd: out of memory")
    }
    self.context = context
    self.contentMax = contentMax
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 23)
  }

  deinit { ZSTD_freeDCtx(context) }

  /// Passes to `sink` the content of these bytes. The first bytes must hold the frame's header, at most 18.
  package mutating func push(_ bytes: [UInt8], into sink: ([UInt8]) throws -> Void) throws {
    if !isBegun {
      let header = try FrameHeader(bytes.span, at: 0)
      try header.check(contentMax: Int(clamping: contentMax))
      isBegun = true
    }
    var position = 0
    while position < bytes.count {
      if isEnded {
        guard padding != nil else { throw FrameError.corrupt }
        try padding?.push(bytes[position...])
        return
      }
      let content = try step(bytes, &position)
      contentSizeBytes += Int64(content.count)
      guard contentSizeBytes <= contentMax else { throw FrameError.tooLarge }
      if !content.isEmpty { try sink(content) }
    }
    // Content that was unpacked but did not fit into the last piece.
    while !isEnded {
      let content = try step([], &position)
      if content.isEmpty { break }
      contentSizeBytes += Int64(content.count)
      guard contentSizeBytes <= contentMax else { throw FrameError.tooLarge }
      try sink(content)
    }
  }

  /// Ends the frame: there are no more bytes.
  package func finish() throws(FrameError) {
    guard isEnded else { throw isBegun ? .truncated : .notZstd }
    guard padding?.isWhole ?? true else { throw .corrupt }
  }

  private mutating func step(_ bytes: [UInt8], _ position: inout Int) throws(FrameError) -> [UInt8] {
    var result = 0
    var next = position
    let content = [UInt8](unsafeUninitializedCapacity: ZSTD_DStreamOutSize()) { buffer, count in
      bytes.withUnsafeBytes { bytes in
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: bytes.isEmpty ? 0 : next)
        var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
        result = ZSTD_decompressStream(context, &output, &input)
        count = output.pos
        if !bytes.isEmpty { next = input.pos }
      }
    }
    guard ZSTD_isError(result) == 0 else { throw .corrupt }
    frameSizeBytes += next - position
    position = next
    if result == 0 { isEnded = true }
    return content
  }
}

/// Reads what other programs packed: frames one after another, with or without checksums. Not for two tasks at once.
package struct ZstdFramesReader: ~Copyable {
  private let context: OpaquePointer
  private let contentMax: Int
  private var contentSizeBytes = 0
  /// Between frames, as at the beginning.
  private var isBetween = true

  package init(contentMax: Int) {
    guard let context = ZSTD_createDCtx() else {
      // Fails only if memory is lacking.
      preconditionFailure("zstd: out of memory")
    }
    (self.context, self.contentMax) = (context, contentMax)
    // As much as `zstd --long` uses.
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 27)
  }

  deinit { ZSTD_freeDCtx(context) }

  /// Passes to `sink` the content of these bytes.
  package mutating func push(_ bytes: [UInt8], into sink: ([UInt8]) throws -> Void) throws {
    var position = 0
    var isFull = false
    // Also without new bytes: content may have been unpacked that did not fit into the last piece.
    while position < bytes.count || isFull {
      let before = position
      var result = 0
      let content = [UInt8](unsafeUninitializedCapacity: ZSTD_DStreamOutSize()) { buffer, count in
        bytes.withUnsafeBytes { bytes in
          var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: position)
          var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
          result = ZSTD_decompressStream(context, &output, &input)
          (position, count) = (input.pos, output.pos)
          isFull = output.pos == output.size
        }
      }
      guard ZSTD_isError(result) == 0 else {
        let isTooWide = ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge
        throw isTooWide ? FrameError.tooLarge : FrameError.corrupt
      }
      // Nothing more came, so the result is about a frame that does not begin.
      if content.isEmpty, position == before { break }
      isBetween = result == 0
      contentSizeBytes += content.count
      guard contentSizeBytes <= contentMax else { throw FrameError.tooLarge }
      if !content.isEmpty { try sink(content) }
    }
  }

  /// Ends the reading: there are no more bytes.
  package borrowing func finish() throws(FrameError) { guard isBetween else { throw .truncated } }
}
