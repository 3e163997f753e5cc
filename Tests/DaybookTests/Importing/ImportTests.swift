import Daybook
import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Testing

/// A list of steps as a source.
private struct ListedImporter: Importer {
  var sources = [SyncSource(.table, name: "list")]
  var steps: ArraySlice<ImportStep>
  var bytesRead: Int64 = 0
  /// Thrown at the end, once.
  var failure: LedgerError?
  var ownKinds: Set<String> = []
  var firstRecordWins = false

  init(_ steps: [ImportStep], failure: LedgerError? = nil) {
    (self.steps, self.failure) = (steps[...], failure)
  }

  init(_ entities: [ImportedEntity]...) {
    self.init(
      entities.enumerated().map {
        .record(ImportedRecord(file: "list", line: $0.offset + 1, entities: $0.element))
      })
  }

  mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    bytesRead += 1
    if let step = steps.popFirst() { return step }
    defer { failure = nil }
    if let failure { throw failure }
    return nil
  }
}

private func member(_ id: String, _ fields: JSONObject, initial: JSONObject = [:], links: [String] = [])
  -> ImportedEntity
{
  ImportedEntity(
    "house.member", .id(id), fields: fields, initial: initial, links: links.map { .init("friends", to: $0) })
}

/// What imports of any format share: what is new, what differs, and writing it.
@Suite struct ImportTests {
  private func numbers(_ receipt: SyncReceipt) -> [Int] {
    let summary = receipt.plan.summary
    return [summary.read, summary.skipped, summary.created, summary.changed, summary.unchanged]
  }

