import Daybook
import DaybookModel
import DaybookTestSupport
import DaybookView
import Foundation
import Synchronization
import Testing

@testable import DaybookCommands
@testable import DaybookTables

/// A ledger out of lines that another was written as, and tables that a spreadsheet can be given.
@Suite struct RoundTripTests {
  static func lines(_ ledger: Ledger, _ export: RowExport = RowExport()) async throws -> [UInt8] {
    let bytes = Mutex<[UInt8]>([])
    _ = try await export.writeLines(of: ledger) { content in
      try content { piece in bytes.withLock { $0 += piece } }
    }
    return bytes.withLock { $0 }
  }

  /// The same bytes again, and the second time nothing is written.
  @Test(.seeded, arguments: ["sam", "purus", "freethoughts", "planner", "messaging"], 0..<4)
  func whatWasWrittenIsReadAgain(system: String, round: Int) async throws {
    let seed = TestSeed.current &+ UInt64(round)
    let schemas = RegisteredSystems.registry()
    let folder = try TemporaryFolder()
    let first = try Ledger.seeded(systems: RegisteredSystems.all)
    var past = RandomPast(seed: seed, schemas, system: system)
    for _ in 0..<150 {
      if let receipt = try? await first.append([past.next()]) { past.note(receipt.events) }
    }
    let written = try await Self.lines(first)
    #expect(!written.isEmpty, "seed \(seed)")
    let path = folder.path + "/all.jsonl"
    try Data(written).write(to: URL(fileURLWithPath: path))
    let second = try Ledger.seeded(systems: RegisteredSystems.all)
    var options = AppendOptions()
    options.keepsUnknownFields = true
    let receipt = try await second.importAll(LinesImporter([path], schemas), options: options)
    #expect(receipt.plan.skipped == [], "seed \(seed) \(system)")
    let again = try await Self.lines(second)
    #expect(again == written, "seed \(seed) \(system): \(Self.difference(written, again))")
    let repeated = try await second.importAll(LinesImporter([path], schemas), options: options)
    #expect(repeated.events == 0, "seed \(seed) \(system)")
  }

  /// What a system provides is there without an event, and yet somebody's word of it arrives.
  @Test func changedBuiltInsComeBack() async throws {
    let folder = try TemporaryFolder()
    let schemas = RegisteredSystems.registry()
    let kind = "freethoughts.provocationPrompt"
    let id = try #require(schemas[kind]?.provided.keys.min())
    let first = try Ledger.inMemory(systems: RegisteredSystems.all)
    try await first.append([Mutation(.upsert, kind: kind, id: id, set: ["name": "Eve"])])
    let path = folder.path + "/all.jsonl"
    let written = try await Self.lines(first)
    try Data(written).write(to: URL(fileURLWithPath: path))
    let second = try Ledger.inMemory(systems: RegisteredSystems.all)
    #expect(try await second.importAll(LinesImporter([path], schemas)).plan.summary.changed == 1)
    #expect(try await Self.lines(second) == written)
    #expect(try await second.importAll(LinesImporter([path], schemas)).events == 0)
    // What its user deleted stays so.
    try await second.append([Mutation(.delete, kind: kind, id: id)])
    #expect(try await second.importAll(LinesImporter([path], schemas)).events == 0)
  }

  /// A field that is worked out from others, and that somebody wrote otherwise, arrives as it is.
  @Test(arguments: ["", "mine"]) func derivedFieldsAreAsTheyWereWritten(_ text: String) async throws {
    let first = try Ledger.inMemory(systems: RegisteredSystems.all)
    let rich: JSONObject = ["richTextData": "PT0x", "richTextType": "html", "title": "T"]
    try await first.append([Mutation(.upsert, kind: "planner.note", id: "n", set: rich)])
    try await first.append([
      Mutation(.upsert, kind: "planner.note", id: "n", set: ["plainText": .string(text)])
    ])
    let folder = try TemporaryFolder()
    let path = folder.path + "/all.jsonl"
    let written = try await Self.lines(first)
    try Data(written).write(to: URL(fileURLWithPath: path))
    let second = try Ledger.inMemory(systems: RegisteredSystems.all)
    let schemas = RegisteredSystems.registry()
    _ = try await second.importAll(LinesImporter([path], schemas))
    #expect(try await Self.lines(second) == written)
    #expect(try await second.importAll(LinesImporter([path], schemas)).events == 0)
    // Also where what it is worked out from has changed there.
    try await first.append([
      Mutation(
        .upsert, kind: "planner.note", id: "n", set: ["richTextData": "eHg=", "plainText": .string(text)])
    ])
    let changed = try await Self.lines(first)
    try Data(changed).write(to: URL(fileURLWithPath: path))
    _ = try await second.importAll(LinesImporter([path], schemas))
    #expect(try await Self.lines(second) == changed)
    #expect(try await second.importAll(LinesImporter([path], schemas)).events == 0)
  }

