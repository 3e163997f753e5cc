import DaybookLog

/// Packs chunks, one after the other, into one run of bytes.
struct ChunkPacker: ~Copyable {
  private let source: ImageSource
  private let runs: StampRuns
  private let compressor = BlockCompressor(level: 1)
  /// The chunks packed so far.
  private(set) var output = ByteStream()
  private var structure = ByteStream()
  private var tags = ByteStream()
  private var shortValues = ByteStream()
  private var sizes = ByteStream()
  private var others = ByteStream()
  private var ids = ByteStream()
  private var plainIDs = ByteStream()
  /// The least and the greatest time of the writes of each of the chunk's rows.
  private var times = Arena<(UInt64, UInt64)>()

  init(_ source: ImageSource, _ runs: StampRuns) { (self.source, self.runs) = (source, runs) }

  /// Packs a chunk that was laid out; returns its place in ``output``.
  mutating func pack(_ chunk: ImageChunk, _ laid: LaidChunk) -> PackedChunk {
    clear()
    header(of: chunk).write(to: &structure)
    put(laid.writes, count: chunk.writeCount)
    put(laid.asides, count: chunk.asideCount)
    putRows(chunk, laid)
    putEntities(chunk)
    structure.put(tags)
    structure.put(shortValues)
    structure.put(sizes)
    structure.put(others)
    structure.put(ids)
    return finish(chunk, laid)
  }

  private mutating func clear() {
    structure.clear()
    tags.clear()
    shortValues.clear()
    sizes.clear()
    others.clear()
    ids.clear()
    plainIDs.clear()
    times.removeAll()
  }

  private mutating func put(_ writes: UnsafePointer<WriteDetails>, count: Int) {
    var leaf: UInt32 = 0
    for index in 0..<count {
      structure.put(difference: UInt64(bitPattern: Int64(writes[index].leaf) - Int64(leaf)))
      leaf = writes[index].leaf
    }
    // Asides are numbered in the order of their writes.
    for index in 0..<count {
      structure.put(number: writes[index].isAside ? 0 : UInt64(writes[index].reference) + 1)
    }
    var prediction = TimePrediction(runs)
    for index in 0..<count {
      structure.put(difference: writes[index].time &- prediction.time(writes[index]))
      prediction.note(writes[index])
    }
  }

  private mutating func put(_ asides: UnsafePointer<WriteAside>, count: Int) {
    for index in 0..<count {
      let aside = asides[index]
      structure.put(number: aside.stampReplica)
      structure.put(number: aside.leaf)
      structure.put(number: aside.atTime)
      structure.put(number: aside.atReplica)
      structure.put(difference: UInt64(bitPattern: aside.serverSeconds))
      structure.put(difference: UInt64(bitPattern: aside.serverNanoseconds))
      structure.put(difference: UInt64(bitPattern: aside.version))
      structure.put(number: UInt64(aside.origin))
      structure.put((aside.hasAt ? 1 : 0) | (aside.hasServer ? 2 : 0))
    }
  }

  // MARK: Cells

  private mutating func putRows(_ chunk: ImageChunk, _ laid: LaidChunk) {
    let width = Int(chunk.width)
    for place in 0..<Int(chunk.count) {
      let row = laid.rows + place * width
      var mask: UInt64 = 0
      for column in 0..<width where row[column].isSet { mask |= 1 << UInt64(column) }
      structure.put(number: mask)
    }
    var cells = CellPrediction(chunk)
    for place in 0..<Int(chunk.count) {
      let row = laid.rows + place * width
      cells.begin()
      for column in 0..<width where row[column].isSet { put(row[column], &cells, laid) }
      times.append((cells.least, cells.greatest))
    }
  }

  @inline(__always)
  private mutating func put(_ cell: Cell, _ cells: inout CellPrediction, _ laid: LaidChunk) {
    var tag: UInt8 = 0
    let value = cell.value
    if value.isInline {
      let bits = value.raw & 0xff_ffff_ffff_ffff
      if bits >> UInt64(8 * value.count) == 0 {
        tag = UInt8(value.count)
        for place in 0..<value.count { shortValues.put(UInt8(truncatingIfNeeded: bits >> UInt64(8 * place))) }
      } else {
        tag = CellTag.raw
        others.put(number: value.raw)
      }
    } else {
      tag = value.offset == cells.textOffset ? CellTag.text : CellTag.textElsewhere
      sizes.put(number: UInt64(value.count))
      if tag == CellTag.textElsewhere {
        sizes.put(difference: UInt64(value.offset) &- UInt64(cells.textOffset))
      }
      cells.textOffset = value.offset + value.count
    }
    if cell.write != cells.write || cells.isFirst {
      if !cell.isContested, cell.write == cells.nextWrite {
        tag |= CellTag.nextWrite
        cells.nextWrite += 1
      } else {
        tag |= CellTag.otherWrite
        others.put(difference: UInt64(cell.write) &- UInt64(cells.write))
        cells.skip(to: cell.write)
      }
    }
    if cell.mark != cells.mark {
      tag |= CellTag.hasMark
      others.put(number: UInt64(cell.mark))
    }
    cells.note(cell.write, cell.mark)
    let expected = cells.expectedTime(laid.writes, note: !cell.isContested)
    if cell.time != expected {
      tag |= CellTag.hasTime
      others.put(difference: cell.time &- expected)
    }
    tags.put(tag)
  }

  // MARK: Entities

