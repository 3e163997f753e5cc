import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Damage to this machine's own journal or identity, which no file of the ledger shows.
@Suite struct DamagedStateTests {
  let place: FaultyFolder

  init() throws { place = try FaultyFolder() }

  init(stateControl: FaultControl) throws { place = try FaultyFolder(stateControl: stateControl) }

  var files: OwnFilesTests { place.files }
  var control: FaultControl { place.control }

  func open(machine: UInt64 = 7, copy: MemoryFileStore? = nil) throws -> Ledger {
    try place.open(machine: machine, copy: copy)
  }

  func write(_ id: String) async throws -> AppendReceipt { try await place.write(id) }

  func writeWhereTheDiskIsFull(_ id: String) async throws {
    place.fillDisk()
    _ = try await write(id)
    control.heal()
  }

  /// Writes a, and b where the folder's disk is full. Returns the path of a file of the replica's state.
  func written(_ name: String, waiting: Bool, sealing: Bool = false) async throws -> String {
    let replica = try #require(try await write("a").replica)
    if sealing {
      let ledger = try open()
      _ = try await ledger.maintenance.seal()
      await ledger.close()
    }
    if waiting { try await writeWhereTheDiskIsFull("b") }
    let ledger = "0193aaaa-0000-4000-8000-000000000003"
    return "\(StateLayout.folder(ledger: ledger, replica: replica))/\(name)"
  }

  /// The notes that another machine sees.
  func published() async throws -> [String] {
    let other = try OwnFilesTests(folder: files.folder, state: MemoryFileStore())
    return try await other.notes(other.open())
  }

  func damage(machine: UInt64 = 7, copy: MemoryFileStore? = nil) async throws -> [Finding] {
    let verified = try await open(machine: machine, copy: copy).audit.verify().findings
      .filter { $0.kind == .corruption }
    let status = try await open(machine: machine, copy: copy).replicas.status().findings
      .filter { $0.kind == .corruption }
    #expect(verified == status && verified.allSatisfy(\.isFailure))
    return verified
  }