  /// What a line writes in another form than the ledger is the same the second time.
  @Test(arguments: [
    #"{"_kind":"purus.weightEntry","_id":"c","date":"2026-01-01T10:00:00+02:00"}"#,
    #"{"_kind":"purus.weightEntry","_id":"c","weight":70,"comment":"x"}"#,
    #"{"_kind":"planner.note","_id":"n","createdAt":"2026-01-01T10:00:00Z","richTextData":"AAEC"}"#,
    #"{"_kind":"my.raw","_id":"n","at":"2026-01-01T10:00:00+02:00"}"#,
  ])
  func theSameLineAgainWritesNothing(_ line: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/some.jsonl"
    try Data(line.utf8).write(to: URL(fileURLWithPath: path))
    let ledger = try Ledger.inMemory(systems: RegisteredSystems.all)
    var options = AppendOptions()
    options.keepsUnknownFields = true
    let schemas = RegisteredSystems.registry()
    #expect(try await ledger.importAll(LinesImporter([path], schemas), options: options).events > 0)
    #expect(try await ledger.importAll(LinesImporter([path], schemas), options: options).events == 0)
  }

  /// Of a folder only what can be lines is read.
  @Test func otherFilesOfAFolderArePassedOver() async throws {
    let folder = try TemporaryFolder()
    try Data([0xff, 0xd8, 0x0a]).write(to: URL(fileURLWithPath: folder.path + "/photo.jpg"))
    let line = #"{"_kind":"sam.person","_id":"b","displayNameCache":"B"}"#
    try Data(line.utf8).write(to: URL(fileURLWithPath: folder.path + "/a.jsonl"))
    let ledger = try Ledger.inMemory(systems: RegisteredSystems.all)
    let plan = try await ledger.importAll(LinesImporter([folder.path], RegisteredSystems.registry())).plan
    #expect(plan.skipped == [] && plan.summary.created == 1)
    #expect(plan.notices.map(\.file) == [folder.path + "/photo.jpg"])
  }

  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> String {
    let first = String(decoding: left, as: UTF8.self).split(separator: "\n")
    let second = String(decoding: right, as: UTF8.self).split(separator: "\n")
    let (lost, new) = (Set(first).subtracting(second), Set(second).subtracting(first))
    return (lost.sorted().prefix(2).map { "- \($0)" } + new.sorted().prefix(2).map { "+ \($0)" }).joined(
      separator: "\n")
  }

  @Test(arguments: [
    ("{", "no JSON"), ("[]", "not a JSON object"), ("{\"_id\":\"a\"}", "_kind"),
    ("{\"_kind\":\"sam.person\"}", "_id"),
    ("{\"_kind\":\"daybook.replica\",\"_id\":\"a\"}", "is a kind of the ledger itself"),
    ("{\"_kind\":\"sam.evidenceItem\",\"_id\":\"a\",\"linkedPeople\":5}", "list of ids"),
    ("{\"_kind\":\"sam.person\",\"_id\":\"a\",\"displayNameCache\":7}", "displayNameCache"),
    (String(repeating: "[", count: 5000), "no JSON"), ("{\"_kind\":\"x.y\",\"_id\":\"\u{0}\"}", "no JSON"),
  ])
  func aBadLineIsNamedAndTheRestIsIn(_ line: String, _ reason: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/some.jsonl"
    let good = "{\"_kind\":\"sam.person\",\"_id\":\"b\",\"displayNameCache\":\"B\"}"
    try Data("\n\(line)\r\n\(good)".utf8).write(to: URL(fileURLWithPath: path))
    let ledger = try Ledger.inMemory(systems: RegisteredSystems.all)
    let receipt = try await ledger.importAll(LinesImporter([path], RegisteredSystems.registry()))
    #expect(receipt.plan.summary.skipped == 1 && receipt.plan.summary.created == 1, "\(receipt)")
    let remark = try #require(receipt.plan.skipped.first)
    #expect(remark.line == 2 && remark.reason.contains(reason), "\(remark)")
  }

