import DaybookLog
import DaybookModel

/// The rows of a kind by the value that one field shows: the rows with one value are found without reading the others.
package final class ValueColumn {
  package let field: FieldID
  /// False if a value is not in its canonical form: equal values may then differ in their bytes, and the column cannot
  /// be used.
  package private(set) var isFit = true
  private let key: HashKey
  /// For each bucket, a row plus 1, or 0; the number of buckets is a power of two.
  private var buckets: [UInt32] = []
  /// By row: the bucket's next and previous row plus 1, or 0.
  private var links: [Links] = []

  private struct Links {
    var bucket: UInt32
    var next: UInt32 = 0
    var previous: UInt32 = 0

    /// The mark of a row that shows nothing.
    static let none = Links(bucket: .max)
  }

  /// O(rows).
  package init(_ field: FieldID, of rows: borrowing KindRows, _ records: borrowing Records) {
    (self.field, key) = (field, records.key)
    fill(rows, records)
  }

  private func fill(_ rows: borrowing KindRows, _ records: borrowing Records) {
    var count = 64
    while count < rows.count { count *= 2 }
    buckets = Array(repeating: 0, count: count)
    links = Array(repeating: .none, count: rows.count)
    let scan = FieldScan(field, of: rows.kind, records)
    scan.forEach(Marks(rowCount: rows.count, all: true), of: rows, readsBytes: true, records) { row, raw in
      if isFit { insert(row, StoredValue(raw: raw), records) }
    }
  }

  /// Reads again rows that may have changed, or that came since. O(those rows); now and then O(rows).
  package func update(
    _ changed: some Sequence<Int>, of rows: borrowing KindRows, _ records: borrowing Records
  ) {
    guard isFit else { return }
    if rows.count > buckets.count { return fill(rows, records) }
    links.append(contentsOf: repeatElement(.none, count: max(0, rows.count - links.count)))
    let scan = FieldScan(field, of: rows.kind, records)
    for row in changed where isFit {
      remove(row)
      insert(row, StoredValue(raw: scan.raw(Int(rows.entity(row).rawValue), records)), records)
    }
  }

  private func insert(_ row: Int, _ value: StoredValue, _ records: borrowing Records) {
    guard value.raw != 0 else { return }
    // Sound: a value's JSON has at least one byte, so it has an address, and it is lent for the duration of the
    // closure.
    let hash: UInt32? = records.values.withText(value) { text in
      CanonicalText.isValue(ByteRange(0, text.count), text.span)
        ? key.hash(text.baseAddress!, text.count) : nil
    }
    guard let hash else {
      (isFit, buckets, links) = (false, [], [])
      return
    }
    let bucket = hash & UInt32(buckets.count - 1)
    let next = buckets[Int(bucket)]
    links[row] = Links(bucket: bucket, next: next)
    if next > 0 { links[Int(next) - 1].previous = UInt32(row) + 1 }
    buckets[Int(bucket)] = UInt32(row) + 1
  }

  private func remove(_ row: Int) {
    let link = links[row]
    guard link.bucket != .max else { return }
    if link.previous > 0 {
      links[Int(link.previous) - 1].next = link.next
    } else {
      buckets[Int(link.bucket)] = link.next
    }
    if link.next > 0 { links[Int(link.next) - 1].previous = link.previous }
    links[row] = .none
  }

  /// Unmarks the rows that do not show a value. O(rows that show it), plus a bit for each row.
  ///
  /// - Parameters:
  ///   - json: the value in its canonical form.
  ///   - test: whether a candidate's value is the one.
  package func filter(
    _ marks: inout Marks, showing json: [UInt8], of rows: borrowing KindRows, _ records: borrowing Records,
    _ test: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    precondition(isFit && marks.rowCount <= links.count)
    var found = Marks(rowCount: marks.rowCount)
    // Sound, as above.
    let hash = json.withUnsafeBufferPointer { key.hash($0.baseAddress!, $0.count) }
    let scan = FieldScan(field, of: rows.kind, records)
    var next = buckets[Int(hash & UInt32(buckets.count - 1))]
    while next > 0 {
      let row = Int(next) - 1
      next = links[row].next
      guard row < marks.rowCount, marks[row] else { continue }
      let raw = scan.raw(Int(rows.entity(row).rawValue), records)
      if raw != 0, records.values.withText(StoredValue(raw: raw), test) { found[row] = true }
    }
    marks = found
  }
}
