import CShim

/// Reads one field of many entities of a kind: common data is looked up once, and the data of one entity is loaded into
/// the processor's cache while others are read.
struct FieldScan {
  private let register: RegisterID
  /// Nil: aside, or nowhere.
  private let column: Int?

  init(_ field: FieldID, of kind: KindID, _ records: borrowing Records) {
    self.init(RegisterID(field.rawValue), of: kind, records)
  }

  init(_ register: RegisterID, of kind: KindID, _ records: borrowing Records) {
    self.register = register
    column = records.columns.column(kind.rawValue, register)
  }

  /// What the field shows for an entity; 0 if it was never written, is erased or reads as unset.
  @inline(__always)
  func raw(_ entity: Int, _ records: borrowing Records) -> UInt64 {
    let record = records.entities.pointer(entity)
    guard let column, !record.pointee.has(EntityRecord.hasOver | EntityRecord.hasServer) else {
      return Self.unlessErased(records.shown(entity, register)?.rawValue ?? 0)
    }
    guard column < Int(record.pointee.width) else { return 0 }
    return Self.unlessErased(records.cells.base[Int(record.pointee.row) + column].rawValue)
  }

  @inline(__always)
  private static func unlessErased(_ raw: UInt64) -> UInt64 { raw == StoredValue.erased.raw ? 0 : raw }

  /// What this side wrote, even if it is hidden; 0 if it never did.
  @inline(__always)
  func local(_ entity: Int, _ records: borrowing Records) -> UInt64 {
    guard let column else { return records.find(entity, register)?.rawValue ?? 0 }
    let record = records.entities.pointer(entity)
    guard column < Int(record.pointee.width) else { return 0 }
    return records.cells.base[Int(record.pointee.row) + column].rawValue
  }

  /// Calls `body` with each marked row and its raw value, ascending.
  ///
  /// - Parameter readsBytes: whether `body` reads longer values.
  @inline(__always)
  func forEach(
    _ marks: Marks, of rows: borrowing KindRows, readsBytes: Bool, _ records: borrowing Records,
    _ body: (_ row: Int, _ raw: UInt64) -> Void
  ) {
    precondition(marks.rowCount <= rows.count)
    Self.unpack(marks, of: rows, records)
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { raws in
      let found = raws.baseAddress.unsafelyUnwrapped
      for place in marks.words.indices {
        let word = marks.words[place]
        if word == 0 { continue }
        prefetch(place + 1, marks, rows, records)
        // Sound: of a word's bits at most 64 are set, and a place is written before it is read.
        var (rest, count) = (word, 0)
        while rest != 0 {
          let row = place * 64 + rest.trailingZeroBitCount
          rest &= rest - 1
          found[count] = raw(Int(rows.entities[row]), records)
          if readsBytes { records.values.prefetch(of: StoredValue(raw: found[count])) }
          count += 1
        }
        (rest, count) = (word, 0)
        while rest != 0 {
          body(place * 64 + rest.trailingZeroBitCount, found[count])
          rest &= rest - 1
          count += 1
        }
      }
    }
  }

  /// Unpacks many rows of a snapshot on all cores; if the first is unpacked, so are the others, usually.
  private static func unpack(_ marks: Marks, of rows: borrowing KindRows, _ records: borrowing Records) {
    guard let place = marks.words.firstIndex(where: { $0 != 0 }),
      !records.entities.isUnpacked(Int(rows.entities[place * 64 + marks.words[place].trailingZeroBitCount])),
      marks.count > 1024
    else { return }
    var wanted: [Int] = []
    marks.forEach { wanted.append(Int(rows.entities[$0])) }
    records.entities.unpack(wanted)
  }

  /// Prefetches the cells of a word's rows; their records usually follow one another.
  @inline(__always)
  private func prefetch(
    _ place: Int, _ marks: Marks, _ rows: borrowing KindRows, _ records: borrowing Records
  ) {
    guard place < marks.words.count, let column else { return }
    var rest = marks.words[place]
    while rest != 0 {
      let entity = Int(rows.entities[place * 64 + rest.trailingZeroBitCount])
      rest &= rest - 1
      records.cells.prefetch(Int(records.entities[entity].row) + column)
    }
  }
}

extension Arena<UInt8> {
  /// Prefetches a longer value's first bytes into the processor's cache.
  @inline(__always)
  func prefetch(of value: StoredValue) {
    if !value.isInline { prefetch(value.offset) }
  }
}
