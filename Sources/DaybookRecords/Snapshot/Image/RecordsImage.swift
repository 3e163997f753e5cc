import DaybookLog
import Synchronization

/// The records as a snapshot has them: without overwritten values, and with the rows of each kind next to one another
/// in the order in which the entities arrived, and likewise their texts and writes. The records themselves stay
/// unchanged, and the image never exists as a whole: its parts are made by all cores, packed, and written.
struct RecordsImage: ~Copyable {
  let source: ImageSource
  private(set) var cellCount = 0
  private(set) var pieces: [ImagePiece] = []
  let runs: StampRuns

  private var order: Arena<UInt32>
  private var numbers: Arena<UInt32>
  private(set) var newSides: Arena<SideCell>
  private(set) var newContenders: Arena<Contender>
  private(set) var chunkOf: Arena<UInt32>

  /// The records must not change while it is used.
  init(_ records: borrowing Records) {
    records.entities.unpackAll()
    runs = StampRuns(records)
    order = Arena(capacity: records.entities.count)
    numbers = Arena(capacity: records.writes.count)
    chunkOf = Arena(capacity: records.entities.count)
    order.appendZeros(records.entities.count)
    numbers.appendZeros(records.writes.count)
    chunkOf.appendZeros(records.entities.count)
    newSides = Arena(capacity: records.sides.count)
    newSides.append(copying: records.sides.bytes)
    newContenders = Arena(capacity: records.contenders.count)
    newContenders.append(copying: records.contenders.bytes)
    source = ImageSource(
      entities: records.entities.base, cells: records.cells.base, values: records.values.base,
      writes: records.writes.base, hashes: records.hashes.lent, asides: records.asides.base,
      ids: records.ids.base, sides: records.sides.base, contenders: records.contenders.base,
      order: order.base, numbers: numbers.base, newSides: newSides.base,
      newContenders: newContenders.base, chunkOf: chunkOf.base)
    cut(records)
  }

  /// Sorts the entities by kind, and cuts them into pieces.
  private mutating func cut(_ records: borrowing Records) {
    var next: [Int] = []
    var entityCount = 0
    for kind in 0..<records.kinds.count {
      let (count, width) = (
        Int(records.kinds[kind].entityCount), Int(records.kinds[kind].columnCount)
      )
      next.append(entityCount)
      for first in stride(from: 0, to: count, by: ImagePiece.countMax) {
        pieces.append(
          ImagePiece(
            kind: UInt32(kind), first: UInt32(entityCount + first),
            count: UInt32(min(ImagePiece.countMax, count - first)), width: UInt32(width),
            firstCell: cellCount + first * width))
      }
      entityCount += count
      cellCount += count * width
    }
    for entity in 0..<order.count {
      let kind = Int(source.entities[entity].kind)
      order[next[kind]] = UInt32(entity)
      next[kind] += 1
    }
  }
}

extension RecordsImage {
  /// Writes the new layout, and leaves the section of the texts open, so that others can add to it. `alongside` runs on
  /// this thread once others have begun.
  borrowing func write(to writer: inout SnapshotWriter, alongside: () -> Void) throws(FileError) {
    let place = try writer.reserveOpen("packed")
    let (source, runs, parts, pieces) = (source, runs, writer.parts, pieces)
    let laid = LaidImage()
    SharedWork.run(pieces.count, alongside: alongside) { number in
      source.lay(pieces[number], ChunkPacker(source, runs), place, parts, laid)
    }
    let all = laid.all
    try writer.closeOpen(count: all.packedSizeBytes)
    try writer.add("chunks", all.chunks)
    try writer.add("stampRuns", runs.runs)
    try writer.add("hashes", all.hashes)
    try writer.add("chunkOf", chunkOf)
    try writer.add("sides", newSides)
    try writer.add("contenders", newContenders)
    try writer.add(
      "image",
      [
        ImageSizes(
          cells: UInt64(cellCount), texts: UInt64(all.texts), ids: UInt64(all.ids),
          writes: UInt64(all.writes),
          asides: UInt64(all.asides))
      ])
    try writer.reserveOpen("values", behind: all.texts)
  }
}

/// The sizes of what the chunks hold.
struct ImageSizes: BitwiseCopyable {
  var cells: UInt64 = 0
  var texts: UInt64 = 0
  var ids: UInt64 = 0
  var writes: UInt64 = 0
  var asides: UInt64 = 0
}

