/// The records as a snapshot has them: what was overwritten left out, the rows of each kind next to one another in the
/// order the entities came, and so their texts and writes. The records themselves stay as they are, and the image is
/// nowhere as a whole: its parts are made by all cores, packed, and written.
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

  /// The records must stay as they are while it is used.
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

  /// Puts the entities in order by kind, and cuts them into pieces.
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
