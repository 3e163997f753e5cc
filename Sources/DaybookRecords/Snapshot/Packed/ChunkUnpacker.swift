import DaybookLog

/// The memory to which chunks are unpacked. Each has its own places.
struct UnpackedPlaces {
  let entities: UnsafeMutablePointer<EntityRecord>
  let entityCount: Int
  let cells: UnsafeMutablePointer<Cell>
  let cellCount: Int
  let values: UnsafeMutablePointer<UInt8>
  let textCount: Int
  let writes: UnsafeMutablePointer<WriteDetails>
  let writeCount: Int
  let asides: UnsafeMutablePointer<WriteAside>
  let asideCount: Int
  let ids: UnsafeMutablePointer<UInt8>
  let idCount: Int
  let chunkOfEntity: UnsafePointer<UInt32>
  let runs: StampRuns

  private static func holds(_ start: UInt64, _ count: UInt64, in all: Int) -> Bool {
    start <= UInt64(all) && count <= UInt64(all) - start
  }

  /// Whether a chunk is within them.
  func hold(_ header: ChunkHeader, _ chunk: PackedChunk) -> Bool {
    let (cellCount, overflows) = header.entityCount.multipliedReportingOverflow(by: header.width)
    return !overflows && header.entityCount <= UInt64(entityCount)
      && header.width <= UInt64(ColumnTable.columnMax)
      && Self.holds(UInt64(chunk.firstCell), cellCount, in: min(self.cellCount, Int(UInt32.max)))
      && Self.holds(chunk.textStart, header.textCount, in: textCount)
      && Self.holds(UInt64(chunk.writeStart), header.writeCount, in: min(writeCount, Int(UInt32.max)))
      && Self.holds(chunk.idStart, header.idCount, in: idCount)
      && Self.holds(UInt64(chunk.asideStart), header.asideCount, in: asideCount)
      && header.nextOfKind <= UInt64(entityCount)
      && header.kind <= UInt64(UInt32.max)
  }
}

/// Unpacks chunks. Whatever the bytes are, it writes only to the places of the chunk.
struct ChunkUnpacker: ~Copyable {
  private let decompressor = BlockDecompressor()
  private var structure = Arena<UInt8>()
  /// By row: its entity, and the least and the greatest time of its writes.
  private var rows = Arena<(entity: UInt32, least: UInt64, greatest: UInt64)>()
  private var masks = Arena<UInt64>()

  /// False if the bytes are not what was written; then part of the chunk may have been unpacked.
  mutating func unpack(
    _ bytes: UnsafeRawBufferPointer, _ chunk: PackedChunk, number: Int, to places: UnpackedPlaces
  ) -> Bool {
    var source = ByteSource(bytes.bindMemory(to: UInt8.self))
    let (structureCount, structureSize, textSize) = (source.number(), source.number(), source.number())
    let (packedStructure, packedTexts) = (source.take(structureSize), source.take(textSize))
    // No frame can expand by more than this factor.
    guard !source.isShort, structureCount / Self.ratioMax <= structureSize else { return false }
    structure.removeAll()
    structure.reserve(Int(structureCount))
    structure.extend(by: Int(structureCount))
    let content = UnsafeMutableRawBufferPointer(start: structure.base, count: structure.count)
    guard decompressor.decompress(UnsafeRawBufferPointer(packedStructure), to: content) else { return false }
    var columns = ByteSource(UnsafeBufferPointer(start: structure.base, count: structure.count))
    let header = ChunkHeader(&columns)
    guard !columns.isShort, places.hold(header, chunk) else { return false }
    let texts = UnsafeMutableRawBufferPointer(
      start: places.values + Int(chunk.textStart), count: Int(header.textCount))
    guard decompressor.decompress(UnsafeRawBufferPointer(packedTexts), to: texts) else { return false }
    return readWrites(&columns, header, chunk, places) && readAsides(&columns, header, chunk, places)
      && read(&columns, plainIDs: &source, header, chunk, UInt32(number), places)
  }

  /// The ratio for a block of 128 KiB that repeats one byte.
  private static let ratioMax: UInt64 = 128 << 10

