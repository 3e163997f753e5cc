import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// State that is not damaged but cannot be read, is another machine's or a copy's, or is in use.
extension DamagedStateTests {
  private static let ledger = "0193aaaa-0000-4000-8000-000000000003"

  /// The files of the replicas' states.
  private func stateFiles() throws -> [String] {
    let folder = StateLayout.folder(ledger: Self.ledger)
    return try (files.state.list(folder) ?? []).filter { $0.kind == .folder }.flatMap { entry in
      try (files.state.list("\(folder)/\(entry.name)") ?? []).map { "\(entry.name)/\($0.name)" }
    }
  }

  /// A folder with the same files.
  private func copy() -> MemoryFileStore { MemoryFileStore(files.folder.image) }

  @Test(arguments: ["/journal", "/identity.json"])
  func whatCannotBeReadIsNotDamaged(_ file: String) async throws {
    _ = try await written("journal", waiting: true)
    let before = try stateFiles()
    place.stateControl.plan(FaultPlan(.fail(.denied), at: 1, isLasting: true, pathEnd: file))
    let findings = try await open().audit.verify().findings.filter(\.isFailure)
    #expect(findings.map(\.kind) == [.limit], "\(findings)")
    #expect(findings[0].what.contains("permission denied"))
    await #expect(throws: (any Error).self) { try await open().maintenance.repair() }
    place.stateControl.heal()
    #expect(try stateFiles() == before, "repair moved what it could not read")
    #expect(try await damage() == [])
    _ = try await write("c")
    #expect(try await published() == ["a", "b", "c"])
  }

  @Test(arguments: ["/witness.json", StateLayout.folder(ledger: Self.ledger)])
  func aMemoryThatCannotBeReadIsAFinding(_ path: String) async throws {
    _ = try await write("a")
    place.stateControl.plan(FaultPlan(.fail(.denied), at: 1, isLasting: true, pathEnd: path))
    let findings = try await open().audit.verify().findings
    #expect(findings.map(\.kind) == [.limit] && findings.allSatisfy(\.isFailure), "\(findings)")
    place.stateControl.heal()
    #expect(try await open().audit.verify().findings == [])
  }

  /// One state that cannot be read hides no damage of another.
  @Test func oneUnreadableStateHidesNoDamage() async throws {
    try damage(try await written("journal", waiting: true), .emptied)
    let folder = StateLayout.folder(ledger: Self.ledger, replica: ReplicaID(rawValue: 1))
    try files.state.createFolder(folder)
    try files.state.replaceFile("\(folder)/identity.json", with: [])
    place.stateControl.plan(
      FaultPlan(.fail(.denied), at: 1, isLasting: true, pathEnd: "\(ReplicaID(rawValue: 1))/identity.json"))
    let kinds = try await open().audit.verify().findings.filter(\.isFailure).map(\.kind)
    #expect(Set(kinds) == [.limit, .corruption])
  }

