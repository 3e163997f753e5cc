package import DaybookLog

/// What one field of a kind shows, as a one-byte number for each row: for fields with few values, such as states. A
/// test of a value is then evaluated once for all rows that show it.
package final class CodeColumn {
  package let field: FieldID
  /// By row: 0 shows nothing, others are 1 more than a number in `distinct`.
  private var codes = Arena<UInt8>()
  private var distinct: DistinctValues
  /// False where the field has more values than there are codes: then the column is invalid.
  package private(set) var isFit = true

  private static let valuesMax = 255

  /// O(rows).
  package init(_ field: FieldID, of rows: borrowing KindRows, _ records: borrowing Records) {
    self.field = field
    distinct = DistinctValues(records.key)
    grow(rows, records)
  }

  /// The column in a snapshot; nil if it has none.
  package init?(_ field: FieldID, of kind: KindID, _ file: SnapshotFile, _ records: borrowing Records) {
    let name = Self.section(field, kind)
    guard file.has(name) else { return nil }
    self.field = field
    codes = file.arena(name)
    distinct = DistinctValues(records.key, file.arena(name + ".values"))
  }

  /// Adds the values to the texts of the records' image: their present places are not those of the image.
  package func keepValues(in writer: inout SnapshotWriter, _ records: borrowing Records) -> WrittenValues {
    var kept = WrittenValues()
    for number in 0..<distinct.count { kept.raws.append(writer.keep(distinct[number], records.values).raw) }
    return kept
  }

  package struct WrittenValues {
    fileprivate var raws: [UInt64] = []
  }

  /// - Precondition: ``isFit``.
  package func write(
    to writer: inout SnapshotWriter, of kind: KindID, _ values: WrittenValues
  ) throws(FileError) {
    try writer.add(Self.section(field, kind), codes)
    try writer.add(Self.section(field, kind) + ".values", values.raws)
  }

  private static func section(_ field: FieldID, _ kind: KindID) -> String {
    "codes.\(kind.rawValue).\(field.rawValue)"
  }

  /// Adds the rows that came since. O(new rows).
  package func grow(_ rows: borrowing KindRows, _ records: borrowing Records) {
    let scan = FieldScan(field, of: rows.kind, records)
    let first = codes.count
    guard isFit, first < rows.count else { return }
    codes.appendZeros(rows.count - first)
    for row in first..<rows.count where isFit {
      set(row, scan.raw(Int(rows.entity(row).rawValue), records), records)
    }
  }

  /// Reads a row again.
  package func update(_ row: Int, of rows: borrowing KindRows, _ records: borrowing Records) {
    guard isFit, row < codes.count else { return }
    let scan = FieldScan(field, of: rows.kind, records)
    set(row, scan.raw(Int(rows.entity(row).rawValue), records), records)
  }

  private func set(_ row: Int, _ raw: UInt64, _ records: borrowing Records) {
    guard raw != 0 else {
      codes[row] = 0
      return
    }
    let number = distinct.number(of: StoredValue(raw: raw), records.values)
    guard number < Self.valuesMax else {
      isFit = false
      codes = Arena()
      return
    }
    codes[row] = UInt8(number + 1)
  }

  /// The values by code; the first shows nothing.
  package var values: [StoredValue?] {
    var values: [StoredValue?] = [nil]
    for number in 0..<distinct.count { values.append(distinct[number]) }
    return values
  }

  /// Unmarks the rows whose value is not wanted. O(rows), at several rows per nanosecond.
  ///
  /// - Parameter isWanted: one for each of ``values``.
  package func filter(_ marks: inout Marks, _ isWanted: [Bool]) {
    precondition(isFit && marks.rowCount <= codes.count)
    let table = isWanted + Array(repeating: false, count: 256 - isWanted.count)
    marks.filter(UnsafeBufferPointer(start: codes.base, count: codes.count), table)
  }

  /// How many of the marked rows show each of ``values``.
  package func tally(_ marks: Marks) -> [Int] {
    precondition(isFit && marks.rowCount <= codes.count)
    var counts = Array(repeating: 0, count: 256)
    counts.withUnsafeMutableBufferPointer { counts in
      for place in marks.words.indices {
        var word = marks.words[place]
        let start = codes.base + place * 64
        if word == .max {
          for bit in 0..<64 { counts[Int(start[bit])] += 1 }
          continue
        }
        while word != 0 {
          counts[Int(start[word.trailingZeroBitCount])] += 1
          word &= word - 1
        }
      }
    }
    return Array(counts.prefix(distinct.count + 1))
  }
}
