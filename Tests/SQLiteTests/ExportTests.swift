import Daybook
import DaybookModel
import DaybookTestSupport
import DaybookView
import GRDB
import Testing

@testable import DaybookSQLite

/// What stands where in a file, and which files are left alone.
@Suite struct ExportTests {
  private static func family() async throws -> Practice {
    let practice = try await Practice(seed: 1, system: "sam")
    try await practice.ledger.append([
      Mutation(
        .upsert, kind: "sam.person", id: "ann",
        set: ["displayNameCache": "Änn Lee", "emailCache": "ann@home.org"]),
      Mutation(.upsert, kind: "sam.context", id: "lees", set: ["name": "The Lees"]),
      Mutation(
        .upsert, kind: "sam.contextParticipation", id: "p1",
        set: ["person": "ann", "context": "lees", "isPrimary": true]),
      Mutation(
        .upsert, kind: "sam.evidenceItem", id: "e1",
        set: ["title": "Lunch", "snippet": "about the budget", "occurredAt": "2026-06-30T12:00:00.000Z"]),
      Mutation(.link, kind: "sam.evidenceItem", id: "e1", rel: "linkedPeople", to: "ann"),
      Mutation(.link, kind: "sam.evidenceItem", id: "e1", rel: "linkedPeople", to: "nobody"),
      Mutation(.upsert, kind: "raw.thing", id: "r", set: ["n": 5, "title": "Shed"]),
    ])
    return practice
  }