  /// A repair in a backup of the folder takes nothing away from the folder itself.
  @Test func aLostIdentityIsRepairedInEachCopy() async throws {
    try damage(try await written("identity.json", waiting: true), .removed)
    let backup = copy()
    #expect(try await damage(copy: backup).count == 1)
    _ = try await open(copy: backup).maintenance.repair()
    #expect(try await damage(copy: backup) == [])
    #expect(try await damage().count == 1)
    _ = try await open().maintenance.repair()
    #expect(try await damage() == [])
    for folder in [backup, files.folder] {
      #expect(
        try await files.notes(OwnFilesTests(folder: folder, state: MemoryFileStore()).open()) == ["a", "b"])
    }
  }

  /// Two machines share one home: of the other's journal this one may see half a write.
  @Test func anotherMachinesJournalIsNotJudged() async throws {
    try damage(try await written("journal", waiting: true), .emptied)
    #expect(try await damage().count == 1)
    #expect(try await damage(machine: 8) == [])
    let before = try stateFiles()
    #expect(try await open(machine: 8).maintenance.repair(dryRun: true).acts.isEmpty)
    #expect(try stateFiles() == before)
  }

  /// The state was restored from a backup that was made while the journal was written; the folder has all.
  @Test(arguments: [false, true]) func aCopiedStateIsDamagedIfTheFolderLacksSomething(_ waits: Bool)
    async throws
  {
    let journal = try await written("journal", waiting: waits)
    let identity = String(journal.dropLast("journal".count)) + "identity.json"
    let bytes = try files.state.readAll(identity)
    try files.state.remove(identity)
    try files.state.replaceFile(identity, with: bytes)
    try damage(journal, frames: [2])
    let found = try await damage()
    #expect(found.isEmpty == !waits, "\(found)")
    _ = try await open().maintenance.repair()
    #expect(try await published() == (waits ? ["a", "b"] : ["a"]))
    #expect(try await open().audit.verify().findings == [])
  }

  /// Its writer noted more than journal and folder have: what was acknowledged is gone.
  @Test(arguments: Damage.allCases) func aCopiedStateThatLostAnAcknowledgedWrite(_ kind: Damage) async throws
  {
    let journal = try await written("journal", waiting: true)
    let identity = String(journal.dropLast("journal".count)) + "identity.json"
    let bytes = try files.state.readAll(identity)
    try files.state.remove(identity)
    try files.state.replaceFile(identity, with: bytes)
    try damage(journal, kind)
    #expect(try await damage().count == 1)
    _ = try await write("c")
    #expect(try await damage().count == 1, "the new replica does not end it")
    _ = try await open().maintenance.repair()
    #expect(try await damage() == [])
    #expect(try await published() == ["a", "c"])
  }

  /// The writer goes on although somebody removed the identity's file.
  @Test func aReplicaInUseIsLeft() async throws {
    let identity = try await written("identity.json", waiting: false)
    files.clock.advance(1000)
    let writer = try open()
    place.fillDisk()
    _ = try await writer.append(files.note("b"))
    try files.state.remove(identity)
    control.heal()
    let acts = try await open().maintenance.repair().acts
    #expect(acts.map(\.what).map { $0.hasPrefix("left as it is: another process") } == [true], "\(acts)")
    await writer.close()
    #expect(try await published() == ["a", "b"])
    #expect(try await open().maintenance.repair().acts.isEmpty)
  }

  /// The journal is gone, and the folder has no file of the replica: nobody knows what it wrote.
  @Test(arguments: [false, true]) func aReplicaWithoutJournalIsNotContinued(_ wasPublished: Bool) async throws
  {
    let empty = files.folder.image
    if wasPublished {
      _ = try await write("a")
      try files.folder.tamper { (now) throws(FileError) in now = empty }
    } else {
      try await writeWhereTheDiskIsFull("a")
    }
    #expect(try await damage() == [])
    let states = try files.state.list(StateLayout.folder(ledger: Self.ledger)) ?? []
    let replica = try #require(states.compactMap { ReplicaID($0.name) }.first)
    try files.state.remove(StateLayout.folder(ledger: Self.ledger, replica: replica) + "/journal")
    #expect(try await damage().count == 1)
    let receipt = try await write("c")
    #expect(receipt.replica != replica)
    #expect(receipt.notices.contains { $0.text.contains(IdentityReason.damagedJournal.text) })
    #expect(try await damage().count == 1)
    _ = try await open().maintenance.repair()
    #expect(try await open().audit.verify().findings.filter { $0.kind != .missing } == [])
  }

  /// Its program was killed before it wrote anything: nothing is lost, and nothing is said to be.
  @Test func aReplicaThatWasNeverFinishedIsNotDamaged() async throws {
    let state = FaultControl(tracing: true)
    func founded(_ control: FaultControl) async throws -> [String] {
      let tests = try DamagedStateTests(stateControl: control)
      _ = try? await tests.write("a")
      control.heal()
      let findings = try await tests.damage()
      #expect(findings == [], "after operation \(control.count)")
      let notices = try await tests.write("b").notices.map(\.text)
      #expect(!notices.contains { $0.contains("damaged") }, "\(notices)")
      return try await tests.published()
    }
    #expect(try await founded(state) == ["a", "b"])
    for number in 1...min(60, state.count) {
      let plan = FaultPlan(.fail(.system(5)), at: number, isLasting: true)
      let published = try await founded(FaultControl(plan))
      #expect(published == ["b"] || published == ["a", "b"], "operation \(number)")
    }
  }

  /// What other machines wrote is in the folder, and what this one wrote first waits.
  @Test func theHistoryHoldsAFirstWriteThatWaits() async throws {
    let other = try OwnFilesTests(folder: files.folder, state: MemoryFileStore())
    other.clock.advance(-10_000)
    _ = try await other.open().append(other.note("a"))
    try await writeWhereTheDiskIsFull("b")
    let ledger = try open()
    #expect(try await ledger.history.steps(kind: "planner.note", id: "b").count == 1)
    #expect(try await ledger.history.steps(kind: "planner.note", id: "a").count == 1)
    #expect(try await files.notes(ledger) == ["a", "b"])
  }

  /// The folder was set back, and the last commit in the journal is damaged: its writer's note says that it held more.
  @Test func theLastCommitIsMissedInASetBackFolder() async throws {
    let journal = try await written("journal", waiting: false)
    let old = files.folder.image
    _ = try await write("b")
    try files.folder.tamper { (now) throws(FileError) in now = old }
    try damage(journal, .flipped)
    #expect(try await damage().count == 1)
    let error = await #expect(throws: LedgerError.self) { try await write("c") }
    #expect(error?.code == .damaged)
    _ = try await open().maintenance.repair()
    _ = try await write("d")
    #expect(try await published() == ["a", "d"])
  }

  /// The last of several commits that wait is damaged: its writer's note says that the journal held more.
  @Test(arguments: Damage.allCases) func theLastWaitingCommitIsMissed(_ kind: Damage) async throws {
    let journal = try await written("journal", waiting: true)
    try await writeWhereTheDiskIsFull("c")
    #expect(try await damage() == [])
    try damage(journal, kind)
    #expect(try await damage().count == 1)
    _ = try await open().maintenance.repair()
    #expect(try await published() == ([.cut, .flipped].contains(kind) ? ["a", "b"] : ["a"]))
    #expect(try await open().audit.verify().findings == [])
  }
}
