// What was overwritten stays in the arenas until it is dropped here: writes that no register shows, texts that no
// register holds, rows that were left for wider ones. So reading a log takes memory only for current values, not for
// all that were ever written.

extension Records {
  /// Drops what no register holds, and lays out the rows of each kind, and their texts, next to one another. Values and
  /// writes that a caller kept from these records become invalid. O(registers + writes).
  package mutating func compact() {
    entities.unpackAll()
    hashes.load()
    compactWrites()
    compactValues()
    compactRows()
    compactAt = max(Self.compactWritesMin, 2 * writes.count)
  }

  /// While a log is folded as a whole, and nobody has seen any of it yet.
  mutating func compactIfDue() {
    if writes.count >= compactAt, !touchLog.isKept, !isHistory { compact() }
  }

  /// 96 MB of them.
  static let compactWritesMin = 1 << 21

  // MARK: Writes

  private mutating func compactWrites() {
    var numbers = Arena<UInt32>(capacity: writes.count)
    numbers.appendZeros(writes.count)
    forEachPlace { cell, contenders in
      if !cell.pointee.isContested {
        numbers[Int(cell.pointee.write)] = 1
        return
      }
      var next = cell.pointee.write + 1
      while next != 0 {
        let one = contenders + Int(next - 1)
        numbers[Int(one.pointee.write)] = 1
        next = one.pointee.next
      }
    }
    // They keep their order, and so do their asides.
    var (kept, keptAsides) = (0, 0)
    for index in 0..<writes.count where numbers[index] != 0 {
      var details = writes[index]
      if details.isAside {
        asides[keptAsides] = asides[details.index]
        details.setAside(keptAsides)
        keptAsides += 1
      }
      writes[kept] = details
      hashes.move(index, to: kept)
      numbers[index] = UInt32(kept)
      kept += 1
    }
    writes.shrink(to: kept)
    hashes.shrink(to: kept)
    asides.shrink(to: keptAsides)
    forEachPlace { cell, contenders in
      if !cell.pointee.isContested {
        cell.pointee.write = numbers[Int(cell.pointee.write)]
        return
      }
      var next = cell.pointee.write + 1
      while next != 0 {
        let one = contenders + Int(next - 1)
        one.pointee.write = numbers[Int(one.pointee.write)]
        next = one.pointee.next
      }
    }
  }

  // MARK: Values

  private mutating func compactValues() {
    var texts = Arena<UInt8>(capacity: values.count)
    let former = values.base
    func move(_ rawValue: UInt64) -> UInt64 {
      let value = StoredValue(raw: rawValue)
      if value.isInline { return rawValue }
      return StoredValue(offset: texts.append(former + value.offset, count: value.count), count: value.count)
        .raw
    }
    forEachPlace { cell, contenders in
      cell.pointee.rawValue = move(cell.pointee.rawValue)
      guard cell.pointee.isContested else { return }
      // The first is the winner, whose value the cell has.
      (contenders + Int(cell.pointee.write)).pointee.rawValue = cell.pointee.rawValue
      var next = contenders[Int(cell.pointee.write)].next
      while next != 0 {
        let one = contenders + Int(next - 1)
        one.pointee.rawValue = move(one.pointee.rawValue)
        next = one.pointee.next
      }
    }
    texts.shrink(to: texts.count)
    swap(&values, &texts)
  }

  // MARK: Rows

  /// Each kind's rows one after the other, as wide as its columns.
  private mutating func compactRows() {
    var count = 0
    for kind in 0..<kinds.count { count += Int(kinds[kind].columnCount) * Int(kinds[kind].entityCount) }
    var rows = Arena<Cell>(capacity: count)
    for kind in 0..<kinds.count {
      let width = Int(kinds[kind].columnCount)
      var next = kinds[kind].firstEntity
      while next != 0 {
        let entity = entities.place(Int(next - 1))
        let old = Int(entity.pointee.width)
        let row = rows.append(cells.base + Int(entity.pointee.row), count: old)
        rows.appendZeros(width - old)
        (entity.pointee.row, entity.pointee.width) = (UInt32(row), UInt16(width))
        next = entity.pointee.nextOfKind
      }
    }
    swap(&cells, &rows)
  }

  /// Every register that is set, kind by kind and row by row, then those aside; not the acks, which have no write.
  @inline(__always)
  private mutating func forEachPlace(
    _ body: (UnsafeMutablePointer<Cell>, _ contenders: UnsafeMutablePointer<Contender>) -> Void
  ) {
    let contenders = contenders.base
    for kind in 0..<kinds.count {
      var next = kinds[kind].firstEntity
      while next != 0 {
        let entity = entities[Int(next - 1)]
        for column in 0..<Int(entity.width) {
          let cell = cells.place(Int(entity.row) + column)
          if cell.pointee.isSet { body(cell, contenders) }
        }
        next = entity.nextOfKind
      }
    }
    for index in 0..<sides.count where sides[index].register != RegisterID.ack.rawValue {
      let side = sides.place(index)
      if side.pointee.cell.isSet { withCell(of: side) { body($0, contenders) } }
    }
  }

  @inline(__always)
  private func withCell(
    of side: UnsafeMutablePointer<SideCell>, _ body: (UnsafeMutablePointer<Cell>) -> Void
  ) {
    withUnsafeMutablePointer(to: &side.pointee.cell, body)
  }
}