  @Test func rowsLinksTextsAndEventsAreWhereTheyBelong() async throws {
    let practice = try await Self.family()
    let receipt = try await practice.export("f.db")
    #expect(receipt.isAnew && receipt.events >= 7)
    let path = practice.path("f.db")
    func ask(_ sql: String) throws -> [String] { try Dump.string(path, sql) }
    #expect(
      try ask(
        """
        SELECT p.displayNameCache || ' in ' || c.name || ' ' || m.isPrimary FROM sam_contextParticipation m
        JOIN sam_person p ON p._id = m.person JOIN sam_context c ON c._id = m.context
        """) == ["Änn Lee in The Lees 1"])
    #expect(
      try ask("SELECT source || place || target FROM sam_evidenceItem_linkedPeople") == ["e10ann"])
    #expect(
      try ask("SELECT id || place || target_kind || target FROM daybook_dangling") == ["e11sam.personnobody"])
    #expect(try ask("SELECT occurredAt FROM sam_evidenceItem") == ["2026-06-30T12:00:00.000Z"])
    #expect(try ask("SELECT _other FROM raw_thing") == ["{\"n\":5,\"title\":\"Shed\"}"])
    // Whatever the case and accents, and the beginning of a word.
    #expect(try ask("SELECT id FROM daybook_search WHERE daybook_search MATCH 'ann'") == ["ann"])
    #expect(try ask("SELECT id FROM daybook_search WHERE daybook_search MATCH 'BUDG*'") == ["e1"])
    #expect(
      try ask("SELECT value FROM daybook_history WHERE id = 'ann' AND field = 'emailCache'") == [
        "\"ann@home.org\""
      ])
    #expect(try ask("SELECT \"table\" FROM daybook_kinds WHERE kind = 'sam.person'") == ["sam_person"])
    #expect(try ask("SELECT value FROM daybook_info WHERE key = 'ledger'") == [practice.ledger.info.id])
    #expect(try Dump.faults(path) == [])
  }

  @Test func aPartHasItsKindsAlone() async throws {
    let practice = try await Self.family()
    try await practice.export("part.db") { export in
      export.selection.kinds = ["sam.evidenceItem"]
      export.selection.condition = ("title = 'Lunch'", .compare("title", .equal, "Lunch"))
    }
    let path = practice.path("part.db")
    #expect(try Dump.string(path, "SELECT kind FROM daybook_kinds") == ["sam.evidenceItem"])
    #expect(try Dump.string(path, "SELECT DISTINCT kind FROM daybook_history") == ["sam.evidenceItem"])
    // Its people are not in the file, so their ids stay as they are.
    #expect(try Dump.string(path, "SELECT target FROM sam_evidenceItem_linkedPeople") == ["ann", "nobody"])
    #expect(try Dump.faults(path) == [])
    // It follows nothing; asked to, it is made anew.
    let receipt = try await practice.export("part.db", update: true)
    #expect(receipt.isAnew && receipt.reason != nil)
  }

  @Test func aPastIsAsItWas() async throws {
    let practice = try await Self.family()
    let last = try await practice.ledger.append([Mutation(.upsert, kind: "raw.thing", id: "q", set: ["n": 6])]
    )
    let stamp = try #require(last.lastStamp)
    try await practice.ledger.append([Mutation(.delete, kind: "sam.person", id: "ann")])
    try await practice.export("then.db") { $0.cut = .until(stamp) }
    try await practice.export("now.db")
    #expect(try Dump.string(practice.path("then.db"), "SELECT _id FROM sam_person") == ["ann"])
    #expect(try Dump.string(practice.path("now.db"), "SELECT _id FROM sam_person") == [])
    // What dangles by a deletion reads as the ledger reads it.
    #expect(
      try Dump.string(practice.path("now.db"), "SELECT target FROM sam_evidenceItem_linkedPeople") == [])
  }

  @Test func aFileThatIsThereIsNotWrittenOver() async throws {
    let practice = try await Self.family()
    try await practice.export("f.db")
    await #expect(throws: LedgerError.self) { try await practice.export("f.db") }
  }

  /// Another ledger's, another layout's, no database, a broken one: refused with one error, and made anew with --force.
  @Test(arguments: ["other", "layout", "text", "empty", "cut", "strange"])
  func whatCannotBeBroughtUpToDateIsRefused(_ what: String) async throws {
    let practice = try await Self.family()
    let path = practice.path("f.db")
    try await practice.export("f.db")
    switch what {
    case "other":
      let other = try await Self.family()
      try await other.export("f.db")
      try await practice.folder.run("cp", other.path("f.db"), path)
    case "layout":
      try await DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
    case "text": try await practice.folder.run("sh", "-c", "yes nothing | head -c 5000 > f.db")
    case "empty": try await practice.folder.run("sh", "-c", ": > f.db")
    case "cut": try await practice.folder.run("sh", "-c", "head -c 9000 f.db > g.db && mv g.db f.db")
    default: try await practice.folder.run("sh", "-c", "rm f.db && sqlite3 f.db 'CREATE TABLE notes (x)'")
    }
    let before = try Self.bytes(path)
    do {
      _ = try await practice.export("f.db", update: true)
      Issue.record("\(what) was taken")
    } catch let error as LedgerError {
      #expect([.refused, .damaged].contains(error.code), "\(error)")
      #expect(error.advice?.contains("--force") ?? false, "\(error)")
    }
    #expect(try Self.bytes(path) == before)
    let receipt = try await practice.export("f.db", update: true, force: true)
    #expect(receipt.isAnew && receipt.reason != nil)
    #expect(try Dump.faults(path) == [])
  }

  private static func bytes(_ path: String) throws -> Int {
    try Dump.size(path)
  }

  /// A failure on the way leaves the old file, and no other.
  @Test func anExportThatFailsLeavesWhatWasThere() async throws {
    let practice = try await Self.family()
    try await practice.export("f.db")
    let before = try Dump.lines(practice.path("f.db"))
    await #expect(throws: LedgerError.self) {
      try await practice.export("f.db", force: true) { $0.selection.kinds = ["no.such"] }
    }
    #expect(try Dump.lines(practice.path("f.db")) == before)
    try await practice.folder.run("sh", "-c", "test -z \"$(ls -A | grep part)\"")
  }

  @Test func namesThatSQLTakesForSomethingElse() async throws {
    let practice = try await Practice(seed: 2, system: "sam")
    try await practice.ledger.append([
      Mutation(.upsert, kind: "a.b_c", id: "1", set: ["x": 1]),
      Mutation(.upsert, kind: "a_b.c", id: "2", set: ["x": 1]),
      Mutation(.upsert, kind: "daybook.info", id: "3", set: ["x": 1]),
      Mutation(.upsert, kind: "sqlite.master", id: "\u{0}'\"; DROP TABLE x", set: ["x": "\u{0}y"]),
    ])
    try await practice.export("f.db")
    let path = practice.path("f.db")
    #expect(
      try Dump.string(
        path,
        "SELECT kind || ' ' || \"table\" FROM daybook_kinds WHERE kind LIKE 'a%' OR kind LIKE 'sq%' ORDER BY 1"
      )
        == ["a.b_c a_b_c", "a_b.c a_b_c_2", "sqlite.master _sqlite_master"])
    #expect(try Dump.string(path, "SELECT _id FROM _sqlite_master") == ["\u{2400}'\"; DROP TABLE x"])
    let receipt = try await practice.export("f.db", update: true)
    #expect(!receipt.isAnew && receipt.events == 0 && receipt.rows == 0)
  }
}
