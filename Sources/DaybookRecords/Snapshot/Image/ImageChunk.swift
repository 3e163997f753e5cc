/// Some entities of one kind, in the order they came: what one thread lays out at a time.
struct ImageChunk: BitwiseCopyable, Sendable {
  var kind: UInt32
  /// Places in the image's order.
  var first: UInt32
  var count: UInt32
  /// Cells a row.
  var width: UInt32

  // What it needs, and where that begins.
  var firstCell = 0
  var textSizeBytes = 0
  var textStart = 0
  var writeCount = 0
  var writeStart = 0
  var asideCount = 0
  var asideStart = 0

  /// Entities: some hundred kilobytes of cells.
  static let countMax = 2048

  var cellCount: Int { Int(count) * Int(width) }
}

/// What becomes of the parts of a register while its entity's chunk is walked through.
protocol ImageVisitor {
  /// The number of a write in the image.
  mutating func write(_ number: UInt32) -> UInt32
  /// A value as the image has it.
  mutating func value(_ raw: UInt64) -> UInt64
}

/// Finds out what a chunk needs. A write is counted where it is first met, which gives it its number within the chunk.
struct ImageMeasure: ImageVisitor {
  let source: ImageSource
  var textSizeBytes = 0
  var writeCount: UInt32 = 0
  var asideCount = 0

  init(_ source: ImageSource) { self.source = source }

  @inline(__always)
  mutating func write(_ number: UInt32) -> UInt32 {
    let met = source.numbers + Int(number)
    if met.pointee == 0 {
      writeCount += 1
      met.pointee = writeCount
      if source.writes[Int(number)].isAside { asideCount += 1 }
    }
    return 0
  }

  @inline(__always)
  mutating func value(_ raw: UInt64) -> UInt64 {
    let value = StoredValue(raw: raw)
    if !value.isInline { textSizeBytes += value.count }
    return 0
  }
}

/// Lays the texts, writes and asides of a measured chunk next to one another.
struct ImageLayer: ImageVisitor {
  let source: ImageSource
  let chunk: ImageChunk
  let texts: UnsafeMutablePointer<UInt8>
  let writes: UnsafeMutablePointer<WriteDetails>
  let asides: UnsafeMutablePointer<WriteAside>
  private var textSizeBytes = 0
  private var writeCount: UInt32 = 0
  private var asideCount = 0

  init(
    _ source: ImageSource, _ chunk: ImageChunk, texts: UnsafeMutablePointer<UInt8>,
    writes: UnsafeMutablePointer<WriteDetails>, asides: UnsafeMutablePointer<WriteAside>
  ) {
    (self.source, self.chunk, self.texts) = (source, chunk, texts)
    (self.writes, self.asides) = (writes, asides)
  }

  @inline(__always)
  mutating func write(_ number: UInt32) -> UInt32 {
    let met = source.numbers[Int(number)]
    if met > writeCount {
      var details = source.writes[Int(number)]
      if details.isAside {
        asides[asideCount] = source.asides[details.index]
        details.setAside(chunk.asideStart + asideCount)
        asideCount += 1
      }
      writes[Int(writeCount)] = details
      writeCount += 1
    }
    return UInt32(chunk.writeStart) + met - 1
  }

  @inline(__always)
  mutating func value(_ raw: UInt64) -> UInt64 {
    let value = StoredValue(raw: raw)
    if value.isInline { return raw }
    (texts + textSizeBytes).update(from: source.values + value.offset, count: value.count)
    let moved = StoredValue(offset: chunk.textStart + textSizeBytes, count: value.count)
    textSizeBytes += value.count
    return moved.raw
  }
}
