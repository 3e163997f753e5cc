import Daybook
import DaybookModel
import DaybookTestSupport
import DaybookView
import Synchronization
import Testing

@testable import DaybookSQLite

/// `daybook sql`: what it answers, what it refuses, and what it hides.
@Suite struct SQLTests {
  static func ask(
    _ practice: Practice, _ sql: String, reveals: Bool = true, _ change: (inout SQLQuery) -> Void = { _ in }
  ) async throws -> (columns: [String], rows: [[JSONValue]]) {
    var query = SQLQuery(sql)
    change(&query)
    let answer = Mutex<(columns: [String], rows: [[JSONValue]])>(([], []))
    try await query.run(practice.ledger, Disclosure(practice.schemas, reveals: reveals)) { columns in
      answer.withLock { $0.columns = columns }
    } row: { _, values in
      answer.withLock { $0.rows.append(values) }
    }
    return answer.withLock { $0 }
  }

  /// Every table answers as the same table of a file does.
  @Test(.seeded, arguments: ["sam", "purus", "freethoughts", "planner", "messaging"])
  func theTablesAreThoseOfAnExport(system: String) async throws {
    let seed = TestSeed.current &+ 500
    var practice = try await Practice(seed: seed, system: system)
    try await practice.write(60)
    try await practice.export("f.db") { $0.selection.isComputed = true }
    let tables = try Dump.string(
      practice.path("f.db"),
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'daybook_search%' "
        + "AND name NOT IN ('daybook_info', 'daybook_text')")
    for table in tables {
      let sql = "SELECT count(*), coalesce(group_concat(line, '|'), '') FROM (SELECT "
      let columns = try Dump.string(practice.path("f.db"), "SELECT name FROM pragma_table_info('\(table)')")
      let line = columns.map { "quote(\($0.quoted))" }.joined(separator: " || ',' || ")
      let whole = sql + "\(line) AS line FROM \(table.quoted) ORDER BY 1)"
      let expected = try Dump.string(
        practice.path("f.db"), whole.replacing("SELECT count(*), ", with: "SELECT "))
      let found = try await Self.ask(practice, whole)
      #expect(found.rows.first?.last?.string == expected.first, "seed \(seed) \(table)")
    }
  }

  @Test func wordsAndJoinsAreFound() async throws {
    let practice = try await Practice(seed: 3, system: "sam")
    try await practice.ledger.append([
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann"]),
      Mutation(.upsert, kind: "sam.evidenceItem", id: "e", set: ["title": "The budget"]),
      Mutation(.link, kind: "sam.evidenceItem", id: "e", rel: "linkedPeople", to: "ann"),
    ])
    let found = try await Self.ask(
      practice,
      """
      SELECT p.displayNameCache, e.title, p._id, e._id FROM daybook_search s JOIN sam_evidenceItem e ON e._id = s.id
      JOIN sam_evidenceItem_linkedPeople l ON l.source = e._id JOIN sam_person p ON p._id = l.target
      WHERE daybook_search MATCH 'budg*'
      """)
    #expect(found.columns == ["displayNameCache", "title", "_id", "_id_2"])
    #expect(found.rows == [["Ann", "The budget", "ann", "e"]])
  }

  @Test(arguments: [
    "DELETE FROM sam_person", "INSERT INTO daybook_info VALUES ('a', 1)", "DROP TABLE sam_person",
    "CREATE TABLE x (y)", "ATTACH 'x.db' AS x", "PRAGMA user_version = 5", "BEGIN", "VACUUM",
    "SELECT load_extension('x')", "CREATE VIRTUAL TABLE v USING fts5vocab(daybook_search, row)",
    "PRAGMA writable_schema = 1", "REINDEX", "SELECT 1; SELECT 2", "", "  -- nothing", "VACUUM INTO 'y.db'",
    "WITH x AS (SELECT 1) UPDATE sam_person SET _id = 1", "UPDATE sqlite_master SET sql = ''",
    "UPDATE sqlite_schema SET name = 'x'", "ALTER TABLE sam_person RENAME TO x", "ANALYZE",
    "SELECT * FROM pragma_journal_mode", "EXPLAIN VACUUM",
  ])
  func nothingIsWritten(_ sql: String) async throws {
    let practice = try await Practice(seed: 4, system: "sam")
    let error = await #expect(throws: LedgerError.self) { _ = try await Self.ask(practice, sql) }
    #expect([.refused, .usage].contains(error?.code), "\(sql): \(String(describing: error))")
  }

  /// Functions that answer as tables, those about the tables too.
  @Test(arguments: [
    ("SELECT name FROM pragma_table_info('sam_person') LIMIT 1", "_id"),
    ("SELECT name FROM pragma_table_list WHERE name = 'sam_person'", "sam_person"),
    ("SELECT j.value FROM json_each('[\"x\"]') j", "x"),
  ])
  func functionsAnswerAsTables(_ sql: String, _ answer: String) async throws {
    let practice = try await Practice(seed: 4, system: "sam")
    #expect(try await Self.ask(practice, sql).rows == [[.string(answer)]])
  }

