/// The records as a snapshot has them: what was overwritten left out, the rows of each kind next to one another in the
/// order the entities came, and so their texts and writes. The records themselves stay as they are, and the image is
/// nowhere as a whole: its parts are made by all cores, and written.
struct RecordsImage: ~Copyable {
  let source: ImageSource
  private(set) var cellCount = 0
  private(set) var writeCount = 0
  private(set) var asideCount = 0
  private(set) var textSizeBytes = 0
  /// By kind: the first cell of its rows.
  private(set) var firstCells: [Int] = []
  private(set) var runs: [Run] = []

  private var order: Arena<UInt32>
  private var numbers: Arena<UInt32>
  private(set) var newSides: Arena<SideCell>
  private(set) var newContenders: Arena<Contender>
  private var chunks = Arena<ImageChunk>()

  /// Entities in a row, and how many of each kind come before them.
  struct Run: Sendable {
    var first: Int
    var count: Int
    var ranks: [UInt32]
  }

  var chunkCount: Int { chunks.count }
  var entityCount: Int { order.count }

  private static let runCount = 1 << 15

  /// Measures what the image needs. The records must stay as they are while it is used.
  init(_ records: borrowing Records) {
    order = Arena(capacity: records.entities.count)
    numbers = Arena(capacity: records.writes.count)
    order.appendZeros(records.entities.count)
    numbers.appendZeros(records.writes.count)
    newSides = Arena(capacity: records.sides.count)
    newSides.append(copying: records.sides.bytes)
    newContenders = Arena(capacity: records.contenders.count)
    newContenders.append(copying: records.contenders.bytes)
    Self.cut(records, &order, &chunks, &runs, &firstCells)
    source = ImageSource(
      entities: records.entities.base, kinds: records.kinds.base, cells: records.cells.base,
      values: records.values.base,
      writes: records.writes.base, asides: records.asides.base, sides: records.sides.base,
      contenders: records.contenders.base, order: order.base, numbers: numbers.base,
      newSides: newSides.base, newContenders: newContenders.base, chunks: chunks.base)
    let source = source
    SharedWork.run(chunks.count) { source.measure($0) }
    for index in 0..<chunks.count {
      let chunk = chunks.place(index)
      (chunk.pointee.writeStart, chunk.pointee.asideStart) = (writeCount, asideCount)
      chunk.pointee.textStart = textSizeBytes
      cellCount += chunk.pointee.cellCount
      writeCount += chunk.pointee.writeCount
      asideCount += chunk.pointee.asideCount
      textSizeBytes += chunk.pointee.textSizeBytes
    }
  }

  /// Puts the entities in order by kind, and cuts them into chunks and runs.
  private static func cut(
    _ records: borrowing Records, _ order: inout Arena<UInt32>, _ chunks: inout Arena<ImageChunk>,
    _ runs: inout [Run], _ firstCells: inout [Int]
  ) {
    var (entityCount, cellCount) = (0, 0)
    var starts: [Int] = []
    for kind in 0..<records.kinds.count {
      let (count, width) = (
        Int(records.kinds[kind].entityCount), Int(records.kinds[kind].columnCount)
      )
      starts.append(entityCount)
      firstCells.append(cellCount)
      for first in stride(from: 0, to: count, by: ImageChunk.countMax) {
        chunks.append(
          ImageChunk(
            kind: UInt32(kind), first: UInt32(entityCount + first),
            count: UInt32(min(ImageChunk.countMax, count - first)), width: UInt32(width),
            firstCell: cellCount + first * width))
      }
      entityCount += count
      cellCount += count * width
    }
    var ranks = [UInt32](repeating: 0, count: records.kinds.count)
    for entity in 0..<records.entities.count {
      if entity % runCount == 0 {
        runs.append(Run(first: entity, count: min(runCount, records.entities.count - entity), ranks: ranks))
      }
      let kind = Int(records.entities[entity].kind)
      order[starts[kind] + Int(ranks[kind])] = UInt32(entity)
      ranks[kind] += 1
    }
  }
}

extension ImageSource {
  fileprivate func measure(_ number: Int) {
    let chunk = chunks + number
    let (first, count) = (Int(chunk.pointee.first), Int(chunk.pointee.count))
    var measure = ImageMeasure(self)
    for place in 0..<count {
      if place + 8 < count { prefetchCells(Int(order[first + place + 8])) }
      walk(Int(order[first + place]), &measure, lays: false) { _, _ in }
    }
    chunk.pointee.textSizeBytes = (measure.textSizeBytes + 7) / 8 * 8
    chunk.pointee.writeCount = Int(measure.writeCount)
    chunk.pointee.asideCount = measure.asideCount
  }
}
