import CShim

/// The records' arenas, for threads that read them at the same time, and the output of those threads.
///
/// Sound: its maker leaves the arenas unchanged until the last thread is done with it, and no place is written by two
/// threads: a write, a side cell and a contender belong to one entity, and an entity to one piece.
struct ImageSource: @unchecked Sendable {
  let entities: UnsafePointer<EntityRecord>
  let cells: UnsafePointer<Cell>
  let values: UnsafePointer<UInt8>
  let writes: UnsafePointer<WriteDetails>
  let hashes: LineHashes.Lent
  let asides: UnsafePointer<WriteAside>
  let ids: UnsafePointer<UInt8>
  let sides: UnsafePointer<SideCell>
  let contenders: UnsafePointer<Contender>
  /// The entities, kind by kind.
  let order: UnsafePointer<UInt32>

  /// By write: its number within its chunk, from 1; 0 for those that were not met.
  let numbers: UnsafeMutablePointer<UInt32>
  /// The elements as they will be in the image.
  let newSides: UnsafeMutablePointer<SideCell>
  let newContenders: UnsafeMutablePointer<Contender>
  /// By entity.
  let chunkOf: UnsafeMutablePointer<UInt32>

  @inline(__always)
  func hash(_ write: UInt32) -> LineHash { hashes[Int(write)] }

  /// Prefetches what a later entity needs into the processor's cache.
  @inline(__always)
  func prefetchCells(_ entity: Int) { daybook_prefetch(cells + Int(entities[entity].row)) }

  @inline(__always)
  func prefetchParts(_ entity: Int) {
    let record = entities + entity
    let row = cells + Int(record.pointee.row)
    daybook_prefetch(ids + record.pointee.idOffset)
    for column in 0..<Int(record.pointee.width) where row[column].isSet && !row[column].isContested {
      daybook_prefetch(writes + Int(row[column].write))
      hashes.prefetch(Int(row[column].write))
      let value = row[column].value
      if !value.isInline { daybook_prefetch(values + value.offset) }
    }
  }
}
