import DaybookLog
import Synchronization

extension RecordsImage {
  /// Writes what is laid anew, and leaves the section of the texts open that others add. `alongside` is done on this
  /// thread while others have begun.
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

/// How much there is of what the chunks hold.
struct ImageSizes: BitwiseCopyable {
  var cells: UInt64 = 0
  var texts: UInt64 = 0
  var ids: UInt64 = 0
  var writes: UInt64 = 0
  var asides: UInt64 = 0
}

/// What the pieces come to, and where each has its place: in the order they are done.
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
  /// - Returns: the first chunk's number, and where the piece's bytes go.
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