  /// Of a file in another form not every line is told.
  @Test(arguments: [(19, 19), (20, 1), (5000, 1)])
  func aFileThatHoldsNoLinesIsToldOnce(_ count: Int, _ skipped: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pretty.json"
    let good = "{\"_kind\":\"sam.person\",\"_id\":\"b\",\"displayNameCache\":\"B\"}\n"
    try Data((String(repeating: "  \"a\": 1,\n", count: count) + good).utf8).write(
      to: URL(fileURLWithPath: path))
    let other = folder.path + "/other.jsonl"
    try Data(good.utf8).write(to: URL(fileURLWithPath: other))
    let ledger = try Ledger.inMemory(systems: RegisteredSystems.all)
    let plan = try await ledger.importAll(LinesImporter([path, other], RegisteredSystems.registry())).plan
    #expect(plan.summary.skipped == skipped && plan.summary.read == (skipped == 1 ? 1 : 2))
    #expect(plan.skipped.first?.line == 1)
    #expect(plan.skipped.first?.reason.hasPrefix("none of the first 20 lines") == (skipped == 1))
  }

  @Test func largeDataComesAlong() async throws {
    let kind = try #require(
      RegisteredSystems.registry().kinds.first { kind in
        kind.fields.contains { $0.type == .data && !$0.isProjection } && kind.key == nil
      })
    let field = try #require(kind.fields.first { $0.type == .data && !$0.isProjection })
    let first = try Ledger.inMemory(systems: RegisteredSystems.all)
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let stored = try await first.storeBlob(content)
    try await first.append([Mutation(.upsert, kind: kind.kind, id: "x", set: [field.name: stored])])
    let written = try await Self.lines(first)
    #expect(written.count > 130_000)
    let folder = try TemporaryFolder()
    let path = folder.path + "/all.jsonl"
    try Data(written).write(to: URL(fileURLWithPath: path))
    let second = try Ledger.inMemory(systems: RegisteredSystems.all)
    _ = try await second.importAll(LinesImporter([path], RegisteredSystems.registry()))
    let value = try #require(try await second.get(kind: kind.kind, id: "x")?[field.name])
    #expect(try await second.blob(value) == content)
  }

  /// No cell that is text begins as a formula does; numbers stay numbers.
  @Test func aSpreadsheetSeesNoFormula() async throws {
    let ledger = try Ledger.inMemory(systems: RegisteredSystems.all)
    try await ledger.append([
      Mutation(
        .upsert, kind: "sam.person", id: "=1",
        set: ["displayNameCache": "=HYPERLINK(\"x\")", "emailCache": "@a"]),
      Mutation(
        .upsert, kind: "sam.person", id: "b", set: ["displayNameCache": "'x, y\nz", "emailCache": ""]),
    ])
    let bytes = Mutex<[UInt8]>([])
    _ = try await RowExport().writeCSV(of: "sam.person", ledger) { content in
      try content { piece in bytes.withLock { $0 += piece } }
    }
    let text = String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    let rows = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(rows.count == 4 && rows[3].isEmpty)
    #expect(rows[0].hasPrefix("_id,"))
    #expect(
      rows[1].hasPrefix("'=1,") && rows[1].contains("\"'=HYPERLINK(\"\"x\"\")\"") && rows[1].contains("'@a"))
    #expect(rows[2].contains("\"''x, y\nz\"") && rows[2].contains(",\"\""))
    #expect(CSVCell.plain("-5") == Array("-5".utf8) && CSVCell.text("-5") == Array("'-5".utf8))
  }

  /// Fields of an unknown kind that are named as a line's own members are in no line, so that it can be read again.
  @Test func aNameStandsInALineOnce() async throws {
    let ledger = try Ledger.inMemory(systems: RegisteredSystems.all)
    let strange: JSONObject = ["_id": "strange", "_kind": 1, "_stamp": "s", "name": "rose"]
    try await ledger.append([Mutation(.upsert, kind: "x.thing", id: "t1", set: strange)])
    var export = RowExport()
    export.kinds = ["x.thing"]
    let written = try await Self.lines(ledger, export)
    #expect(
      String(decoding: written, as: UTF8.self) == #"{"_kind":"x.thing","_id":"t1","name":"rose"}"# + "\n")
    let receipt = try await export.writeLines(of: ledger) { try $0 { _ in } }
    #expect(receipt.rows == 1 && receipt.leftOutFields == 3)
    let table = Mutex<[UInt8]>([])
    _ = try await export.writeCSV(of: "x.thing", ledger) { content in
      try content { piece in table.withLock { $0 += piece } }
    }
    let text = String(decoding: table.withLock { $0 }, as: UTF8.self)
    #expect(text == "_id,name\r\nt1,\"\"\"rose\"\"\"\r\n")
  }
}