  private func readWrites(
    _ source: inout ByteSource, _ header: ChunkHeader, _ chunk: PackedChunk, _ places: UnpackedPlaces
  ) -> Bool {
    let writes = places.writes + Int(chunk.writeStart)
    let count = Int(header.writeCount)
    var leaf: UInt64 = 0
    for index in 0..<count {
      leaf = leaf &+ source.difference()
      writes[index].leaf = UInt32(truncatingIfNeeded: leaf)
    }
    var aside: UInt64 = 0
    for index in 0..<count {
      let reference = source.number()
      if reference == 0 {
        guard aside < header.asideCount else { return false }
        writes[index].setAside(Int(UInt64(chunk.asideStart) + aside))
        aside += 1
      } else {
        guard reference <= UInt64(Int32.max) else { return false }
        writes[index].setOrigin(UInt32(reference - 1))
      }
    }
    var prediction = TimePrediction(places.runs)
    for index in 0..<count {
      writes[index].time = prediction.time(writes[index]) &+ source.difference()
      prediction.note(writes[index])
    }
    return !source.isShort
  }

  private func readAsides(
    _ source: inout ByteSource, _ header: ChunkHeader, _ chunk: PackedChunk, _ places: UnpackedPlaces
  ) -> Bool {
    for index in 0..<Int(header.asideCount) {
      let (stampReplica, leaf) = (source.number(), source.number())
      let (atTime, atReplica) = (source.number(), source.number())
      let (seconds, nanoseconds) = (source.difference(), source.difference())
      let version = source.difference()
      let origin = UInt32(truncatingIfNeeded: source.number())
      let flags = source.byte()
      places.asides[Int(chunk.asideStart) + index] = WriteAside(
        stampReplica: stampReplica, leaf: leaf, atTime: atTime, atReplica: atReplica,
        serverSeconds: Int64(bitPattern: seconds), serverNanoseconds: Int64(bitPattern: nanoseconds),
        version: Int64(bitPattern: version), origin: origin, hasAt: flags & 1 != 0, hasServer: flags & 2 != 0)
    }
    return !source.isShort
  }

  private mutating func read(
    _ source: inout ByteSource, plainIDs: inout ByteSource, _ header: ChunkHeader, _ chunk: PackedChunk,
    _ number: UInt32, _ places: UnpackedPlaces
  ) -> Bool {
    let count = Int(header.entityCount)
    masks.removeAll()
    rows.removeAll()
    for _ in 0..<count { masks.append(source.number()) }
    var entity: UInt64 = 0
    for _ in 0..<count {
      entity = entity &+ source.number()
      guard entity < UInt64(places.entityCount), places.chunkOfEntity[Int(entity)] == number else {
        return false
      }
      rows.append((UInt32(entity), 0, 0))
    }
    // The streams follow the columns of the entities.
    var columns = source
    for _ in 0..<count {
      _ = source.difference()
      _ = source.difference()
    }
    for _ in 0..<count * 5 { _ = source.number() }
    var cells = CellStreams(&source)
    var ids = source.stream()
    guard !source.isShort, readCells(&cells, header, chunk, places) else { return false }
    return readEntities(&columns, &ids, &plainIDs, header, chunk, places) && !columns.isShort
  }

  // MARK: Cells

  private struct CellStreams {
    var tags: ByteSource
    var shortValues: ByteSource
    var sizes: ByteSource
    var others: ByteSource

    init(_ source: inout ByteSource) {
      tags = source.stream()
      shortValues = source.stream()
      sizes = source.stream()
      others = source.stream()
    }

    var isShort: Bool { tags.isShort || shortValues.isShort || sizes.isShort || others.isShort }
  }

  private mutating func readCells(
    _ streams: inout CellStreams, _ header: ChunkHeader, _ chunk: PackedChunk, _ places: UnpackedPlaces
  ) -> Bool {
    let width = Int(header.width)
    let writes = UnsafePointer(places.writes + Int(chunk.writeStart))
    let texts = Int(chunk.textStart)..<Int(chunk.textStart + header.textCount)
    // Writes count from the chunk's beginning, as when it was packed.
    let writeCount = UInt32(header.writeCount)
    var cells = CellPrediction(textStart: texts.lowerBound, writeStart: 0, writeCount: writeCount)
    for place in 0..<masks.count {
      let row = places.cells + Int(chunk.firstCell) + place * width
      var mask = masks[place]
      guard width == 64 || mask >> UInt64(width) == 0 else { return false }
      cells.begin()
      while mask != 0 {
        let column = mask.trailingZeroBitCount
        mask &= mask - 1
        guard var cell = Self.cell(&streams, &cells, writes, texts), cell.isSet,
          cell.isContested || cell.write < writeCount
        else { return false }
        if !cell.isContested { cell.write += chunk.writeStart }
        row[column] = cell
      }
      (rows.place(place).pointee.least, rows.place(place).pointee.greatest) = (cells.least, cells.greatest)
    }
    return !streams.isShort
  }

