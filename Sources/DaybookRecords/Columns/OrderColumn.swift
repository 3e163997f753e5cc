package import DaybookLog

/// The rows of a kind, sorted by the text or the number that one field shows: to find the first rows in an order
/// without reading the others. For fields of plain texts, such as instants, and of numbers that doubles hold exactly.
package final class OrderColumn {
  package let field: FieldID
  private let unwritten: Unwritten
  /// Ascending by value, those that show null at the end: the row doubled, plus 1 if its value equals the one before
  /// it.
  private var order = Arena<UInt32>()
  /// Rows that were read again since it was sorted: their places in it are invalid.
  private var later: [Int] = []
  private var isLater: Marks
  /// False if a value has another form: then the column is invalid.
  package private(set) var isFit = true

  /// The values that read differently from how they are stored.
  package struct Unwritten: Sendable {
    /// The value of a row that shows nothing, and of all others.
    package enum Value: Sendable {
      /// Nil is null.
      case text([UInt8]?)
      case number(Double?)
    }

    package var value: Value
    /// Whether JSON's null reads in the same way.
    package var replacesNull: Bool

    package init(_ value: Value, replacesNull: Bool) {
      (self.value, self.replacesNull) = (value, replacesNull)
    }
  }

  /// O(rows log rows).
  package init(
    _ field: FieldID, of rows: borrowing KindRows, _ unwritten: Unwritten, _ records: borrowing Records
  ) {
    (self.field, self.unwritten) = (field, unwritten)
    isLater = Marks(rowCount: rows.count)
    sort(rows, records)
  }

  /// The column in a snapshot; nil if it has none.
  package init?(_ field: FieldID, of kind: KindID, _ unwritten: Unwritten, _ file: SnapshotFile) {
    let name = Self.section(field, kind)
    guard file.has(name) else { return nil }
    (self.field, self.unwritten) = (field, unwritten)
    order = file.arena(name)
    isLater = Marks(rowCount: order.count)
  }

  /// - Precondition: ``isFit``.
  package func write(
    to writer: inout SnapshotWriter, of rows: borrowing KindRows, _ records: borrowing Records
  ) throws(FileError) {
    if !later.isEmpty { sort(rows, records) }
    try writer.add(Self.section(field, rows.kind), order)
  }

  private static func section(_ field: FieldID, _ kind: KindID) -> String {
    "order.\(kind.rawValue).\(field.rawValue)"
  }

  /// Notes rows whose values may have changed, or that came since. O(those rows); now and then O(rows log rows).
  package func update(_ changed: [Int], of rows: borrowing KindRows, _ records: borrowing Records) {
    guard isFit else { return }
    if rows.count > isLater.rowCount { isLater.grow(to: rows.count) }
    let scan = FieldScan(field, of: rows.kind, records)
    for row in changed where !isLater[row] {
      isLater[row] = true
      later.append(row)
    }
    for row in changed {
      let raw = scan.raw(Int(rows.entity(row).rawValue), records)
      if OrderKey(row, raw, unwritten, records.values) == nil { isFit = false }
    }
    if later.count > max(256, rows.count / 64) { sort(rows, records) }
  }

  /// Marked rows that contain the first `count` in the order, however ties are broken: often little more than these.
  package func candidates(_ count: Int, descending: Bool, among marks: Marks) -> [Int] {
    precondition(isFit && marks.rowCount <= isLater.rowCount)
    var found: [Int] = []
    func take(_ place: Int) {
      let row = Int(order[place] >> 1)
      if row < marks.rowCount, marks[row], !isLater[row] { found.append(row) }
    }
    if descending {
      var place = order.count - 1
      while place >= 0 {
        take(place)
        // The first of the rows with equal values.
        if order[place] & 1 == 0, found.count >= count { break }
        place -= 1
      }
    } else {
      for place in 0..<order.count {
        if order[place] & 1 == 0, found.count >= count { break }
        take(place)
      }
    }
    return found + later.filter { $0 < marks.rowCount && marks[$0] }
  }

  private func sort(_ rows: borrowing KindRows, _ records: borrowing Records) {
    (later, isLater, isFit) = ([], Marks(rowCount: rows.count), true)
    order = Arena(capacity: max(rows.count, 1))
    if !sortInstants(rows, records) { sortKeys(rows, records) }
  }

  private func append(_ row: UInt32, isSame: Bool) { order.append(row << 1 | (isSame ? 1 : 0)) }

  /// Returns false and does nothing where one of the texts is not an instant in its canonical form.
  private func sortInstants(_ rows: borrowing KindRows, _ records: borrowing Records) -> Bool {
    guard case .text(let unwrittenText) = unwritten.value else { return false }
    let unwritten = unwritten
    var instants = InstantOrder(capacity: rows.count)
    var isFit = rows.count <= Int(UInt32.max >> 1)
    let scan = FieldScan(field, of: rows.kind, records)
    scan.forEach(Marks(rowCount: rows.count, all: true), of: rows, readsBytes: true, records) { row, raw in
      let value = StoredValue(raw: raw)
      let row = UInt32(truncatingIfNeeded: row)
      if raw == 0 || value.isNull && unwritten.replacesNull {
        if let text = unwrittenText {
          isFit = text.withUnsafeBufferPointer { instants.add(row, $0) } && isFit
        } else {
          instants.addNull(row)
        }
      } else if value.isNull {
        instants.addNull(row)
      } else {
        isFit =
          records.values.withText(value) { json in
            json.count >= 2 && json[0] == UInt8(ascii: "\"")
              && instants.add(row, UnsafeBufferPointer(rebasing: json[1..<json.count - 1]))
          } && isFit
      }
    }
    if isFit { instants.forEach { append($0, isSame: $1) } }
    return isFit
  }

  private func sortKeys(_ rows: borrowing KindRows, _ records: borrowing Records) {
    let unwritten = unwritten
    var keys: [OrderKey] = []
    keys.reserveCapacity(rows.count)
    let scan = FieldScan(field, of: rows.kind, records)
    scan.forEach(Marks(rowCount: rows.count, all: true), of: rows, readsBytes: true, records) { row, raw in
      if let key = OrderKey(row, raw, unwritten, records.values) { keys.append(key) }
    }
    isFit = keys.count == rows.count
    guard isFit else { return }
    let texts = records.values.base
    keys.sort { $0.order(to: $1, texts) < 0 }
    for place in keys.indices {
      append(keys[place].row, isSame: place > 0 && keys[place - 1].order(to: keys[place], texts) == 0)
    }
  }
}
