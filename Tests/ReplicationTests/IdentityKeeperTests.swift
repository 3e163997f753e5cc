import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

@Suite struct IdentityKeeperTests {
  let state = MemoryFileStore()
  let machine = MachineID(hash: Hash256.of([1].span))
  let now = Instant(milliseconds: 1_790_000_000_000)

  func folder(_ path: String = "/ledger", inode: UInt64 = 7) -> FolderMark {
    FolderMark(realPath: path, mark: FileMark(inode: inode, birthTime: 1))
  }

  func keeper(
    _ folder: FolderMark? = nil, state: (any FileStore)? = nil, machine: MachineID? = nil
  ) -> IdentityKeeper {
    IdentityKeeper(
      state: state ?? self.state, ledger: TestReplica.ledger, machine: machine ?? self.machine,
      folder: folder ?? self.folder(), now: now)
  }

  func open(_ keeper: IdentityKeeper, _ history: IdentityFacts.History = .init()) throws -> Identity {
    try keeper.open { _ in history }
  }

  @Test func isMadeOnceAndFoundAgain() throws {
    #expect(try keeper().find { _ in .init() } == nil)
    let first = try open(keeper())
    #expect(first.reason == .first && first.forkedFrom == nil)
    #expect(first.notice?.contains("the new replica \(first.replica):") == true)
    #expect(first.key.replica == first.replica)
    let again = try open(keeper())
    #expect(again.replica == first.replica && again.reason == nil && again.key.seed == first.key.seed)
    #expect(try keeper().find { _ in .init() }?.replica == first.replica)
  }

  @Test func movingTheLedgerIsWrittenDown() throws {
    let first = try open(keeper())
    let moved = folder("/elsewhere")
    #expect(try open(keeper(moved)).replica == first.replica)
    // Now the new path alone is enough.
    #expect(try open(keeper(folder("/elsewhere", inode: 99))).replica == first.replica)
  }

  @Test func aCopyOfTheLedgerGetsItsOwn() throws {
    let first = try open(keeper())
    let copy = try open(keeper(folder("/copy", inode: 8)))
    #expect(copy.replica != first.replica && copy.forkedFrom == first.replica && copy.reason == .otherFolder)
    #expect(copy.notice?.contains(first.replica.description) == true)
    #expect(try open(keeper()).replica == first.replica)
    #expect(try open(keeper(folder("/copy", inode: 8))).replica == copy.replica)
  }

  @Test func aCopyOfTheStateGetsItsOwn() throws {
    let first = try open(keeper())
    let copy = MemoryFileStore()
    for name in ["identity.json", "key"] {
      let path = "\(first.stateFolder)/\(name)"
      try copy.put(try state.readAll(path), at: path)
    }
    // The memory store numbers files from the beginning: make the copy's inodes others.
    for name in ["shift", "shift further"] { try copy.put([], at: name) }
    try copy.put(
      try state.readAll("\(first.stateFolder)/identity.json"), at: "\(first.stateFolder)/identity.json")
    let other = try open(keeper(state: copy))
    #expect(other.replica != first.replica && other.forkedFrom == first.replica)
    #expect(other.reason == .copiedState)
    #expect(try open(keeper(state: copy)).replica == other.replica)
    #expect(try open(keeper()).replica == first.replica)
  }

  @Test func anotherMachineOnTheSameStateGetsItsOwn() throws {
    let first = try open(keeper())
    let there = MachineID(hash: Hash256.of([2].span))
    let second = try open(keeper(machine: there))
    #expect(second.replica != first.replica && second.reason == .otherMachine)
    #expect(try open(keeper(machine: there)).replica == second.replica)
    #expect(try open(keeper()).replica == first.replica)
  }

