import DaybookTestSupport
import Testing

@testable import DaybookTables

/// Rows as RFC 4180 has them, and as programs write them.
@Suite struct CSVReaderTests {
  /// What a file comes to: the cells of each row, or the line that is broken.
  private static func rows(_ bytes: [UInt8], _ separator: Character = ",", chunk: Int = .max) throws
    -> [[String]]
  {
    var rest = bytes[...]
    var reader = CSVReader(separator: separator.asciiValue ?? 0x2c) {
      let next = rest.prefix(chunk)
      rest = rest.dropFirst(chunk)
      return Array(next)
    }
    var rows: [[String]] = []
    while let step = try reader.next() {
      switch step {
      case .row(let row): rows.append(row.cells.map(\.text))
      case .broken(let line, let column, _): rows.append(["broken", "\(line)", "\(column)"])
      }
    }
    return rows
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
    ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
    ("a,\"b,\"\"c\"\"\nd\"\n1,\n", [["a", "b,\"c\"\nd"], ["1", ""]]),
    ("\n\n , \na,b\n", [["a", "b"]]),
    ("5\" pipe,x\n", [["5\" pipe", "x"]]),
    ("\"\",\"\"\n", [["", ""]]),
    ("\u{feff}a,ä\n", [["a", "ä"]]),
  ])
  func rowsAreReadAsProgramsWriteThem(_ text: String, _ expected: [[String]]) throws {
    for chunk in [1, 2, 3, 1000] { #expect(try Self.rows(Array(text.utf8), chunk: chunk) == expected) }
  }

  @Test func readsOtherCharsets() throws {
    #expect(try Self.rows([0x47, 0xf6, 0x3b, 0x80, 0x0a], ";") == [["Gö", "€"]])
    let wide: [UInt8] =
      [0xff, 0xfe] + "a;ö\n".utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xff), UInt8(unit >> 8)] }
    for chunk in [1, 5, 100] { #expect(try Self.rows(wide, ";", chunk: chunk) == [["a", "ö"]]) }
  }

  /// A quotation mark that nobody closes costs its own line alone, and the lines are counted on.
  @Test func namesBrokenQuotes() throws {
    #expect(
      try Self.rows(Array("a,b\n1,\"2\n3,4\n5,6\n".utf8)) == [
        ["a", "b"], ["broken", "2", "2"], ["3", "4"], ["5", "6"],
      ])
    #expect(try Self.rows(Array("a\n\"b\"c\nd\n".utf8)) == [["a"], ["broken", "2", "1"], ["d"]])
    // What another row's mark seems to close.
    #expect(
      try Self.rows(Array("a,b\n1,\"open\n2,ok\n3,\"fine\"\n4,ok\n".utf8)) == [
        ["a", "b"], ["broken", "2", "2"], ["2", "ok"], ["3", "fine"], ["4", "ok"],
      ])
    var lines = CSVReader(Array("a\n\"x\r\ny\nz\"\nb\n".utf8), separator: 0x2c)
    var found: [Int] = []
    while case .row(let row)? = try lines.next() { found.append(row.line) }
    #expect(found == [1, 2, 5])
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ","), ("a;b\n1,5;2\n", ";"), ("a\tb\n1\t2\n", "\t"), ("sep=|\na|b\n", "|"),
    ("a\n1\n", ","),
    ("Datum;Gewicht (kg);Notiz\n1.2.2026;70,5;\"a;b\"\n", ";"), ("\"a;x\",b\n1,2\n", ","),
  ])
  func findsSeparators(_ text: String, _ expected: Character) {
    #expect(CSVDialect.separator(of: Array(text.utf8)) == expected.asciiValue)
  }

  /// Whatever the cells hold, they come back.
  @Test(.seeded) func randomTablesComeBack() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let pieces = ["a", "\"", ",", "\n", "\r\n", " ", "ö", "'", "=1", "\t", ";", "\u{1f332}"]
    for _ in 0..<300 {
      let width = Int.random(in: 1...4, using: &random)
      let table = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (0..<width).map { _ in
          (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
        }
      }
      let text = table.map { row in
        row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
      }.joined(separator: "\r\n")
      let chunk = Int.random(in: 1...20, using: &random)
      #expect(try Self.rows(Array(text.utf8), chunk: chunk) == table)
    }
  }

  /// Bytes of any kind give the same rows, or the same error, in whatever pieces they come.
  @Test(.seeded) func anyBytesGiveTheSameRowsInPieces() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let alphabet = Array("\"\",;\n\ra1\u{0}\u{ff}".utf8) + [0xff, 0xfe]
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let rows = try Self.rows(bytes)
      #expect(try Self.rows(bytes, chunk: Int.random(in: 1...9, using: &random)) == rows, "\(bytes)")
      _ = try? TableSurvey(sample: bytes)
    }
  }

  @Test func refusesWhatIsNoTable() throws {
    let endless = Array(String(repeating: "\"a\n", count: 2 * CSVReader.brokenQuotesMax + 2).utf8) + [0x22]
    _ = try? Self.rows(endless)
    let long = [UInt8](repeating: 0x61, count: 3 << 20) + Array("\nb\n".utf8)
    #expect(try Self.rows(long, chunk: 65536) == [["broken", "1", "1"], ["b"]])
    #expect(throws: TableProblem.self) { try TableSurvey(sample: Array("a,a\n1,2\n".utf8)) }
    #expect(throws: TableProblem.self) { try TableSurvey(sample: []) }
  }
}
