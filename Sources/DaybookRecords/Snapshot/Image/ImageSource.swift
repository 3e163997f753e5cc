import CShim

/// The records' arenas, for threads that read them at once, and what these write of their own.
///
/// Sound: whoever makes one keeps the arenas as they are until the last thread is done with it, and no place is written
/// by two threads: a write, a side cell and a contender belong to one entity, and an entity to one chunk.
struct ImageSource: @unchecked Sendable {
  let entities: UnsafePointer<EntityRecord>
  let kinds: UnsafePointer<KindRecord>
  let cells: UnsafePointer<Cell>
  let values: UnsafePointer<UInt8>
  let writes: UnsafePointer<WriteDetails>
  let asides: UnsafePointer<WriteAside>
  let sides: UnsafePointer<SideCell>
  let contenders: UnsafePointer<Contender>
  /// The entities, kind by kind.
  let order: UnsafePointer<UInt32>

  /// By write: its number within its chunk, from 1; 0 of those that no register shows.
  let numbers: UnsafeMutablePointer<UInt32>
  /// As they will lie in the image.
  let newSides: UnsafeMutablePointer<SideCell>
  let newContenders: UnsafeMutablePointer<Contender>
  let chunks: UnsafeMutablePointer<ImageChunk>

  /// Shows the visitor every register of an entity, always in the same order; gives its cells to `take`.
  @inline(__always)
  func walk<Visitor: ImageVisitor>(
    _ entity: Int, _ visitor: inout Visitor, lays: Bool, _ take: (_ column: Int, Cell) -> Void
  ) {
    let record = entities + entity
    let row = cells + Int(record.pointee.row)
    for column in 0..<Int(record.pointee.width) where row[column].isSet {
      take(column, moved(row[column], &visitor, lays: lays))
    }
    var next = record.pointee.side
    while next != 0 {
      let side = sides + Int(next - 1)
      if side.pointee.register != RegisterID.ack.rawValue, side.pointee.cell.isSet {
        let cell = moved(side.pointee.cell, &visitor, lays: lays)
        if lays { newSides[Int(next - 1)].cell = cell }
      }
      next = side.pointee.nextOfEntity
    }
  }

  @inline(__always)
  private func moved<Visitor: ImageVisitor>(_ old: Cell, _ visitor: inout Visitor, lays: Bool) -> Cell {
    var cell = old
    cell.rawValue = visitor.value(old.rawValue)
    guard old.isContested else {
      cell.write = visitor.write(old.write)
      return cell
    }
    // The first is the winner, whose value the cell has.
    var (index, value) = (Int(old.write), cell.rawValue)
    while true {
      let write = visitor.write(contenders[index].write)
      if lays { (newContenders[index].write, newContenders[index].rawValue) = (write, value) }
      let next = contenders[index].next
      if next == 0 { return cell }
      index = Int(next - 1)
      value = visitor.value(contenders[index].rawValue)
    }
  }

  /// Has what a later entity needs brought into the cache.
  @inline(__always)
  func prefetchCells(_ entity: Int) { daybook_prefetch(cells + Int(entities[entity].row)) }

  @inline(__always)
  func prefetchParts(_ entity: Int) {
    let record = entities + entity
    let row = cells + Int(record.pointee.row)
    for column in 0..<Int(record.pointee.width) where row[column].isSet && !row[column].isContested {
      daybook_prefetch(writes + Int(row[column].write))
      let value = row[column].value
      if !value.isInline { daybook_prefetch(values + value.offset) }
    }
  }
}
