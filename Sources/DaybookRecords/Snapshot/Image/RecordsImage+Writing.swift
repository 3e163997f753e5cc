import DaybookLog

extension RecordsImage {
  /// Where the parts of the image lie that are made by several threads.
  fileprivate struct Places: Sendable {
    var entities: SnapshotWriter.Place
    var cells: SnapshotWriter.Place
    var writes: SnapshotWriter.Place
    var asides: SnapshotWriter.Place
    var values: SnapshotWriter.Place
  }

  /// Writes what is laid anew, and leaves the section of the texts open. `alongside` is done on this thread while others
  /// have begun.
  borrowing func write(to writer: inout SnapshotWriter, alongside: () -> Void) throws(FileError) {
    let sides = try writer.reserve("sides", of: SideCell.self, count: newSides.count)
    let contenders = try writer.reserve("contenders", of: Contender.self, count: newContenders.count)
    let places = Places(
      entities: try writer.reserve("entities", of: EntityRecord.self, count: entityCount),
      cells: try writer.reserve("cells", of: Cell.self, count: cellCount),
      writes: try writer.reserve("writes", of: WriteDetails.self, count: writeCount),
      asides: try writer.reserve("asides", of: WriteAside.self, count: asideCount),
      values: try writer.reserveOpen("values", count: textSizeBytes))
    let (source, parts, runs, firstCells) = (source, writer.parts, runs, firstCells)
    let chunkCount = chunkCount
    SharedWork.run(chunkCount + runs.count, alongside: alongside) { number in
      if number < chunkCount {
        source.lay(number, places, parts)
      } else {
        source.putEntities(runs[number - chunkCount], firstCells, places.entities, parts)
      }
    }
    parts.put(newSides.bytes, in: sides, at: 0)
    parts.put(newContenders.bytes, in: contenders, at: 0)
    try parts.requireWritten()
  }
}

extension ImageSource {
  /// Makes the rows, texts, writes and asides of a chunk, and puts them in their places.
  fileprivate func lay(_ number: Int, _ places: RecordsImage.Places, _ parts: SnapshotParts) {
    let chunk = chunks[number]
    var rows = Arena<Cell>(capacity: chunk.cellCount)
    rows.appendZeros(chunk.cellCount)
    var texts = Arena<UInt8>(capacity: chunk.textSizeBytes)
    texts.appendZeros(chunk.textSizeBytes)
    var writes = Arena<WriteDetails>(capacity: chunk.writeCount)
    writes.appendZeros(chunk.writeCount)
    var asides = Arena<WriteAside>(capacity: chunk.asideCount)
    asides.appendZeros(chunk.asideCount)
    var layer = ImageLayer(
      self, chunk, texts: texts.base, writes: writes.base, asides: asides.base)
    let (first, count, width) = (Int(chunk.first), Int(chunk.count), Int(chunk.width))
    for place in 0..<count {
      if place + 8 < count { prefetchCells(Int(order[first + place + 8])) }
      if place + 4 < count { prefetchParts(Int(order[first + place + 4])) }
      let row = rows.base + place * width
      walk(Int(order[first + place]), &layer, lays: true) { row[$0] = $1 }
    }
    parts.put(rows.bytes, in: places.cells, at: chunk.firstCell * MemoryLayout<Cell>.stride)
    parts.put(texts.bytes, in: places.values, at: chunk.textStart)
    parts.put(writes.bytes, in: places.writes, at: chunk.writeStart * MemoryLayout<WriteDetails>.stride)
    parts.put(asides.bytes, in: places.asides, at: chunk.asideStart * MemoryLayout<WriteAside>.stride)
  }

  /// Puts entities with the places of their rows in the image.
  fileprivate func putEntities(
    _ run: RecordsImage.Run, _ firstCells: [Int], _ place: SnapshotWriter.Place, _ parts: SnapshotParts
  ) {
    var records = Arena<EntityRecord>(capacity: run.count)
    var ranks = run.ranks
    for entity in run.first..<run.first + run.count {
      var record = entities[entity]
      let kind = Int(record.kind)
      let width = kinds[kind].columnCount
      record.row = UInt32(firstCells[kind] + Int(ranks[kind]) * Int(width))
      record.width = UInt16(width)
      ranks[kind] += 1
      records.append(record)
    }
    parts.put(records.bytes, in: place, at: run.first * MemoryLayout<EntityRecord>.stride)
  }
}