  /// A replica with a damaged journal is not none, for what does nothing where there is none.
  @Test func aDamagedJournalIsNotDenied() async throws {
    let journal = try await written("journal", waiting: true)
    try damage(journal, .emptied)
    func told(_ use: (Ledger) async throws -> Void) async throws {
      let ledger = try open()
      await #expect { try await use(ledger) } throws: { error in
        let error = error as? LedgerError
        return error?.code == .damaged && error?.what.contains("journal") == true && error?.advice != nil
      }
      await ledger.close()
    }
    try await told { _ = try await $0.maintenance.seal() }
    try await told { _ = try await $0.maintenance.compact() }
    try await told { _ = try await $0.replicas.replica(matching: "own") }
  }

  enum Damage: String, CaseIterable { case emptied, cut, flipped, removed }

  func damage(_ path: String, _ damage: Damage) throws {
    var bytes = try files.state.readAll(path)
    switch damage {
    case .emptied: bytes = []
    case .cut: bytes.removeLast(20)
    case .flipped: bytes[bytes.count - 10] ^= 1
    case .removed: return try files.state.remove(path)
    }
    try files.state.replaceFile(path, with: bytes)
  }

  @Test(arguments: Damage.allCases, [false, true])
  func aDamagedJournalIsAFindingUntilRepair(_ damage: Damage, _ waiting: Bool) async throws {
    let journal = try await written("journal", waiting: waiting)
    #expect(try await self.damage() == [])
    try self.damage(journal, damage)
    let found = try await self.damage()
    #expect(found.count == 1 && found.first?.what.contains("journal") == true, "\(found)")
    let plan = try await open().maintenance.repair(dryRun: true)
    #expect(plan.acts.count == 1)
    #expect(try await self.damage() == found)
    let repair = try await open().maintenance.repair()
    #expect(repair.acts.contains { $0.backup?.contains("aside/") == true }, "\(repair.acts)")
    #expect(try await open().audit.verify().findings == [])
    _ = try await write("c")
    #expect(try await published() == ["a", "c"])
    #expect(try await open().audit.verify().findings == [])
  }

  /// Without a repair, the write is refused or made by a new replica; either says that the journal is damaged.
  @Test(arguments: Damage.allCases, [false, true])
  func theNextWriteSaysThatTheJournalIsDamaged(_ damage: Damage, _ waiting: Bool) async throws {
    try self.damage(try await written("journal", waiting: waiting), damage)
    if damage == .emptied || waiting && damage != .removed {
      let error = await #expect(throws: LedgerError.self) { try await write("c") }
      #expect(error?.code == .damaged)
    } else {
      let notices = try await write("c").notices
      #expect(notices.contains { $0.text.contains(IdentityReason.damagedJournal.text) }, "\(notices)")
    }
    #expect(try await self.damage().count == 1, "and the finding stays")
  }

  /// What the journal of a replica without an identity holds is published by the next write, or by a repair.
  @Test(arguments: [Damage.emptied, .cut, .removed], [false, true])
  func aLostIdentityLosesNoWrite(_ damage: Damage, _ writes: Bool) async throws {
    let path = try await written("identity.json", waiting: true)
    try self.damage(path, damage)
    #expect(try await published() == ["a"])
    #expect(try await self.damage().map { $0.what.contains("identity") } == [true])
    if writes {
      let notices = try await write("c").notices
      #expect(notices.contains { $0.text.contains(IdentityReason.lostIdentity.text) }, "\(notices)")
      #expect(notices.contains { $0.code == "republished" }, "\(notices)")
      #expect(try await published() == ["a", "b", "c"])
      #expect(try await self.damage() == [])
    }
    let acts = try await open().maintenance.repair().acts.map(\.what)
    #expect(acts.count == (writes ? 0 : 1), "\(acts)")
    #expect(try await published() == (writes ? ["a", "b", "c"] : ["a", "b"]))
    #expect(try await open().audit.verify().findings == [])
    _ = try await write("d")
    #expect(try await published() == (writes ? ["a", "b", "c", "d"] : ["a", "b", "d"]))
    let forks = try await open().replicas.status().replicas.compactMap(\.forkedFrom)
    let former = path.split(separator: "/").dropLast().last.map(String.init)
    #expect(forks == [former])
  }

  /// The folder's disk is full when the identity is gone: writes are accepted, and what waits is published later.
  @Test func aLostIdentityRefusesNoWriteWhereTheFolderIsFull() async throws {
    try self.damage(try await written("identity.json", waiting: true), .removed)
    place.fillDisk()
    files.clock.advance(1000)
    let ledger = try open()
    let notices = try await ledger.append(files.note("c")).notices.filter { $0.code == "publication-waits" }
    #expect(
      notices.contains {
        $0.text.hasPrefix("commits that this machine wrote as ")
          && $0.text.contains("are safe on this machine")
      }, "\(notices)")
    #expect(notices.contains { $0.text.hasPrefix("the last writes are safe on this machine") }, "\(notices)")
    _ = try await ledger.refresh()
    #expect(try await published() == ["a"])
    control.heal()
    files.clock.advance(1000)
    _ = try await ledger.append(files.note("d"))
    await ledger.close()
    _ = try await write("e")
    #expect(try await published() == ["a", "b", "c", "d", "e"])
  }

  /// What a command is planned on holds what the journal of a replica without an identity holds.
  @Test func aLostIdentityIsPublishedBeforeAWriteIsPlanned() async throws {
    try self.damage(try await written("identity.json", waiting: true), .removed)
    let ledger = try open()
    try await ledger.publishLacking(makesReplica: false)
    #expect(try await files.notes(ledger) == ["a"])
    try await ledger.publishLacking()
    #expect(try await files.notes(ledger) == ["a", "b"])
    await ledger.close()
  }

  private func logged(_ ledger: Ledger) async throws -> [String] {
    var ids: [String] = []
    var filter = LogFilter()
    filter.kind = "planner.note"
    try await ledger.history.log(filter) { entry in
      ids.append(entry.event.mutation.id)
      return true
    }
    return ids
  }

  /// A program that reads goes on reading when somebody removes the lock's file, also what it could not publish.
  @Test(arguments: [false, true]) func aReaderWhoseLockIsRemovedReadsOn(_ waits: Bool) async throws {
    let lock = try await written("lock", waiting: false)
    files.clock.advance(1000)
    let ledger = try open()
    if waits { place.fillDisk() }
    _ = try await ledger.append(files.note("b"))
    try files.state.remove(lock)
    func check(_ place: String) async throws {
      #expect(try await logged(ledger) == ["a", "b"], "\(place)")
      #expect(try await ledger.history.steps(kind: "planner.note", id: "b").count == 1, "\(place)")
      #expect(try await ledger.audit.replay().digest == ledger.replicas.status().digest, "\(place)")
      #expect(try await files.notes(ledger) == ["a", "b"], "\(place)")
      let past = try await ledger.get(kind: "planner.note", id: "b", at: .asOf(files.clock.now))
      #expect(past != nil, "\(place)")
    }
    try await check("without the lock")
    let error = await #expect(throws: LedgerError.self) { try await ledger.append(files.note("c")) }
    #expect(error?.file == lock)
    try await check("after the refused write")
    await ledger.close()
    try await check("closed")
    control.heal()
    _ = try await write("d")
    #expect(try await published() == ["a", "b", "d"])
  }

  /// `verify` and `status` ask whether a writer is at work, and leave no trace of that.
  @Test func askingForTheLockMakesNoFile() async throws {
    let lock = try await written("lock", waiting: false)
    try files.state.remove(lock)
    _ = try await open().replicas.status()
    _ = try await open().audit.verify()
    #expect(try files.state.status(lock) == nil)
  }

  /// Somebody removes the lock's file while a program writes, and another program writes then.
  @Test func aWriterWhoseLockIsRemovedAcknowledgesNothing() async throws {
    let lock = try await written("lock", waiting: false)
    files.clock.advance(1000)
    let first = try open()
    _ = try await first.append(files.note("b"))
    try files.state.remove(lock)
    files.clock.advance(1000)
    let second = try open()
    _ = try await second.append(files.note("c"))
    let error = await #expect(throws: LedgerError.self) { try await first.append(files.note("d")) }
    #expect(error?.code == .inputOutput && error?.file == lock, "\(String(describing: error))")
    await second.close()
    await first.close()
    _ = try await write("e")
    #expect(try await published() == ["a", "b", "c", "e"])
    #expect(try await open().audit.verify().findings == [])
    // A writer that ends writes no more either.
    let third = try open()
    _ = try await third.append(files.note("f"))
    try files.state.remove(lock)
    _ = try await write("g")
    await third.close()
    #expect(try await published() == ["a", "b", "c", "e", "f", "g"])
    // Nor does one that seals.
    let fourth = try open()
    _ = try await fourth.append(files.note("h"))
    try files.state.remove(lock)
    _ = try await write("i")
    await #expect(throws: LedgerError.self) { try await fourth.maintenance.seal() }
    await fourth.close()
    #expect(try await published() == ["a", "b", "c", "e", "f", "g", "h", "i"])
  }
}
