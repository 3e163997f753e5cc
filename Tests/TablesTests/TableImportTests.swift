import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookTables
@testable import Planner
@testable import PurusHealth

/// Tables become entities: what columns mean is said once, and the same rows again change nothing.
@Suite struct TableImportTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger
  private let ann: MedicalRecord

  init() async throws {
    folder = try TemporaryFolder()
    ledger = try Ledger.inMemory(systems: [.purus, .planner])
    var ann = MedicalRecord()
    (ann.personalGivenName, ann.personalFamilyName) = ("Ann", "Lee")
    self.ann = ann
    let made = ann
    try await ledger.commit { batch in try batch.upsert(made) }
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func weights(_ change: (inout TableOptions) -> Void = { _ in }) -> TableOptions {
    var options = TableOptions(kind: "purus.weightEntry")
    options.record = "ann lee"
    change(&options)
    return options
  }

  private func run(
    _ files: [String], _ options: TableOptions, ask: @escaping TableImporter.Ask = ColumnQuestion.refuse
  ) async throws -> SyncReceipt {
    do {
      return try await ledger.importAll(TableImporter(files, options, ask: ask))
    } catch let failure as ImportFailure {
      throw failure.cause
    }
  }

  private static let scale = """
    Datum;Gewicht (kg);BMI
    21.11.2026 07:00;70,5;22,1
    22.11.2026 07:00;71,0;22,2
    22.11.2026 07:00;71,0;22,2

    """

  @Test func aRowThatNamesWhatAnotherNamedIsSkipped() async throws {
    let path = try file("family.csv", "email,name\na@x.example,Ann\na@x.example,Bob\nb@x.example,Eve\n")
    let options = TableOptions(kind: "planner.person")
    #expect(try await run([path], options).plan.skipped.map(\.line) == [3])
    let again = try await run([path], options)
    #expect(again.events == 0 && again.plan.skipped.map(\.line) == [3])
    #expect(try await ledger.fetch(Person.self).map(\.name).sorted() == ["Ann", "Eve"])
  }

  /// A blank cell is not a value: a row without its number is named, and does not become 0 kg.
  @Test func aBlankNumberIsNotZero() async throws {
    let path = try file("blank.csv", "date,weight,comment\n2026-11-20,,x\n2026-11-21,70.5,\n2026-11-22,0,\n")
    let receipt = try await run([path], weights())
    #expect(receipt.plan.summary.fields.map(\.count) == [1, 2, 0, 1, 0, 0, 0])
    #expect(receipt.plan.skipped.map(\.line) == [2, 4])
    #expect(
      receipt.plan.skipped.first?.reason
        == "weight: the cell is empty, and purus.weightEntry.weight needs a number")
    #expect(try await ledger.fetch(WeightEntry.self).map(\.weight) == [70.5])
    let costs = try file("costs.csv", "year,cost\n2026,\n,35\n")
    var options = TableOptions(kind: "purus.petYearlyCostEntry")
    options.record = "ann lee"
    #expect(try await run([costs], options).plan.skipped.map(\.line) == [2])
  }

  /// What is hidden elsewhere is not told by an error either.
  @Test func whatACellSaysIsNotShownWhereItIsSensitive() async throws {
    let path = try file("people.csv", "personalGivenName,personalBirthdate\nEve,31.02.1980 SECRET\n")
    let skipped = try await run([path], TableOptions(kind: "purus.medicalRecord")).plan.skipped
    #expect(skipped.count == 1 && skipped.first?.reason.contains("SECRET") == false, "\(skipped)")
  }

  @Test(arguments: ["PK\u{3}\u{4}\u{14}\u{0},\u{0}", "\u{10}C\u{1a},x", "name,\u{85}\u{9b}"])
  func bytesThatNoTextHasAreNoTable(_ header: String) async throws {
    let path = try file("book.xlsx", header + "\nx,y\n")
    let skipped = try await run([path], TableOptions(kind: "planner.person")).plan.skipped
    #expect(skipped.first?.reason == "is not a table: it has bytes that do not occur in text")
  }

  @Test func mappingIsSaidOnceAndKept() async throws {
    let path = try file("scale.csv", Self.scale)
    let refused = await #expect(throws: LedgerError.self) { try await run([path], weights()) }
    #expect(
      refused?.advice?.contains("--map 'Datum=date' --map 'Gewicht (kg)=weight' --map 'BMI='") == true,
      "\(String(describing: refused))")
    #expect(try await ledger.count(WeightEntry.self) == 0)

    let said = weights { $0.map = [("Datum", "date"), ("Gewicht (kg)", "weight"), ("BMI", "")] }
    let first = try await run([path], said)
    #expect(first.plan.summary.created == 3)
    #expect(try await run([path], weights()).events == 0)
    let all = try await ledger.fetch(WeightEntry.self).sorted { $0.weight < $1.weight }
    #expect(all.map(\.weight) == [70.5, 71, 71])
    #expect(all.allSatisfy { $0.unit == .kg && $0.record?.rawValue == ann.id.rawValue })
    #expect(all.first?.date == Date(timeIntervalSince1970: 1_795_244_400))

    // Next month's file, with a row of this one and another: one more.
    let next = try file("next.csv", Self.scale + "23.11.2026 07:00;70,0;22,0\n")
    let second = try await run([next], weights())
    #expect(second.plan.summary.created == 1)
    #expect(second.plan.summary.unchanged == 3)
  }

  /// A row that says nothing new leaves what its user made of it, and what was deleted stays so.
  @Test func usersWordStays() async throws {
    let path = try file("w.csv", "date,weight\n2026-11-21,70\n2026-11-22,71\n")
    _ = try await run([path], weights())
    var entries = try await ledger.fetch(WeightEntry.self).sorted { $0.weight < $1.weight }
    try #require(entries.count == 2)
    entries[0].comment = "with shoes"
    entries[0].weight = 69
    let (changed, deleted) = (entries[0], entries[1])
    try await ledger.commit { batch in
      try batch.upsert(changed)
      batch.delete(deleted)
    }
    #expect(try await run([path], weights()).events == 0)
    #expect(try await ledger.fetch(WeightEntry.self).map(\.weight) == [69])
  }

  @Test func asksWhoCanBeAsked() async throws {
    let path = try file("q.csv", "When,kilos,Junk\n2026-11-21,70,x\n")
    let receipt = try await run([path], weights()) { questions in
      #expect(questions.map(\.name) == ["When", "kilos", "Junk"])
      #expect(questions.map(\.examples) == [["2026-11-21"], ["70"], ["x"]])
      return [.field("date"), .field("weight"), .nothing]
    }
    #expect(receipt.plan.summary.created == 1)
    // Kept: nobody is asked again.
    #expect(try await run([path], weights()).events == 0)
    #expect(try await ledger.query(Query("daybook.mapping")).rows.count == 1)
  }

  /// Bad rows are named with line and column, the rest is in.
  @Test func badRowsAreNamed() async throws {
    let path = try file(
      "bad.csv",
      "date,weight,unit\n2026-11-21,70,KG\nsoon,71,kg\n2026-11-22,heavy,kg\n2026-11-23,-5,kg\n2026-11-24,72,stone\n2026-11-25,73,kg,x\n2026-11-26,\"74\n"
    )
    let receipt = try await run([path], weights())
    #expect(receipt.plan.summary.created == 1)
    let remarks = receipt.plan.skipped.sorted { $0.line < $1.line }
    #expect(remarks.map(\.line) == [3, 4, 5, 6, 7, 8])
    for (remark, word) in zip(remarks, ["date:", "weight:", "weight", "unit", "4 cells", "quotation"]) {
      #expect(remark.reason.contains(word), "\(remark)")
    }
  }

  /// What can be read in two ways is not guessed.
  @Test(arguments: [
    ("date,weight\n03/04/2026,70\n", "--date-order"), ("date,weight\n2026-04-03,\"1,234\"\n", "--decimal"),
  ])
  func doubtIsSaid(_ text: String, _ option: String) async throws {
    let path = try file("doubt.csv", text)
    let refused = await #expect(throws: LedgerError.self) { try await run([path], weights()) }
    #expect(refused?.advice?.contains(option) == true)
    _ = try await run([path], weights { ($0.order, $0.decimal) = (.monthFirst, .comma) })
    #expect(try await ledger.count(WeightEntry.self) == 1)
  }

  @Test func keysNameRows() async throws {
    let said = weights { $0.key = ["date"] }
    _ = try await run([try file("k.csv", "date,weight\n2026-11-21,70\n")], said)
    let again = try await run([try file("k.csv", "date,weight\n2026-11-21,71\n")], weights())
    #expect(again.plan.summary.changed == 1)
    #expect(try await ledger.fetch(WeightEntry.self).map(\.weight) == [71])
  }

  /// A kind with a natural key needs no other; references go by name or id.
  @Test func naturalKeysAndReferences() async throws {
    let people = try file("planner.person.csv", "email,name\nANN@example.org,Ann\nbob@example.org,Bob\n")
    #expect(try await run([people], TableOptions()).plan.summary.created == 2)
    #expect(try await run([people], TableOptions()).events == 0)
    let changed = try file("planner.person.csv", "email,name\nann@example.org,Ann Lee\n")
    #expect(try await run([changed], TableOptions()).plan.summary.changed == 1)
    let drugs = try file("d.csv", "date,weight,record\n2026-11-21,70,Ann Lee\n2026-11-22,71,Nobody\n")
    var options = TableOptions(kind: "purus.weightEntry")
    options.zone = .utc
    let receipt = try await run([drugs], options)
    #expect(receipt.plan.summary.created == 1)
    #expect(receipt.plan.skipped.map(\.line) == [3])
  }

  /// Of a table with ids, a reference may be an id of what another file holds; a name that matches nobody is none.
  @Test func aReferenceThatMatchesNobodyIsNamed() async throws {
    let pets = try file("r.csv", "_id,personalGivenName\nann,Ann\n")
    var options = TableOptions(kind: "purus.medicalRecord")
    _ = try await run([pets], options)
    let rows = "_id,weight,record\n1,70,ann\n2,71,later\n3,72,Nobody Here\n"
    options = TableOptions(kind: "purus.weightEntry")
    let receipt = try await run([try file("w.csv", rows)], options)
    #expect(receipt.plan.summary.created == 2)
    #expect(receipt.plan.skipped.map(\.line) == [4])
    #expect(
      receipt.plan.skipped.first?.reason.contains("there is no purus.medicalRecord 'Nobody Here'") == true)
  }

  @Test func wrongWordsAreRefused() async throws {
    let path = try file("w.csv", "date,weight\n2026-11-21,70\n")
    for change: (inout TableOptions) -> Void in [
      { $0.map = [("dat", "date")] }, { $0.map = [("date", "dates")] }, { $0.map = [("date", "weight")] },
      { $0.key = ["x"] }, { $0.record = "Bob" }, { $0.kind = "purus.weight" },
    ] {
      await #expect(throws: LedgerError.self) { try await run([path], weights(change)) }
    }
    #expect(try await ledger.count(WeightEntry.self) == 0)
  }
}
