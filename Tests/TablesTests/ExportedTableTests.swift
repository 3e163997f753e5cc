import Daybook
import DaybookTables
import DaybookTestSupport
import Foundation
import Planner
import PurusHealth
import Testing

/// Tables as the export of a ledger writes them come into an empty ledger as they were.
@Suite struct ExportedTableTests {
  private static let pieces = [
    "a", "=1+1", "+", "-", "@x", "\t", "\r", "\r\n", "\n", "'", "\"", ",", ";", " ", "ö", "\u{1f332}", "1.5",
    "true", "[]",
    "{\"$blob\":1}", "null", "\u{a0}",
  ]

  private static func text(using random: inout SeededRandom) -> String {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined()
  }

  private static func fill(_ ledger: Ledger, using random: inout SeededRandom) async throws {
    for _ in 0..<12 {
      var record = MedicalRecord()
      record.personalGivenName = text(using: &random)
      record.personalBirthdate = CivilDay(year: 1980, month: 2, day: Int64.random(in: 1...28, using: &random))
      record.isPet = Bool.random(using: &random)
      var entry = WeightEntry()
      entry.weight = [0, 70.25, 1e21, 2.5e-300, 123_456.75].randomElement(using: &random) ?? 1
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
    }
  }

  private static let kinds = ["purus.medicalRecord", "purus.weightEntry", "planner.note", "planner.tag"]

  private static func fields(of schema: KindSchema) -> [FieldSchema] {
    schema.fields.filter { field in
      field.name != "id" && !field.isProjection && !schema.inverses.contains { $0.inverse == field.name }
    }
  }

  /// The rules of the export, written down once more.
  private static func table(of kind: String, _ ledger: Ledger) async throws -> String {
    let fields = fields(of: try #require(ledger.schemas[kind]))
    func quoted(_ text: String, always: Bool = false) -> String {
      let isPlain = !text.contains { ",\"\n\r\r\n".contains($0) } && text.first != " " && text.last != " "
      return isPlain && !always ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
    func guarded(_ text: String) -> String {
      let isGuarded = text.utf8.first.map { "=+-@\t\r'".utf8.contains($0) } ?? false
      return quoted((isGuarded ? "'" : "") + text, always: text.isEmpty)
    }
    var lines = [(["_id"] + fields.map(\.name)).joined(separator: ",")]
    for row in try await ledger.query(Query(kind)).rows {
      var cells = [guarded(row.id)]
      for field in fields {
        var value = row[field.name] ?? .null
        if field.type == .data, let bytes = try await ledger.blob(value) {
          value = .string(Data(bytes).base64EncodedString())
        }
        switch (field.type, value) {
        case (_, .null): cells.append("")
        case (.any, _), (.array, _), (.dictionary, _), (.object, _), (.many, _):
          cells.append(quoted(value.description))
        case (_, .string(let text)): cells.append(guarded(text))
        default: cells.append(quoted(value.description))
        }
      }
      lines.append(cells.joined(separator: ","))
    }
    return lines.joined(separator: "\r\n") + "\r\n"
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

  @Test func randomLedgersComeBack() async throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      let ledger = try Ledger.inMemory(systems: [.purus, .planner])
      try await Self.fill(ledger, using: &random)
      for kind in Self.kinds {
        try Data(try await Self.table(of: kind, ledger).utf8).write(
          to: URL(filePath: "\(folder.path)/\(kind).csv"))
      }
      let other = try Ledger.inMemory(systems: [.purus, .planner])
      let receipt = try await other.importAll(TableImporter([folder.path], TableOptions()))
      #expect(receipt.plan.skipped == [] && receipt.plan.notices == [])
      #expect(try await Self.said(other) == Self.said(ledger))
      #expect(try await other.importAll(TableImporter([folder.path], TableOptions())).events == 0)
      #expect(try await ledger.importAll(TableImporter([folder.path], TableOptions())).events == 0)
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
      first.plan.notices.map(\.reason) == ["'mood' is no field of purus.weightEntry, and is passed over"])
    #expect(try await ledger.fetch(WeightEntry.self).map(\.comment) == ["=x"])
    try Data("_id,weight,comment,date\r\nw1,71,\"\",\r\n".utf8).write(to: URL(filePath: path))
    #expect(try await ledger.importAll(TableImporter([path], TableOptions())).plan.summary.changed == 1)
    let held = try await ledger.fetch(WeightEntry.self)
    #expect(held.map(\.weight) == [71] && held.map(\.comment) == [""] && held.map(\.date) == [nil])
  }
}