  private mutating func putEntities(_ chunk: ImageChunk) {
    let (first, count) = (Int(chunk.first), Int(chunk.count))
    var last: UInt32 = 0
    for place in first..<first + count {
      structure.put(number: UInt64(source.order[place] - last))
      last = source.order[place]
    }
    for place in 0..<count {
      let record = source.entities + Int(source.order[first + place])
      structure.put(difference: record.pointee.firstTime &- times[place].0)
      structure.put(difference: record.pointee.lastTime &- times[place].1)
    }
    for place in first..<first + count {
      let record = source.entities + Int(source.order[place])
      structure.put(number: UInt64(record.pointee.firstReplica))
      structure.put(number: UInt64(record.pointee.lastReplica))
      structure.put(number: UInt64(record.pointee.flags))
      structure.put(number: UInt64(record.pointee.side))
      put(id: source.ids + record.pointee.idOffset, record.pointee.idCount)
    }
  }

  /// Its size, 0 for a UUID.
  @inline(__always)
  private mutating func put(id: UnsafePointer<UInt8>, _ count: Int) {
    if count == PackedUUID.textCount {
      let start = plainIDs.bytes.appendZeros(PackedUUID.sizeBytes)
      if PackedUUID.pack(id, to: plainIDs.bytes.base + start) {
        structure.put(number: 0)
        return
      }
      plainIDs.bytes.removeLast(PackedUUID.sizeBytes)
    }
    structure.put(number: UInt64(count) + 1)
    ids.bytes.append(id, count: count)
  }

  // MARK: Packing

  private func header(of chunk: ImageChunk) -> ChunkHeader {
    var header = ChunkHeader()
    header.kind = UInt64(chunk.kind)
    header.entityCount = UInt64(chunk.count)
    header.width = UInt64(chunk.width)
    header.textCount = UInt64(chunk.textSizeBytes)
    header.writeCount = UInt64(chunk.writeCount)
    header.asideCount = UInt64(chunk.asideCount)
    header.idCount = UInt64(chunk.idSizeBytes)
    header.nextOfKind =
      UInt64(source.entities[Int(source.order[Int(chunk.first + chunk.count) - 1])].nextOfKind)
    return header
  }

  private mutating func finish(_ chunk: ImageChunk, _ laid: LaidChunk) -> PackedChunk {
    // The sizes are known last, and are put in front.
    tags.clear()
    let structureSize = Self.pack(structure.bytes.bytes, compressor, to: &tags)
    let textSize = Self.pack(
      UnsafeRawBufferPointer(start: laid.texts, count: chunk.textSizeBytes), compressor, to: &tags)
    let start = output.count
    output.put(number: UInt64(structure.count))
    output.put(number: UInt64(structureSize))
    output.put(number: UInt64(textSize))
    output.bytes.append(copying: tags.bytes.bytes)
    output.bytes.append(copying: plainIDs.bytes.bytes)
    return PackedChunk(
      offset: UInt64(start), sizeBytes: UInt64(output.count - start), firstCell: UInt32(chunk.firstCell))
  }

  /// The size of the frame in bytes.
  private static func pack(
    _ content: UnsafeRawBufferPointer, _ compressor: borrowing BlockCompressor, to stream: inout ByteStream
  ) -> Int {
    stream.bytes.reserve(BlockCompressor.capacity(for: content.count))
    let count = compressor.compress(content, to: stream.bytes.base + stream.count)
    stream.bytes.extend(by: count)
    return count
  }

  /// Adds bytes unchanged.
  mutating func append(_ bytes: UnsafeRawBufferPointer) { output.bytes.append(copying: bytes) }

  /// The chunks as whole words, like the parts of a section.
  mutating func padOutput() {
    while output.count % 8 != 0 { output.put(0) }
  }
}

/// A chunk in memory.
struct LaidChunk {
  let rows: UnsafePointer<Cell>
  let texts: UnsafePointer<UInt8>
  let writes: UnsafePointer<WriteDetails>
  let asides: UnsafePointer<WriteAside>
}

/// Predicts the next cell from those before it: packing and unpacking make the same predictions.
struct CellPrediction {
  var textOffset: Int
  var nextWrite: UInt32
  private(set) var write: UInt32
  private(set) var mark: UInt32 = 0
  private(set) var isFirst = true
  private let writeStart: UInt32
  private let writeEnd: UInt32
  /// The times of the row's writes.
  private(set) var least: UInt64 = 0
  private(set) var greatest: UInt64 = 0
  private var hasTimes = false

  init(textStart: Int, writeStart: UInt32, writeCount: UInt32) {
    (textOffset, self.writeStart, writeEnd) = (textStart, writeStart, writeStart &+ writeCount)
    (nextWrite, write) = (writeStart, writeStart)
  }

  /// For a chunk whose place is not known yet.
  init(_ chunk: ImageChunk) { self.init(textStart: 0, writeStart: 0, writeCount: UInt32(chunk.writeCount)) }

  /// Begins a row.
  mutating func begin() { (least, greatest, hasTimes) = (0, 0, false) }

  /// Notes that a write was named, which may come after the next: registers aside have writes too.
  @inline(__always)
  mutating func skip(to write: UInt32) {
    if write >= nextWrite, write < writeEnd { nextWrite = write + 1 }
  }

  @inline(__always)
  mutating func note(_ write: UInt32, _ mark: UInt32) {
    (self.write, self.mark, isFirst) = (write, mark, false)
  }

  /// The time of the last cell's write; 0 if it is unknown.
  ///
  /// - Parameter note: whether the write is one of the chunk's.
  @inline(__always)
  mutating func expectedTime(_ writes: UnsafePointer<WriteDetails>, note: Bool) -> UInt64 {
    guard note, write >= writeStart, write < writeEnd else { return 0 }
    let details = writes[Int(write - writeStart)]
    if details.isAside { return 0 }
    least = hasTimes ? min(least, details.time) : details.time
    greatest = max(greatest, details.time)
    hasTimes = true
    return details.time
  }
}
