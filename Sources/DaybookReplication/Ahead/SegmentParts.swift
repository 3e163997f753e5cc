import DaybookLog

/// A segment's parts in order. The frames of a large file are unpacked ahead, by other threads, too; frames that they
/// do not find sound, and parts that are not frames, are read here by a ``SegmentReader``.
struct SegmentParts: ~Copyable {
  private var reader: SegmentReader
  private let bytes: [UInt8]
  private let ahead: ReadAhead?
  private let file: Int
  private let isAlone: Bool
  /// The next unit; nil after the last.
  private var unit: Int? = 0
  /// Of the units that were taken: unpacked, the next last; or still to be.
  private var frames: [UnpackedFrame] = []
  private var places: ArraySlice<FramePlace> = []

  /// `header`: if reading begins in the middle of a file, the header that applies there.
  init(
    bytes: [UInt8], isSealed: Bool, from offset: Int = 0, header: SegmentHeader? = nil,
    inlineSizeBytesMax: Int = ReadAhead.inlineSizeBytesMax
  ) {
    reader = SegmentReader(bytes: bytes, isSealed: isSealed, from: offset, header: header)
    let ahead = ReadAhead(bytes: bytes, from: offset, inlineSizeBytesMax: inlineSizeBytesMax)
    (self.bytes, self.ahead, file, isAlone) = (bytes, ahead.isShared ? ahead : nil, 0, true)
  }

  /// A file that is read among others, from its beginning.
  init(bytes: [UInt8], isSealed: Bool, file: Int, of ahead: ReadAhead) {
    reader = SegmentReader(bytes: bytes, isSealed: isSealed)
    (self.bytes, self.ahead, self.file, isAlone) = (bytes, ahead, file, false)
  }

  deinit { if isAlone { ahead?.end() } }

  /// The pool for contents that are no longer needed.
  var pool: FramePool? { ahead?.pool }

  /// The next part, or nil at the end.
  mutating func next() -> SegmentPart? {
    guard let ahead else { return reader.next() }
    while true {
      if let frame = frames.last {
        // There is a damaged part in between.
        if frame.place.offset > reader.offset { return reader.next() }
        frames.removeLast()
        if frame.place.offset == reader.offset { return reader.next(frame) }
      } else if let place = places.first {
        if place.offset > reader.offset { return reader.next() }
        places.removeFirst()
        if place.offset == reader.offset {
          let frame = reader.unpacker.unpack(bytes, place, reusing: ahead.pool.take())
          return frame.map { reader.next($0) } ?? reader.next()
        }
      } else if let unit {
        takeUnit(unit, ahead)
      } else {
        return reader.next()
      }
    }
  }

  private mutating func takeUnit(_ number: Int, _ ahead: ReadAhead) {
    switch ahead.take(number, of: file, reader.unpacker) {
    case .frames(let taken): (frames, unit) = (taken.reversed(), number + 1)
    case .places(let taken): (places, unit) = (taken, number + 1)
    case .end: unit = nil
    }
  }
}