/// The sizes of the pieces, and the place of each, in the order in which they are done.
private final class LaidImage: Sendable {
  struct All {
    var packedSizeBytes = 0
    var chunks: [PackedChunk] = []
    var hashes: [LineHashes.Run] = []
    var texts = 0
    var ids = 0
    var writes = 0
    var asides = 0
  }

  private let state = Mutex(All())

  var all: All { state.withLock { $0 } }

  /// Gives chunks of a piece their numbers and places, which counted from the piece's beginning.
  ///
  /// - Returns: the first chunk's number, and the place for the piece's bytes.
  func place(
    _ chunks: inout [PackedChunk], sizeBytes: Int, hashesAt hashes: Int, texts: Int, ids: Int, writes: Int,
    asides: Int
  ) -> (number: Int, offset: Int) {
    state.withLock { all in
      let place = (all.chunks.count, all.packedSizeBytes)
      for index in chunks.indices {
        chunks[index].offset += UInt64(all.packedSizeBytes)
        chunks[index].textStart += UInt64(all.texts)
        chunks[index].idStart += UInt64(all.ids)
        chunks[index].writeStart += UInt32(all.writes)
        chunks[index].asideStart += UInt32(all.asides)
      }
      all.hashes.append(
        LineHashes.Run(first: UInt64(all.writes), offset: UInt64(all.packedSizeBytes + hashes)))
      all.chunks += chunks
      all.packedSizeBytes += sizeBytes
      all.texts += texts
      all.ids += ids
      all.writes += writes
      all.asides += asides
      return place
    }
  }
}

extension ImageSource {
  /// Lays out a piece, packs its chunks, and puts them and their hashes where they belong.
  fileprivate func lay(
    _ piece: ImagePiece, _ emptyPacker: consuming ChunkPacker, _ place: SnapshotWriter.Place,
    _ parts: SnapshotParts, _ laid: LaidImage
  ) {
    let (first, end, width) = (Int(piece.first), Int(piece.first + piece.count), Int(piece.width))
    var layer = ImageLayer(self)
    var packer = emptyPacker
    var (chunk, chunks) = (ImageChunk(piece, first: first), [PackedChunk]())
    var ends: [(entity: Int, sides: Int, contenders: Int)] = []
    var (texts, ids, writes, asides) = (0, 0, 0, 0)
    for entity in first..<end {
      if entity + 8 < end { prefetchCells(Int(order[entity + 8])) }
      if entity + 4 < end { prefetchParts(Int(order[entity + 4])) }
      layer.lay(Int(order[entity]), width: width)
      chunk.count += 1
      chunk.idSizeBytes += entities[Int(order[entity])].idCount
      chunk.textSizeBytes = layer.texts.count
      guard chunk.isFull || entity + 1 == end else { continue }
      (chunk.writeCount, chunk.asideCount) = (layer.writes.count, layer.asides.count)
      var packed = packer.pack(
        chunk,
        LaidChunk(
          rows: layer.rows.base, texts: layer.texts.base, writes: layer.writes.base,
          asides: layer.asides.base))
      (packed.textStart, packed.idStart) = (UInt64(texts), UInt64(ids))
      (packed.writeStart, packed.asideStart) = (UInt32(writes), UInt32(asides))
      chunks.append(packed)
      ends.append((entity + 1, layer.sides.count, layer.contenders.count))
      texts += chunk.textSizeBytes
      ids += chunk.idSizeBytes
      writes += chunk.writeCount
      asides += chunk.asideCount
      layer.beginChunk()
      chunk = ImageChunk(piece, first: entity + 1)
    }
    packer.padOutput()
    let hashes = packer.output.count
    packer.append(layer.hashes.bytes)
    let (number, offset) = laid.place(
      &chunks, sizeBytes: packer.output.count, hashesAt: hashes, texts: texts, ids: ids, writes: writes,
      asides: asides)
    parts.put(packer.output.bytes.bytes, in: place, at: offset)
    var start = (entity: first, sides: 0, contenders: 0)
    for (index, end) in ends.enumerated() {
      for entity in start.entity..<end.entity { chunkOf[Int(order[entity])] = UInt32(number + index) }
      layer.move(start.sides..<end.sides, start.contenders..<end.contenders, to: chunks[index])
      start = end
    }
  }
}
