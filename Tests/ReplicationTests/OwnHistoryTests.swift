import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// Identity, journal and reading together: a real writer, and what may happen to its files.
@Suite struct OwnHistoryTests {
  var store = MemoryFileStore()
  let now = Instant(milliseconds: 1_790_000_100_000)

  func keeper(_ state: any FileStore) -> IdentityKeeper {
    IdentityKeeper(
      state: state, ledger: TestReplica.ledger, machine: MachineID(hash: Hash256.of([1].span)),
      folder: FolderMark(realPath: "/ledger", mark: FileMark(inode: 7, birthTime: 1)), now: now)
  }

  func open(_ state: any FileStore) throws -> Identity {
    let report = try LedgerReader(store: store, descriptor: Reading.descriptor).survey(
      try Inventory.scan(store))
    return try keeper(state).open { stored in
      IdentityFacts.History(
        journal: try JournalSummary.read(
          state, folder: StateLayout.folder(ledger: TestReplica.ledger, replica: stored.replica)),
        report: report, replica: stored.replica)
    }
  }

  func write(
    _ identity: Identity, _ state: any FileStore, count: Int, text: String = "", sealing: Bool = false
  ) throws {
    let (writer, _) = try LogWriter.open(
      ledger: store, state: state, stateFolder: identity.stateFolder, descriptor: Reading.descriptor,
      key: identity.key)
    for _ in 0..<count {
      let time = (writer.lastStamp?.time ?? UInt64(now.milliseconds) << 16) + 1
      let mutation = Mutation(.upsert, kind: "test.thing", id: "a", set: ["text": .string(text)])
      let event = Event(stamp: Stamp(time: time, replica: identity.replica), seq: 0, mutation: mutation)
      _ = try writer.append([CommitDraft(events: [event])])
    }
    if sealing { _ = try writer.seal() }
    writer.close()
  }

  @Test(arguments: [false, true])
  func whatTheWriterWritesIsReadAndKnown(_ sealing: Bool) throws {
    let state = MemoryFileStore()
    let first = try open(state)
    try write(first, state, count: 3, sealing: sealing)
    let again = try open(state)
    #expect(again.replica == first.replica)
    try write(again, state, count: 2)
    let reading = try Reading(store)
    #expect(reading.seqs[BranchID(replica: first.replica, ordinal: 0)] == [1, 2, 3, 4, 5])
    #expect(reading.report.findings == [])
    #expect(try open(state).replica == first.replica)
  }

  @Test func anOlderFolderLaidOverOursIsNoReasonToLeave() throws {
    let state = MemoryFileStore()
    let first = try open(state)
    try write(first, state, count: 3, sealing: true)
    let image = store.image
    try write(first, state, count: 2)
    let old = MemoryFileStore(image)
    let report = try LedgerReader(store: old, descriptor: Reading.descriptor).survey(try Inventory.scan(old))
    let history = IdentityFacts.History(
      journal: try JournalSummary.read(state, folder: first.stateFolder), report: report,
      replica: first.replica)
    #expect(!history.hasUnknownCommit && history.size == 10)
  }

  /// A restored snapshot of the state: inodes and all. The ledger knows better.
  @Test(arguments: [false, true])
  func aRolledBackStateIsLeft(_ sealing: Bool) throws {
    let state = MemoryFileStore()
    let first = try open(state)
    try write(first, state, count: 2, sealing: sealing)
    let image = state.image
    try write(first, state, count: 2)
    let restored = MemoryFileStore(image)
    let second = try open(restored)
    #expect(second.replica != first.replica && second.forkedFrom == first.replica)
    #expect(second.reason == .unknownCommit)
  }

  @Test func aRolledBackStateWithARolledBackLedgerIsLeftWhenAPeerKnowsMore() throws {
    let state = MemoryFileStore()
    let first = try open(state)
    try write(first, state, count: 1)
    let (stateImage, ledgerImage) = (state.image, store.image)
    try write(first, state, count: 2)
    let head = try #require(try JournalSummary.read(state, folder: first.stateFolder)?.head.tree)
    var peer = TestReplica(5)
    try peer.write(seen: Seen([(first.replica, [Seen.Part(end: head.size, root: head.root)])]))

    var restored = OwnHistoryTests()
    restored.store = MemoryFileStore(ledgerImage)
    #expect(try restored.open(MemoryFileStore(stateImage)).replica == first.replica)
    try restored.store.putOpen(peer, 0..<1)
    let second = try restored.open(MemoryFileStore(stateImage))
    #expect(second.reason == .forgottenCommits && second.forkedFrom == first.replica)
  }

  @Test func aLostJournalIsLeft() throws {
    let state = MemoryFileStore()
    let first = try open(state)
    try write(first, state, count: 1)
    try state.remove("\(first.stateFolder)/journal")
    #expect(try open(state).reason == .damagedJournal)
  }

  @Test func anotherHistoryOfTheSameLengthIsUnknown() throws {
    let state = MemoryFileStore()
    let first = try open(state)
    let image = state.image
    try write(first, state, count: 2, text: "here")
    // The same key, elsewhere, wrote as much and put it in place of ours.
    let there = OwnHistoryTests()
    let clone = MemoryFileStore(image)
    try there.write(first, clone, count: 2, text: "there")
    let history = IdentityFacts.History(
      journal: try JournalSummary.read(state, folder: first.stateFolder),
      report: try LedgerReader(store: there.store, descriptor: Reading.descriptor)
        .survey(try Inventory.scan(there.store)), replica: first.replica)
    #expect(history.hasUnknownCommit)
  }

  @Test func repairTakesNothingThatTheJournalHas() throws {
    let state = MemoryFileStore()
    let own = try open(state)
    try write(own, state, count: 3)
    let path = try #require(try Inventory.scan(store).segments(of: own.replica).first?.path)
    var bytes = try store.readAll(path)
    bytes[bytes.count - 9] ^= 1
    try store.put(bytes, at: path)
    var repair = Repair(
      ledger: store, state: state, descriptor: Reading.descriptor, own: own.replica,
      journal: try JournalSummary.read(state, folder: own.stateFolder), isDryRun: false)
    let acts = try repair.run()
    #expect(acts.count == 1 && acts.first?.kind == .movedAside && acts.first?.file == path)
    // The writer publishes it anew.
    try write(own, state, count: 1)
    let reading = try Reading(store)
    #expect(reading.report.findings == [] && reading.report.events == 4)
  }
}