  @Test(arguments: [
    ("VACUUM INTO 'y.db'", "VACUUM"), ("SELECT * FROM pragma_journal_mode", "PRAGMA journal_mode"),
    ("UPDATE sam_person SET _id = 1", "UPDATE"),
  ])
  func whatIsRefusedIsNamed(_ sql: String, _ what: String) async throws {
    let practice = try await Practice(seed: 4, system: "sam")
    let error = await #expect(throws: LedgerError.self) { _ = try await Self.ask(practice, sql) }
    #expect(error?.code == .refused && error.map { "\($0)".contains(": \(what) is not allowed") } == true)
  }

  /// A kind of which nothing is written yet, or was then, has an empty table.
  @Test(arguments: [
    "SELECT count(*) FROM sam_person", "select count(*) from SAM_PERSON p JOIN \"planner_note\" n ON 1",
    "SELECT count(*) FROM sam_evidenceItem_linkedPeople; /* done */ -- indeed\n /* and open",
  ])
  func whatIsNotWrittenYetIsEmpty(_ sql: String) async throws {
    let practice = try await Practice(seed: 8, system: "sam")
    #expect(try await Self.ask(practice, sql).rows == [[0]])
    try await practice.ledger.append([
      Mutation(.upsert, kind: "sam.person", id: "a", set: ["displayNameCache": "A"])
    ])
    let long = try #require(Instant("2020-01-01T00:00:00.000Z"))
    #expect(try await Self.ask(practice, sql) { $0.cut = .asOf(long) }.rows == [[0]])
  }

  @Test func theStateThatAnswersIsTold() async throws {
    let practice = try await Practice(seed: 9, system: "sam")
    let long = try #require(Instant("2020-01-01T00:00:00.000Z"))
    let sql =
      "SELECT value FROM daybook_info WHERE key IN ('as of', 'computed fields', 'frontier') ORDER BY key"
    let past = try await Self.ask(practice, sql) { $0.cut = .asOf(long) }
    #expect(past.rows == [[.string(Cut.asOf(long).description)], [1], [.null]])
    #expect(try await Self.ask(practice, sql).rows.last != [.null])
  }

  @Test func whatIsWrongIsToldWithItsPlace() async throws {
    let practice = try await Practice(seed: 5, system: "sam")
    let syntax = await #expect(throws: LedgerError.self) {
      _ = try await Self.ask(practice, "SELECT 1 FORM x y")
    }
    #expect(syntax?.code == .usage && syntax?.offset == 14, "\(String(describing: syntax))")
    let table = await #expect(throws: LedgerError.self) {
      try await practice.ledger.append([
        Mutation(.upsert, kind: "sam.person", id: "a", set: ["displayNameCache": "A"])
      ])
      _ = try await Self.ask(practice, "SELECT * FROM \"sam.person\"")
    }
    #expect(table?.advice == "the table of sam.person is sam_person")
  }

  @Test func itEnds() async throws {
    let practice = try await Practice(seed: 6, system: "sam")
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let slow = await #expect(throws: LedgerError.self) {
      _ = try await Self.ask(practice, endless) { $0.seconds = 0.2 }
    }
    #expect(slow?.code == .refused)
    let large = await #expect(throws: LedgerError.self) {
      _ = try await Self.ask(
        practice, "SELECT length(group_concat(hex(zeroblob(30000000)), hex(zeroblob(9000000))))"
      ) { $0.memoryBytesMax = 1 << 20 }
    }
    #expect(large?.code == .refused, "\(String(describing: large))")
  }

  @Test func hiddenValuesAreMaskedInRowsTextsAndEvents() async throws {
    let practice = try await Practice(seed: 7, system: "purus")
    let kind = try #require(practice.schemas.kinds.first { $0.kind.hasPrefix("purus.") && $0.hidesAnything })
    let field = try #require(
      kind.fields.first { $0.isSensitive && $0.type == .string && $0.derivedFrom.isEmpty && !$0.isProjection }
    )
    try await practice.ledger.append([
      Mutation(.upsert, kind: kind.kind, id: "x", set: [field.name: "penicillin"])
    ])
    let table = kind.kind.replacing(".", with: "_")
    for (reveals, expected) in [(false, Disclosure.mask), (true, "penicillin")] {
      let row = try await Self.ask(practice, "SELECT \(field.name.quoted) FROM \(table)", reveals: reveals)
      #expect(row.rows == [[.string(expected)]])
      let event = try await Self.ask(
        practice, "SELECT value FROM daybook_history WHERE field = '\(field.name)'", reveals: reveals)
      #expect(event.rows == [[.string("\"\(expected)\"")]])
      let words = try await Self.ask(
        practice, "SELECT count(*) FROM daybook_search WHERE daybook_search MATCH 'penicillin'",
        reveals: reveals)
      #expect(words.rows == [[.int(reveals ? 1 : 0)]])
    }
  }
}
