import Daybook
import DaybookLog
import DaybookTestSupport
import Synchronization
import Testing

/// A list of members as a source of a name.
struct MemberList: Importer {
  var sources: [SyncSource]
  var members: ArraySlice<ImportedEntity>
  var bytesRead: Int64 = 0

  init(_ source: String, _ members: [ImportedEntity]) {
    (sources, self.members) = ([SyncSource(.table, name: source)], members[...])
  }

  mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    bytesRead += 1
    return members.popFirst().map { .record(ImportedRecord(file: "list", entities: [$0])) }
  }
}

/// What somebody here changed stays when its source is read again, and what both changed is a conflict.
@Suite struct LocalChangeTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger.inMemory(systems: [.house]) }

  @discardableResult
  private func read(_ name: String, born: String? = nil, from source: String = "a") async throws
    -> SyncReceipt
  {
    var fields: JSONObject = ["name": .string(name)]
    if let born { fields["born"] = .string(born) }
    return try await ledger.importAll(
      MemberList(source, [ImportedEntity("house.member", .id("m"), fields: fields)]))
  }

  private func write(_ name: String, by author: String = "david") async throws {
    try await ledger.append(
      [Mutation(.upsert, kind: "house.member", id: "m", set: ["name": .string(name)])],
      options: AppendOptions(by: author))
  }

  private func name() async throws -> JSONValue? {
    try await ledger.get(kind: "house.member", id: "m")?["name"]
  }

  private func conflicts() async throws -> [[JSONValue]] {
    try await ledger.conflicts.list().map { $0.sides.map(\.value) }
  }

  @Test func aCorrectionStaysWhileTheSourceSaysTheSame() async throws {
    try await read("Ann")
    try await write("Anna")
    for _ in 0..<2 {
      let again = try await read("Ann")
      #expect(again.events == 0 && again.plan.summary.unchanged == 1 && again.plan.notices.isEmpty)
      #expect(try await name() == "Anna")
    }
    #expect(try await conflicts().isEmpty)
  }

  @Test func whatBothChangedIsAConflictOfWhichTheLocalValueShows() async throws {
    try await read("Ann")
    try await write("Anna")
    let changed = try await read("Annie")
    #expect(changed.plan.summary.changed == 1)
    #expect(changed.plan.notices.map(\.reason).first?.contains("name changed here and in the source") == true)
    #expect(try await name() == "Anna")
    #expect(try await conflicts() == [["Anna", "Annie"]])
    // The local value is still its author's.
    let sides = try await ledger.conflicts.list().first?.sides
    #expect(sides?.first?.by == "david")
    for _ in 0..<2 { #expect(try await read("Annie").events == 0) }
    #expect(try await conflicts() == [["Anna", "Annie"]])
  }

  /// The source's next word takes the place of its former one.
  @Test func aSourceIsOneSideHoweverOftenItChanges() async throws {
    try await read("Ann")
    try await write("Anna")
    for name in ["Annie", "Anne", "Ann"] {
      try await read(name)
      #expect(try await conflicts() == [["Anna", .string(name)]])
      #expect(try await read(name).events == 0)
    }
    try await read("Anna")
    #expect(try await name() == "Anna")
  }

  /// The source comes to say what was written here.
  @Test func aSourceThatAgreesEndsTheConflict() async throws {
    try await read("Ann")
    try await write("Anna")
    try await read("Annie")
    #expect(try await read("Anna").plan.summary.changed == 1)
    #expect(try await name() == "Anna")
    #expect(try await conflicts().isEmpty)
    #expect(try await read("Anna").events == 0)
    // From here on the source is followed.
    try await read("Zoe")
    #expect(try await name() == "Zoe")
    #expect(try await conflicts().isEmpty)
  }

  /// A file under another name repeats what the first one said, with something new of another field.
  @Test func aCorrectionStaysWhateverTheSourceIsCalled() async throws {
    try await read("Ann", from: "jan")
    try await write("Anna")
    try await read("Ann", born: "1980-01-01", from: "feb")
    for source in ["feb", "feb", "jan", "feb"] {
      #expect(try await read("Ann", born: "1980-01-01", from: source).events == 0)
      #expect(try await name() == "Anna")
    }
    #expect(try await conflicts().isEmpty)
    try await read("Annie", born: "1980-01-01", from: "feb")
    #expect(try await name() == "Anna")
    #expect(try await conflicts() == [["Anna", "Annie"]])
  }

  /// An open conflict stays open while a file under another name repeats the first one.
  @Test func aConflictStaysWhateverTheSourceIsCalled() async throws {
    try await read("Ann", from: "jan")
    try await write("Anna")
    try await read("Annie", from: "jan")
    for _ in 0..<3 {
      try await read("Annie", born: "1980-01-01", from: "feb")
      #expect(try await name() == "Anna")
      #expect(try await conflicts() == [["Anna", "Annie"]])
    }
  }

  /// It does not decide between two people who wrote apart from one another.
  @Test func aSourceEndsNoOtherConflict() async throws {
    try await read("Ann")
    let said = Mutex<Stamp?>(nil)
    try await ledger.history.log(LogFilter()) { entry in
      said.withLock { $0 = entry.event.stamp }
      return true
    }
    let stamp = try #require(said.withLock { $0 })
    for name in ["Anna", "Hanna"] {
      var mutation = Mutation(.upsert, kind: "house.member", id: "m", set: ["name": .string(name)])
      mutation.was = ["name": .string(stamp.description)]
      try await ledger.append([mutation])
    }
    #expect(try await conflicts() == [["Hanna", "Anna"]])
    #expect(try await read("Hanna").events == 0)
    #expect(try await conflicts() == [["Hanna", "Anna"]])
  }

  @Test(arguments: [true, false]) func whatWasDecidedStands(keepsLocal: Bool) async throws {
    try await read("Ann")
    try await write("Anna")
    try await read("Annie")
    let conflict = try #require(try await ledger.conflicts.list().first)
    try await ledger.conflicts.resolve(conflict.id, keep: keepsLocal ? .winner : .loser)
    #expect(try await read("Annie").events == 0)
    #expect(try await conflicts().isEmpty)
    #expect(try await name() == (keepsLocal ? "Anna" : "Annie"))
    // Whoever took the source's value follows it.
    try await read("Zoe")
    #expect(try await name() == (keepsLocal ? "Anna" : "Zoe"))
  }

  /// Only the field that was changed here; the rest follows the source.
  @Test func otherFieldsFollowTheSource() async throws {
    try await read("Ann", born: "1980-03-01")
    try await write("Anna")
    #expect(try await read("Ann", born: "1980-03-02").events == 2)
    #expect(try await name() == "Anna")
    #expect(try await ledger.get(kind: "house.member", id: "m")?["born"] == "1980-03-02")
    #expect(try await conflicts().isEmpty)
  }

  /// Whoever writes again what the source says has changed nothing.
  @Test func aCorrectionTakenBackFollowsTheSource() async throws {
    try await read("Ann")
    try await write("Anna")
    try await write("Ann")
    try await read("Annie")
    #expect(try await name() == "Annie")
    #expect(try await conflicts().isEmpty)
  }

  /// Each source is compared with what it said itself.
  @Test func twoSourcesInTurnWriteNothingOverACorrection() async throws {
    try await read("Ann", from: "a")
    try await read("Anne", from: "b")
    try await write("Anna")
    for source in ["a", "b", "a", "b"] {
      #expect(try await read(source == "a" ? "Ann" : "Anne", from: source).events == 0)
    }
    #expect(try await name() == "Anna")
  }

  /// A file under a new name is compared with what the former one said.
  @Test func aRenamedFileIsNoNews() async throws {
    try await read("Ann", from: "contacts.csv")
    try await write("Anna")
    #expect(try await read("Ann", from: "contacts (1).csv").events == 0)
    #expect(try await name() == "Anna")
  }

  /// What no source ever spoke of is written by the first that does, as a table that was edited outside.
  @Test func theFirstWordOfASourceIsWritten() async throws {
    try await write("Anna")
    try await read("Ann")
    #expect(try await name() == "Ann")
  }

  /// What the source said without its being written, since it was so already, is a word too.
  @Test func whatWasSoAlreadyIsTheSourcesWord() async throws {
    try await write("Ann")
    try await read("Ann", born: "1980-03-01")
    try await write("Anna")
    #expect(try await read("Ann", born: "1980-03-01").events == 0)
    #expect(try await name() == "Anna")
  }

  /// Events of imports before they said which source they repeat.
  @Test func formerImportsCountAsAnySource() async throws {
    var made = Mutation(.sync, kind: "house.member", id: "m", set: ["name": "Ann"])
    made.present = true
    try await ledger.append([made])
    try await write("Anna")
    #expect(try await read("Ann").events == 0)
    #expect(try await name() == "Anna")
    try await read("Annie")
    #expect(try await conflicts() == [["Anna", "Annie"]])
  }

  /// Everything that an import writes says where it comes from.
  @Test func eventsSayTheirSource() async throws {
    try await read("Ann")
    var filter = LogFilter()
    filter.kind = "house.member"
    let sources = Mutex<[JSONValue?]>([])
    try await ledger.history.log(filter) { entry in
      sources.withLock { $0.append(entry.event.mutation.other["from-source"]) }
      return true
    }
    #expect(sources.withLock { $0 } == ["table:a"])
  }

  /// An import that did not know of the correction, as on another machine.
  private func readApart(_ name: String, from source: String = "a") async throws {
    let said = Mutex<Stamp?>(nil)
    try await ledger.history.log(LogFilter()) { entry in
      if entry.event.mutation.op == .sync { said.withLock { $0 = $0 ?? entry.event.stamp } }
      return true
    }
    var mutation = Mutation(.sync, kind: "house.member", id: "m", set: ["name": .string(name)])
    mutation.was = ["name": .string(try #require(said.withLock { $0 }).description)]
    mutation.source = "table:" + source
    try await ledger.append([mutation])
  }

  /// The next import restores it, and the conflict ends, since the source says what it had said.
  @Test(arguments: ["a", "b"]) func aCorrectionSurvivesAnImportThatDidNotKnowIt(source: String) async throws {
    try await read("Ann")
    try await write("Anna")
    try await readApart("Ann", from: source)
    #expect(try await name() == "Ann")
    let receipt = try await read("Ann", from: source)
    #expect(receipt.plan.summary.changed == 1 && receipt.plan.notices.isEmpty)
    #expect(try await name() == "Anna")
    #expect(try await conflicts().isEmpty)
    let blame = try await ledger.history.blame(kind: "house.member", id: "m")
    #expect(
      blame?.lines.first { $0.register == .field("name") }?.writers.first?.event.mutation.by == "david")
    for _ in 0..<2 { #expect(try await read("Ann", from: source).events == 0) }
    #expect(try await name() == "Anna")
  }

  /// What the source says anew is a conflict, of which the correction shows.
  @Test func aCorrectionShowsBesideWhatAnotherMachineReadAnew() async throws {
    try await read("Ann")
    try await write("Anna")
    try await readApart("Annie")
    #expect(try await conflicts() == [["Annie", "Anna"]])
    let receipt = try await read("Annie")
    #expect(receipt.plan.notices.map(\.reason).first?.contains("name changed here and in the source") == true)
    #expect(try await conflicts() == [["Anna", "Annie"]])
    for _ in 0..<2 { #expect(try await read("Annie").events == 0) }
    // An older file says what was said before the correction.
    #expect(try await read("Ann").events > 0)
    #expect(try await name() == "Anna")
  }

  /// A correction on one machine is kept by an import on another.
  @Test func itHoldsOnEveryMachine() async throws {
    let files = try OwnFilesTests()
    let first = try files.open()
    func run(_ ledger: Ledger, _ name: String) async throws -> SyncReceipt {
      try await ledger.importAll(
        MemberList("a", [ImportedEntity("house.member", .id("m"), fields: ["name": .string(name)])]))
    }
    _ = try await run(first, "Ann")
    await first.close()
    let other = try OwnFilesTests(folder: files.folder, state: MemoryFileStore())
    let second = try other.open()
    try await second.append([Mutation(.upsert, kind: "house.member", id: "m", set: ["name": "Anna"])])
    await second.close()
    let third = try files.open()
    #expect(try await run(third, "Ann").events == 0)
    #expect(try await run(third, "Annie").events == 3)
    #expect(try await third.get(kind: "house.member", id: "m")?["name"] == "Anna")
    #expect(try await third.conflicts.list().count == 1)
    await third.close()
  }
}