  @inline(__always)
  private static func cell(
    _ streams: inout CellStreams, _ cells: inout CellPrediction, _ writes: UnsafePointer<WriteDetails>,
    _ texts: Range<Int>
  ) -> Cell? {
    let tag = streams.tags.byte()
    var raw: UInt64
    switch tag & CellTag.valueMask {
    case CellTag.text, CellTag.textElsewhere:
      let count = streams.sizes.number()
      var offset = UInt64(cells.textOffset)
      if tag & CellTag.valueMask == CellTag.textElsewhere { offset = offset &+ streams.sizes.difference() }
      guard count < 1 << 23, offset >= UInt64(texts.lowerBound), offset <= UInt64(texts.upperBound),
        count <= UInt64(texts.upperBound) - offset, offset < 1 << 40
      else { return nil }
      raw = StoredValue(offset: Int(offset), count: Int(count)).raw
      cells.textOffset = Int(offset + count)
    case CellTag.raw:
      raw = streams.others.number()
      guard StoredValue(raw: raw).isInline, StoredValue(raw: raw).count <= 7 else { return nil }
    case let count:
      guard count <= 7 else { return nil }
      raw = UInt64(count) << 56
      for place in 0..<count { raw |= UInt64(streams.shortValues.byte()) << UInt64(8 * place) }
    }
    var write = cells.write
    switch tag & CellTag.writeMask {
    case CellTag.sameWrite: break
    case CellTag.nextWrite:
      write = cells.nextWrite
      cells.nextWrite &+= 1
    default:
      write = write &+ UInt32(truncatingIfNeeded: streams.others.difference())
      cells.skip(to: write)
    }
    var mark = cells.mark
    if tag & CellTag.hasMark != 0 { mark = UInt32(truncatingIfNeeded: streams.others.number()) }
    cells.note(write, mark)
    var time = cells.expectedTime(writes, note: mark & 1 == 0)
    if tag & CellTag.hasTime != 0 { time = time &+ streams.others.difference() }
    return Cell(time: time, rawValue: raw, write: write, mark: mark)
  }

  // MARK: Entities

  private mutating func readEntities(
    _ source: inout ByteSource, _ ids: inout ByteSource, _ plainIDs: inout ByteSource, _ header: ChunkHeader,
    _ chunk: PackedChunk, _ places: UnpackedPlaces
  ) -> Bool {
    for place in 0..<rows.count {
      rows.place(place).pointee.least &+= source.difference()
      rows.place(place).pointee.greatest &+= source.difference()
    }
    var (idOffset, idEnd) = (Int(chunk.idStart), Int(chunk.idStart + header.idCount))
    for place in 0..<rows.count {
      var record = EntityRecord(
        id: 0, firstTime: rows[place].least, lastTime: rows[place].greatest, firstReplica: 0, lastReplica: 0,
        kind: UInt32(header.kind), row: chunk.firstCell + UInt32(place) * UInt32(header.width),
        width: UInt16(header.width), flags: 0, side: 0, nextOfKind: 0)
      record.firstReplica = UInt32(truncatingIfNeeded: source.number())
      record.lastReplica = UInt32(truncatingIfNeeded: source.number())
      record.flags = UInt16(truncatingIfNeeded: source.number())
      record.side = UInt32(truncatingIfNeeded: source.number())
      record.nextOfKind = place + 1 < rows.count ? rows[place + 1].entity + 1 : UInt32(header.nextOfKind)
      let size = source.number()
      let isUUID = size == 0
      let text = isUUID ? plainIDs.take(UInt64(PackedUUID.sizeBytes)) : ids.take(size - 1)
      let count = isUUID ? PackedUUID.textCount : text.count
      guard !ids.isShort, !plainIDs.isShort, count <= idEnd - idOffset, count < 1 << 24 else { return false }
      if isUUID {
        PackedUUID.unpack(text.baseAddress.unsafelyUnwrapped, to: places.ids + idOffset)
      } else if let base = text.baseAddress {
        (places.ids + idOffset).update(from: base, count: count)
      }
      record.id = UInt64(idOffset) << 24 | UInt64(count)
      idOffset += count
      places.entities[Int(rows[place].entity)] = record
    }
    return idOffset == idEnd
  }
}
