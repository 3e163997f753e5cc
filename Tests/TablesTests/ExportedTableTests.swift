import Daybook
import DaybookTestSupport
import Foundation
import Synchronization
import Testing

@testable import DaybookTables
@testable import Planner
@testable import PurusHealth

/// Tables as the export of a ledger writes them come into an empty ledger as they were.
@Suite struct ExportedTableTests {
  private static let pieces = [
    "a", "=1+1", "+", "-", "@x", "＝1", "＋", "－", "＠", "\t", "\r", "\r\n", "\n", "'", "\"", "\u{301}", ",",
    ";", " ", "ö", "\u{1f332}", "1.5",
    "true", "[]",
    "{\"$blob\":1}", "null", "\u{a0}",
  ]

  private static func text(using random: inout SeededRandom) -> String {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined()
  }

  /// Weights beyond the bounds of their field were written on purpose, and are imported on purpose.
  private static var beyondBounds: AppendOptions {
    var options = AppendOptions()
    options.exceedsBounds = true
    return options
  }

  private static func fill(_ ledger: Ledger, using random: inout SeededRandom) async throws {
    for index in 0..<12 {
      var record = MedicalRecord()
      record.personalGivenName = text(using: &random)
      record.personalBirthdate = CivilDay(year: 1980, month: 2, day: Int64.random(in: 1...28, using: &random))
      record.isPet = Bool.random(using: &random)
      var entry = WeightEntry()
      if Bool.random(using: &random) {
        entry.id = WeightEntry.ID(
          "w\(index)" + String(repeating: "x", count: Int.random(in: 1...600, using: &random)))
      }
      let weight: Double = [0, 70.25, 1e21, 2.5e-300, 123_456.75].randomElement(using: &random) ?? 1
      entry.unit = Bool.random(using: &random) ? .kg : .lbs
      entry.comment = text(using: &random)
      if Bool.random(using: &random) { entry.date = Date(timeIntervalSince1970: 1e9) }
      entry.record = Bool.random(using: &random) ? record.id : nil
      var note = Note()
      (note.title, note.plainText) = (text(using: &random), text(using: &random))
      let size = Bool.random(using: &random) ? 40_000 : 3
      try note.setRichText(
        RichText(Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }), .archive), text: note.plainText)
      var tag = Tag()
      tag.name = "t" + text(using: &random)
      tag.id = Tag.ID(
        NaturalKey.id(of: Tag.kind, normalized: KeyNormalizer.trimmedComposed.normalized(tag.name)))
      let (madeRecord, madeEntry, madeNote, madeTag) = (record, entry, note, tag)
      try await ledger.commit { batch in
        try batch.upsert(madeRecord)
        try batch.upsert(madeEntry)
        try batch.upsert(madeNote)
        try batch.upsert(madeTag)
        try batch.link(madeNote, \.tags, to: madeTag)
      }
      try await ledger.append(
        [
          Mutation(
            .upsert, kind: WeightEntry.kind, id: madeEntry.id.rawValue, set: ["weight": .double(weight)])
        ],
        options: beyondBounds)
    }
  }

  private static let kinds = ["purus.medicalRecord", "purus.weightEntry", "planner.note", "planner.tag"]

  private static func fields(of schema: KindSchema) -> [FieldSchema] {
    schema.fields.filter { field in
      field.name != "id" && !field.isProjection && !schema.inverses.contains { $0.inverse == field.name }
    }
  }

  private static func table(of kind: String, _ ledger: Ledger) async throws -> Data {
    let bytes = Mutex<[UInt8]>([])
    _ = try await RowExport().writeCSV(of: kind, ledger) { content in
      try content { piece in bytes.withLock { $0 += piece } }
    }
    return Data(bytes.withLock { $0 })
  }

  private static func said(_ ledger: Ledger) async throws -> [String] {
    var said: [String] = []
    for kind in kinds {
      let fields = fields(of: try #require(ledger.schemas[kind]))
      for row in try await ledger.query(Query(kind)).rows.sorted(by: { $0.id < $1.id }) {
        said.append(
          "\(kind) \(row.id) " + fields.map { "\($0.name)=\(row[$0.name] ?? .null)" }.joined(separator: " "))
      }
    }
    return said
  }

  @Test(.seeded) func randomLedgersComeBack() async throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      let ledger = try Ledger.seeded(systems: [.purus, .planner])
      try await Self.fill(ledger, using: &random)
      for kind in Self.kinds {
        try await Self.table(of: kind, ledger).write(
          to: URL(filePath: "\(folder.path)/\(kind).csv"))
      }
      let other = try Ledger.seeded(systems: [.purus, .planner])
      let receipt = try await other.importAll(TableImporter([folder.path], TableOptions()))
      #expect(receipt.plan.skipped == [])
      #expect(receipt.plan.notices.allSatisfy { $0.reason.hasPrefix("purus.weightEntry.weight must be") })
      #expect(try await Self.said(other) == Self.said(ledger), "DAYBOOK_SEED=\(TestSeed.current)")
      for same in [other, ledger] {
        let again = try await same.importAll(TableImporter([folder.path], TableOptions()))
        #expect(again.events == 0)
      }
    }
  }

  /// What somebody changed in an exported table is held to the rules of its kind.
  @Test func aChangedCellIsHeldToTheRules() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    var entry = WeightEntry()
    entry.weight = 70
    let made = entry
    try await ledger.commit { batch in try batch.upsert(made) }
    let table = String(decoding: try await Self.table(of: WeightEntry.kind, ledger), as: UTF8.self)
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(WeightEntry.kind).csv"
    try Data(table.replacing(",70,", with: ",-70,").utf8).write(to: URL(filePath: path))
    let receipt = try await ledger.importAll(TableImporter([path], TableOptions()))
    #expect(receipt.plan.skipped.map(\.line) == [2])
    #expect(try await ledger.get(made.id)?.weight == 70)
    // Another ledger takes what it says.
    let other = try Ledger.inMemory(systems: [.purus])
    #expect(try await other.importAll(TableImporter([path], TableOptions())).plan.notices.count == 1)
    #expect(try await other.get(made.id)?.weight == -70)
  }

  /// Cells that begin with each sign of a formula go out guarded, and come in as they were.
  @Test func noSignIsLost() async throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger.inMemory(systems: [.purus])
    for sign in ["=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠"] {
      for text in [sign, sign + "1+1", "'" + sign, sign + "\"\u{301},", " " + sign] {
        var entry = WeightEntry()
        entry.comment = text
        let made = entry
        try await ledger.commit { batch in try batch.upsert(made) }
      }
    }
    let table = try await Self.table(of: "purus.weightEntry", ledger)
    try table.write(to: URL(filePath: folder.path + "/purus.weightEntry.csv"))
    let other = try Ledger.inMemory(systems: [.purus])
    let receipt = try await other.importAll(TableImporter([folder.path], TableOptions()))
    #expect(receipt.plan.skipped == [] && receipt.plan.summary.created == 60)
    func comments(_ ledger: Ledger) async throws -> [String: [UInt8]] {
      var comments: [String: [UInt8]] = [:]
      for entry in try await ledger.fetch(WeightEntry.self) {
        comments[entry.id.rawValue] = Array(entry.comment.utf8)
      }
      return comments
    }
    #expect(try await comments(other) == comments(ledger))
  }

  /// A folder's file that is named after no kind is skipped, and the rest of the folder is in.
  @Test func filesOfNoKindArePassedOver() async throws {
    let folder = try TemporaryFolder()
    for (name, text) in [
      ("daybook.setting.csv", "_id,value\naudit-reads,off\n"), ("my.raw.csv", "_id,x\n1,2\n"),
      ("planner.person.csv", "email,name\na@x.de,Ann\n"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
    }
    let ledger = try Ledger.inMemory(systems: [.planner])
    let plan = try await ledger.importAll(TableImporter([folder.path], TableOptions())).plan
    #expect(plan.summary.created == 1)
    #expect(plan.skipped.map(\.file) == ["daybook.setting.csv", "my.raw.csv"].map { "\(folder.path)/\($0)" })
    for (path, kind, code, advice) in [
      ("\(folder.path)/my.raw.csv", nil, .usage, "--kind"),
      ("\(folder.path)/my.raw.csv", "planner.persn", .notFound, "planner.person"),
      ("\(folder.path)/daybook.setting.csv", nil, .usage, "--kind"),
      ("\(folder.path)/my.raw.csv", "daybook.replica", .usage, "--kind"),
    ] as [(String, String?, LedgerError.Code, String)] {
      var options = TableOptions()
      options.kind = kind
      let refused = await #expect(throws: ImportFailure.self) {
        try await ledger.importAll(TableImporter([path], options))
      }
      let error = try #require(refused?.cause as? LedgerError)
      #expect(error.code == code && error.advice?.contains(advice) == true, "\(error)")
    }
  }

  /// A message about a table with many columns stays one that can be read.
  @Test func wideTablesAreNamedInShort() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/planner.person.csv"
    let header = (0..<2000).map { "column \($0)" }.joined(separator: ",")
    try Data("\(header)\n1\n".utf8).write(to: URL(filePath: path))
    let ledger = try Ledger.inMemory(systems: [.planner])
    for map in [[], [(column: "no", field: "name")]] {
      var options = TableOptions()
      options.map = map
      let refused = await #expect(throws: ImportFailure.self) {
        try await ledger.importAll(TableImporter([path], options))
      }
      let error = try #require(refused?.cause as? LedgerError)
      #expect("\(error)".utf8.count < 2000, "\("\(error)".prefix(300))")
    }
  }

  /// A column of a later version is told, and what was emptied since is emptied.
  @Test func changedTables() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/purus.weightEntry.csv"
    let ledger = try Ledger.inMemory(systems: [.purus])
    try Data("_id,weight,comment,date,mood\r\nw1,70.5,'=x,2026-11-21T06:13:00.000Z,good\r\n".utf8)
      .write(to: URL(filePath: path))
    let first = try await ledger.importAll(TableImporter([path], TableOptions()))
    #expect(
      first.plan.notices.map(\.reason) == ["'mood' is not a field of purus.weightEntry, and is skipped"])
    #expect(try await ledger.fetch(WeightEntry.self).map(\.comment) == ["=x"])
    try Data("_id,weight,comment,date\r\nw1,71,\"\",\r\n".utf8).write(to: URL(filePath: path))
    #expect(try await ledger.importAll(TableImporter([path], TableOptions())).plan.summary.changed == 1)
    let held = try await ledger.fetch(WeightEntry.self)
    #expect(held.map(\.weight) == [71] && held.map(\.comment) == [""] && held.map(\.date) == [nil])
  }
}