  @Test func theSameAgainWritesNothingAndAChangeOneField() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    func run(_ name: String) async throws -> SyncReceipt {
      try await ledger.importAll(
        ListedImporter(
          [member("a", ["name": .string(name), "born": "1980-03-01"], links: ["b"])],
          [member("b", ["name": "Bob"])]))
    }
    let first = try await run("Ann")
    #expect(numbers(first) == [2, 0, 2, 0, 0] && first.events == 4)
    let again = try await run("Ann")
    #expect(numbers(again) == [2, 0, 0, 0, 2] && again.events == 0 && again.lastStamp == nil)
    let changed = try await run("Anna")
    #expect(numbers(changed) == [2, 0, 0, 1, 1])
    #expect(changed.events == 2)
    #expect(try await ledger.get(kind: "house.member", id: "a")?["name"] == "Anna")
    #expect(try await ledger.get(kind: "daybook.source", id: "table:list")?["format"] == "table")
  }

  /// A machine makes its replica with what it writes, and not with what it has read.
  @Test func aMachineThatImportsNothingNewMakesNoReplica() async throws {
    let files = try OwnFilesTests()
    let importer = ListedImporter([member("a", ["name": "Ann"])])
    let writer = try files.open()
    #expect(try await writer.importAll(importer).events > 0)
    await writer.close()
    let before = try Inventory.scan(files.folder).replicas.map(\.id)
    let fresh = try OwnFilesTests(folder: files.folder, state: MemoryFileStore())
    let ledger = try fresh.open()
    #expect(numbers(try await ledger.importAll(importer)) == [1, 0, 0, 0, 1])
    let failure = LedgerError(.inputOutput, "there is no such file", file: "nosuch")
    await #expect(throws: ImportFailure.self) {
      try await ledger.importAll(ListedImporter([ImportStep](), failure: failure))
    }
    #expect(try Inventory.scan(files.folder).replicas.map(\.id) == before)
    let changed = ListedImporter([member("a", ["name": "Anna"])])
    #expect(try await ledger.importAll(changed).events > 0)
    #expect(try Inventory.scan(files.folder).replicas.count == 2)
    await ledger.close()
  }

  @Test func whatTheUserDidStands() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    func run() async throws -> SyncReceipt {
      try await ledger.importAll(
        ListedImporter(
          [member("a", ["name": "Ann"], initial: ["email": "a@x.example"], links: ["b"])],
          [member("b", ["name": "Bob"])]))
    }
    _ = try await run()
    try await ledger.append([
      Mutation(.unlink, kind: "house.member", id: "a", rel: "friends", to: "b"),
      Mutation(.upsert, kind: "house.member", id: "a", set: ["email": "new@x.example"]),
      Mutation(.delete, kind: "house.member", id: "b"),
    ])
    #expect(try await run().events == 0)
    #expect(try await ledger.get(kind: "house.member", id: "a")?["email"] == "new@x.example")
    #expect(try await ledger.get(kind: "house.member", id: "b") == nil)
  }

  /// One file of a folder: it is skipped, and the importer goes on.
  @Test func aFileThatCannotBeReadEndsNothing() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let record = ImportStep.record(ImportedRecord(file: "list", entities: [member("a", ["name": "Ann"])]))
    let failure = LedgerError(.unreadable, "cannot read the file: Permission denied", file: "folder/b.txt")
    let receipt = try await ledger.importAll(ListedImporter([record], failure: failure))
    #expect(numbers(receipt) == [1, 1, 1, 0, 0])
    #expect(
      receipt.plan.skipped.map(\.description) == ["folder/b.txt:1: cannot read the file: Permission denied"])
  }

  @Test func twoRecordsOfOneEntityAreOne() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let key = ImportedEntity(
      "house.member", .key(" A@x.example"), fields: ["email": "a@x.example", "name": "Ann"])
    var later = key
    later.fields["name"] = "Anna"
    let receipt = try await ledger.importAll(ListedImporter([key], [key], [later]))
    #expect(numbers(receipt) == [3, 0, 1, 1, 1])
    let rows = try await ledger.query(Query("house.member")).rows
    #expect(rows.map { $0["name"] } == ["Anna"])
    #expect(try await ledger.importAll(ListedImporter([later])).events == 0)
  }

  @Test func aReferenceToSomethingGoneIsNotWrittenAgain() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    func run() async throws -> SyncReceipt {
      try await ledger.importAll(
        ListedImporter([
          ImportedEntity("house.household", .id("h"), fields: ["address": "1 Main St"]),
          member("a", ["name": "Ann", "household": "h"]),
        ]))
    }
    _ = try await run()
    try await ledger.append([Mutation(.delete, kind: "house.household", id: "h")])
    #expect(try await run().events == 0)
  }

  @Test func aBadRecordIsSkippedAndTheRestIsIn() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let large = String(repeating: "x", count: 1 << 20)
    let receipt = try await ledger.importAll(
      ListedImporter([
        .record(ImportedRecord(file: "f", line: 1, entities: [member("a", ["name": "Ann"])])),
        .skipped(SyncRemark(file: "f", line: 2, reason: "no name")),
        .record(ImportedRecord(file: "f", line: 3, entities: [member("c", ["name": " "])])),
        .record(ImportedRecord(file: "f", line: 4, entities: [member("d", ["name": .string(large)])])),
        .record(ImportedRecord(file: "f", line: 5, entities: [member("e", ["name": "Eve"])])),
      ]))
    #expect(numbers(receipt) == [2, 3, 2, 0, 0])
    #expect(receipt.plan.skipped.map(\.line).sorted() == [2, 3, 4])
    #expect(receipt.plan.skipped.contains { $0.line == 3 && $0.reason.contains("must not be blank") })
    #expect(try await ledger.query(Query("house.member")).rows.map(\.id) == ["a", "e"])
  }

  @Test func whatCameBeforeAFailureIsWritten() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let failure = LedgerError(.inputOutput, "the disk is gone", file: "f")
    let steps: [ImportStep] = [
      .record(ImportedRecord(file: "f", line: 1, entities: [member("a", ["name": "Ann"])]))
    ]
    do {
      _ = try await ledger.importAll(ListedImporter(steps, failure: failure))
      Issue.record("it ended as if nothing had happened")
    } catch let error as ImportFailure {
      #expect((error.cause as? LedgerError)?.what == "the disk is gone")
      #expect(numbers(error.receipt) == [1, 0, 1, 0, 0])
    }
    #expect(try await ledger.get(kind: "house.member", id: "a") != nil)
  }

  /// No file switches the audit off, forges an access or a replica.
  @Test func whatTheLedgerKeepsOfItselfComesFromNoFile() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let setting = ImportedEntity("daybook.setting", .id("audit-reads"), fields: ["value": "off"])
    let access = ImportedEntity("daybook.access", .id("f"), fields: ["by": "eve"])
    func run(_ own: Set<String> = [], isDryRun: Bool = false) async throws -> SyncReceipt {
      var importer = ListedImporter([setting], [member("a", ["name": "Ann"]), access])
      importer.ownKinds = own
      var options = AppendOptions()
      options.isDryRun = isDryRun
      return try await ledger.importAll(importer, options: options)
    }
    for isDryRun in [true, false] {
      let receipt = try await run(isDryRun: isDryRun)
      #expect(numbers(receipt) == [0, 2, 0, 0, 0])
      #expect(receipt.plan.skipped.allSatisfy { $0.reason.contains("is a kind of the ledger itself") })
    }
    #expect(try await ledger.query(Query("daybook.setting")).rows.isEmpty)
    #expect(try await ledger.get(kind: "house.member", id: "a") == nil)
    // What an importer keeps by itself is its own word.
    #expect(numbers(try await run(["daybook.setting"])) == [1, 1, 1, 0, 0])
  }

  @Test func manyRecordsAreManyCommits() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let count = 5000
    func importer() -> ListedImporter {
      ListedImporter(
        (1...count).map {
          .record(
            ImportedRecord(file: "f", line: $0, entities: [member("m\($0)", ["name": .string("\($0)")])]))
        })
    }
    var dry = AppendOptions()
    dry.isDryRun = true
    let planned = try await ledger.importAll(importer(), options: dry)
    #expect(planned.plan.summary.created == count && planned.events == 0)
    #expect(try await ledger.query(Query("house.member")).rows.isEmpty)
    let receipt = try await ledger.importAll(importer())
    #expect(receipt.commits == 4 && receipt.events == count + 1)
    #expect(try await ledger.importAll(importer()).events == 0)
  }

  /// Of a source that has each entity once, so that two tellings do not write over one another for ever.
  @Test func theFirstTellingCounts() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    func run() async throws -> SyncReceipt {
      var importer = ListedImporter(
        [member("a", ["name": "Ann"])], [member("a", ["name": "Other"])],
        // The same again, and more of it.
        [member("a", ["name": "Ann", "email": "a@x.example"])],
        [member("b", ["name": "Bob"]), member("a", ["name": "Third", "born": "1980-03-01"])])
      importer.firstRecordWins = true
      return try await ledger.importAll(importer)
    }
    for round in 0..<2 {
      let receipt = try await run()
      #expect(numbers(receipt) == (round == 0 ? [3, 1, 2, 1, 0] : [3, 1, 0, 0, 3]))
      #expect((receipt.events == 0) == (round == 1))
      let reason = "house.member a occurs twice, with different values: the first counts"
      #expect(receipt.plan.skipped.map(\.line) == [2] && receipt.plan.skipped.first?.reason == reason)
      #expect(receipt.plan.notices.map(\.line) == [4] && receipt.plan.notices.first?.reason == reason)
    }
    let ann = try await ledger.get(kind: "house.member", id: "a")
    #expect(ann?["name"] == "Ann" && ann?["email"] == "a@x.example" && ann?["born"] == "1980-03-01")
  }

  @Test func whatItsSourceTakesBackGoesAndReturns() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    var gone = member("a", ["name": "Ann"])
    gone.isPresent = false
    // What was never here is not made in order to be gone.
    #expect(try await ledger.importAll(ListedImporter([gone])).events == 0)
    _ = try await ledger.importAll(ListedImporter([member("a", ["name": "Ann"])]))
    #expect(try await ledger.importAll(ListedImporter([gone])).events == 2)
    #expect(try await ledger.get(kind: "house.member", id: "a") == nil)
    #expect(try await ledger.importAll(ListedImporter([gone])).events == 0)
    _ = try await ledger.importAll(ListedImporter([member("a", ["name": "Ann"])]))
    #expect(try await ledger.get(kind: "house.member", id: "a") != nil)
  }
}
