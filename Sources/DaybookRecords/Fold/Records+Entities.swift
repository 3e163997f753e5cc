extension Records {
  @inline(__always)
  mutating func intern(kind name: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    let number = kindNames.intern(name, count)
    if Int(number) == kinds.count { addKind() }
    return number
  }

  @inline(never)
  private mutating func addKind() {
    kinds.append(KindRecord(columnCount: 0, entityCount: 0, firstEntity: 0, lastEntity: 0))
    kindColumns.appendZeros(ColumnTable.columnMax)
    // The register with which every row begins.
    _ = addColumn(kind: UInt32(kinds.count - 1), .alive)
  }

  /// The new register's column, or nil when the kind has as many as it may.
  @inline(never)
  private mutating func addColumn(kind: UInt32, _ register: RegisterID) -> Int? {
    let column = Int(kinds[Int(kind)].columnCount)
    guard column < ColumnTable.columnMax else { return nil }
    kinds.place(Int(kind)).pointee.columnCount += 1
    kindColumns[Int(kind) * ColumnTable.columnMax + column] = register.rawValue
    columns.insert(kind, register, column: column)
    return column
  }

  /// Gives an entity a place before anything is written about it: for code that reads entities without events. Digests
  /// and orders ignore it.
  package mutating func reserve(_ kind: String, _ id: String) {
    var (kind, id) = (kind, id)
    let number = kind.withUTF8 { text in
      text.baseAddress.map { intern(kind: $0, text.count) }
    }
    guard let number else { return }
    id.withUTF8 { text in
      guard let base = text.baseAddress, text.count > 0 else { return }
      _ = entity(number, base, text.count, key.hash(base, text.count, with: number))
    }
  }

  /// The entity, made if it is missing.
  @inline(__always)
  mutating func entity(_ kind: UInt32, _ id: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32) -> UInt32 {
    if let found = find(kind, id, count, hash) { return UInt32(found) }
    return addEntity(kind, id, count, hash)
  }

  @inline(__always)
  func find(_ kind: UInt32, _ id: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32) -> Int? {
    entitySlots.find(hash) { index in
      let record = entities.pointer(index)
      return record.pointee.kind == kind && record.pointee.idCount == count
        && equalBytes(ids.base + record.pointee.idOffset, id, count)
    }
  }

  private mutating func addEntity(
    _ kind: UInt32, _ id: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32
  ) -> UInt32 {
    let offset = ids.append(id, count: count)
    let width = Int(kinds[Int(kind)].columnCount)
    let row = cells.appendZeros(width)
    let index = entities.append(
      EntityRecord(
        id: UInt64(offset) << 24 | UInt64(count), firstTime: .max, lastTime: 0, firstReplica: 0,
        lastReplica: 0,
        kind: kind, row: UInt32(row), width: UInt16(width), flags: 0, side: 0, nextOfKind: 0))
    entitySlots.insert(hash, index)
    let record = kinds.place(Int(kind))
    if record.pointee.lastEntity == 0 {
      record.pointee.firstEntity = UInt32(index + 1)
    } else {
      entities.place(Int(record.pointee.lastEntity - 1)).pointee.nextOfKind = UInt32(index + 1)
    }
    record.pointee.lastEntity = UInt32(index + 1)
    record.pointee.entityCount += 1
    return UInt32(index)
  }

  /// The place of a register without a target; valid until the next call.
  @inline(__always)
  mutating func cell(_ entity: Int, _ register: RegisterID) -> UnsafeMutablePointer<Cell> {
    let record = entities.pointer(entity)
    guard
      let column = columns.column(record.pointee.kind, register)
        ?? addColumn(kind: record.pointee.kind, register)
    else { return sideCell(entity, register, target: SideCell.none) }
    if column >= Int(record.pointee.width) { widen(entity) }
    return cells.place(Int(entities[entity].row) + column)
  }

  /// Gives the row every column that its kind has: in place if it is the last row, else as a copy.
  @inline(never)
  private mutating func widen(_ entity: Int) {
    let record = entities[entity]
    let width = Int(kinds[Int(record.kind)].columnCount)
    let old = Int(record.row)
    if old + Int(record.width) == cells.count {
      cells.appendZeros(width - Int(record.width))
    } else {
      let row = cells.appendZeros(width)
      for column in 0..<Int(record.width) { cells[row + column] = cells[old + column] }
      entities.place(entity).pointee.row = UInt32(row)
    }
    entities.place(entity).pointee.width = UInt16(width)
  }
}
