import DaybookModel
import DaybookRecords

/// A condition compiled so that it can be tested for many rows of a kind at once.
indirect enum RowTest {
  case constant(Bool)
  case and([RowTest])
  case or([RowTest])
  case not(RowTest)
  case bytes(ByteTest)
  /// A test for each entity.
  case each(EntityTest)

  /// Whether it reads entities.
  private var isSlow: Bool {
    switch self {
    case .constant, .bytes: false
    case .and(let parts), .or(let parts): parts.contains(where: \.isSlow)
    case .not(let part): part.isSlow
    case .each: true
    }
  }

  /// Whether it may select only a few rows, without reading the others.
  private var isIndexed: Bool {
    if case .bytes(let test) = self { test.indexed != nil } else { false }
  }

  /// The parts in the cheapest order, which does not affect the result.
  static func ordered(_ parts: [RowTest]) -> [RowTest] {
    parts.filter(\.isIndexed) + parts.filter { !$0.isIndexed && !$0.isSlow } + parts.filter(\.isSlow)
  }
}

extension View {
  func rowTest(
    _ condition: Condition, of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> RowTest {
    switch condition {
    case .constant(let value): return .constant(value)
    case .and(let parts): return .and(try rowTests(parts, of: kind, records))
    case .or(let parts): return .or(try rowTests(parts, of: kind, records))
    case .not(let part): return .not(try rowTest(part, of: kind, records))
    case .compare, .compareFields, .isIn, .contains, .matches, .isNull, .any:
      if let test = try byteTest(condition, of: kind, records) { return .bytes(test) }
      return .each(try test(condition, of: kind, records))
    }
  }

  private func rowTests(
    _ parts: [Condition], of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> [RowTest] {
    var tests: [RowTest] = []
    for part in parts { tests.append(try rowTest(part, of: kind, records)) }
    return RowTest.ordered(tests)
  }

  /// Unmarks the rows for which a test does not hold.
  func filter(_ marks: inout Marks, _ test: RowTest, _ index: KindIndex, _ records: borrowing Records) {
    switch test {
    case .constant(let value): if !value { marks = Marks(rowCount: marks.rowCount) }
    case .and(let parts): for part in parts { filter(&marks, part, index, records) }
    case .or(let parts):
      var (kept, rest) = (Marks(rowCount: marks.rowCount), marks)
      for part in parts {
        var found = rest
        filter(&found, part, index, records)
        kept.formUnion(found)
        rest.subtract(found)
      }
      marks = kept
    case .not(let part):
      var found = marks
      filter(&found, part, index, records)
      marks.subtract(found)
    case .bytes(let test): filter(&marks, test, index, records)
    case .each(let test): marks.filter { test(records, index.rows.entity($0)) }
    }
  }

  private func filter(
    _ marks: inout Marks, _ test: ByteTest, _ index: KindIndex, _ records: borrowing Records
  ) {
    guard let id = test.id else {
      if !test.unwritten { marks = Marks(rowCount: marks.rowCount) }
      return
    }
    if test.hasFewValues, let codes = index.codes(id, records) {
      var isWanted: [Bool] = []
      for value in codes.values { isWanted.append(test.holds(value, records)) }
      return codes.filter(&marks, isWanted)
    }
    if let json = test.indexed, let values = index.values(id, records) {
      return values.filter(&marks, showing: json, of: index.rows, records) { test.holds($0.span) }
    }
    var unwritten = marks
    records.filter(&marks, of: index.rows, by: id, unwritten: test.unwritten) { test.holds($0.span) }
    guard let unwrittenTest = test.unwrittenTest else { return }
    records.filter(&unwritten, of: index.rows, by: id, unwritten: true) { _ in false }
    unwritten.filter { unwrittenTest(records, index.rows.entity($0)) }
    marks.formUnion(unwritten)
  }
}

extension FieldSchema {
  /// Whether a column of codes is worth making when a query asks for the field.
  var hasFewValues: Bool {
    switch type {
    case .bool, .enumeration: true
    default: false
    }
  }
}