  @Test func aNumberingThatWentOnElsewhereIsLeft() throws {
    let first = try open(keeper())
    var history = IdentityFacts.History()
    history.hasUnknownCommit = true
    let second = try keeper().open { stored in stored.replica == first.replica ? history : .init() }
    #expect(second.replica != first.replica && second.forkedFrom == first.replica)
    let third = try keeper().open { stored in stored.replica == first.replica ? history : .init() }
    #expect(third.replica == second.replica)
  }

  @Test func whatWasNotFinishedIsNobodys() throws {
    let first = try open(keeper())
    try state.remove("\(first.stateFolder)/identity.json")
    let second = try open(keeper())
    #expect(second.replica != first.replica && second.forkedFrom == nil)
    try state.put([1, 2, 3], at: "\(second.stateFolder)/identity.json")
    #expect(try open(keeper()).replica != second.replica)
  }

  @Test func aForeignKeyIsNotUsed() throws {
    let first = try open(keeper())
    try state.put([UInt8](repeating: 3, count: 32), at: "\(first.stateFolder)/key")
    let second = try open(keeper())
    #expect(second.reason == .lostKey && second.forkedFrom == first.replica)
  }

  @Test func twoAtOnceMakeOne() async throws {
    let replicas = try await withThrowingTaskGroup(of: ReplicaID.self) { group in
      for _ in 0..<8 { group.addTask { try open(keeper()).replica } }
      return try await group.reduce(into: Set<ReplicaID>()) { $0.insert($1) }
    }
    #expect(replicas.count == 1)
  }

  @Test func aHeldLockIsWaitedForAndThenRefused() throws {
    _ = try open(keeper())
    let lock = try #require(try state.lock("ledgers/\(TestReplica.ledger)/lock"))
    let error = #expect(throws: LedgerError.self) {
      try keeper().open(wait: .milliseconds(20)) { _ in .init() }
    }
    #expect(error?.code == .busy)
    withExtendedLifetime(lock) {}
  }

  // MARK: The machine

  @Test func theMachineIsKnownByItsFiles() throws {
    let system = MemoryFileStore()
    func id() throws -> MachineID {
      try MachineID.current(system: system, state: state, platform: { nil })
    }
    let random = try id()
    #expect(try id() == random)
    try system.put(Array("uninitialized\n".utf8), at: "etc/machine-id")
    #expect(try id() == random)
    try system.put(Array("0193b6f0aaaa7000800000000000000a\n".utf8), at: "var/lib/dbus/machine-id")
    let bus = try id()
    #expect(bus != random)
    try system.put(Array("0193b6f0bbbb7000800000000000000b\n".utf8), at: "etc/machine-id")
    let machine = try id()
    #expect(machine != bus && machine != random)
    let platform = { "0193B6F0-BBBB-7000-8000-00000000000B" as String? }
    #expect(try MachineID.current(system: MemoryFileStore(), state: state, platform: platform) == machine)
  }

  @Test func theStatesPlaces() throws {
    func paths(_ environment: [String: String], isDarwin: Bool = false) throws -> MachinePaths {
      try MachinePaths(environment: { environment[$0] }, isDarwin: isDarwin)
    }
    let home = try paths(["HOME": "/home/ann"])
    #expect(home.state == "/home/ann/.local/state/daybook" && home.cache == "/home/ann/.cache/daybook")
    let xdg = try paths(["HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "relative"])
    #expect(xdg.state == "/s/daybook" && xdg.cache == "/h/.cache/daybook")
    let mac = try paths(["HOME": "/Users/ann", "XDG_STATE_HOME": "/s"], isDarwin: true)
    #expect(mac.state == "/Users/ann/Library/Application Support/daybook")
    #expect(mac.cache == "/Users/ann/Library/Caches/daybook")
    let own = try paths(["DAYBOOK_STATE_DIR": "/d", "DAYBOOK_CACHE_DIR": "/c"])
    #expect(own.state == "/d" && own.cache == "/c")
    #expect(throws: LedgerError.self) { try paths([:]) }
  }
}
