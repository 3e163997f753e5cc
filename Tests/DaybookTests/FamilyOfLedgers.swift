import DaybookLog
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

@testable import Daybook

/// One ledger on several machines, in memory, each open for long; files are copied between their folders as
/// tools do it.
final class FamilyOfLedgers: Sendable {
  let ledgers: [Ledger]
  let clocks: [TestClock]
  private let folders: Mutex<[MemoryFileStore]>
  private let states: [MemoryFileStore]
  /// What those who followed each ledger from its beginning were told.
  private let told: Mutex<[[Stamp]]>
  private let options: [LedgerOptions]

  var stores: [MemoryFileStore] { folders.withLock { $0 } }

  /// - Parameter seed: of keys, ids and salts.
  init(count: Int, seed: UInt64 = 1) throws {
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000001", createdAt: Instant(milliseconds: 1_790_000_000_000))
    var ledgers: [Ledger] = []
    var stores: [MemoryFileStore] = []
    var states: [MemoryFileStore] = []
    var all: [LedgerOptions] = []
    var clocks: [TestClock] = []
    for machine in 0..<count {
      let store = MemoryFileStore()
      try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
      var options = LedgerOptions.seeded(by: seed &+ UInt64(machine))
      options.rollSizeBytes = 1500
      options.sealing = .behind(groups: machine % 2)
      let clock = TestClock(1_790_000_000_000 + Int64(machine))
      clocks.append(clock)
      options.now = {
        clock.advance(1)
        return clock.now
      }
      let state = MemoryFileStore()
      ledgers.append(
        try Ledger.open(store, path: "memory:", [.house], Self.machine(state), options))
      stores.append(store)
      states.append(state)
      all.append(options)
    }
    (self.ledgers, self.states, self.clocks, options) = (ledgers, states, clocks, all)
    folders = Mutex(stores)
    told = Mutex(ledgers.map { _ in [] })
  }

  /// What a machine's journal holds, as an earlier version published it.
  func openFile(of machine: Int) throws -> (path: String, bytes: [UInt8]) {
    let folder = StateLayout.folder(ledger: "0193aaaa-0000-4000-8000-000000000001")
    let replica = try #require(
      try states[machine].list(folder)?.filter { $0.kind == .folder }.compactMap { ReplicaID($0.name) }.first)
    let name = SegmentName.open(first: 1, random: "0123456789abcdef")
    return (
      LedgerLayout.path(of: name, replica),
      try JournalSummary.openFile(states[machine], folder: joined(folder, "\(replica)"))
    )
  }

  /// Notes from now on what each ledger tells.
  func follow() async {
    for (machine, ledger) in ledgers.enumerated() {
      _ = await ledger.follow(
        Follower(matcher: LogMatcher(LogFilter())) { [self] entry in
          told.withLock { $0[machine].append(entry.event.stamp) }
        } finish: { _ in
        })
    }
  }

  private static func machine(_ state: MemoryFileStore) -> Machine {
    var machine = Machine.inMemory()
    machine.state = { state }
    machine.existingState = { state }
    return machine
  }

  /// Another process of the same machine and folder: a second writer with the first one's key.
  func twin(of machine: Int) throws -> Ledger {
    let store = MemoryFileStore(stores[machine].image)
    folders.withLock { $0.append(store) }
    return try Ledger.open(
      store, path: "memory:", [.house], Self.machine(MemoryFileStore(states[machine].image)), options[machine]
    )
  }

  func write(_ machine: Int, _ random: inout SeededRandom) async throws {
    let count = Int.random(in: 1...3, using: &random)
    let mutations = (0..<count).map { _ in
      Mutation(
        .upsert, kind: "house.member", id: "m\(Int.random(in: 0..<8, using: &random))",
        set: ["name": .string("n\(random.next() % 1000)")])
    }
    try await ledgers[machine].append(mutations)
  }

  func files(of folder: Int) throws -> [String] {
    try Inventory.scan(stores[folder]).replicas.flatMap { $0.segments.map(\.path) }
  }

  /// Some files, whole or cut off, over what is there.
  func copy(from: Int, to: Int, _ random: inout SeededRandom) throws {
    for path in try files(of: from) where Bool.random(using: &random) {
      let bytes = try stores[from].readAll(path, sizeBytesMax: 1 << 24)
      let isWhole = Bool.random(using: &random)
      let count = isWhole ? bytes.count : Int.random(in: 0...bytes.count, using: &random)
      let present = try stores[to].status(path)?.sizeBytes ?? 0
      guard count > present else { continue }
      try put(Array(bytes.prefix(count)), path, to)
    }
  }

  /// As `cp` does it: other bytes in the file that is there.
  func overwrite(_ path: String, in folder: Int, with bytes: [UInt8]) throws {
    try stores[folder].tamper { (image) throws(FileError) in
      try image.plant(bytes, at: path, inPlace: true)
    }
  }

  func copyAll(from: Int, to: Int) throws {
    for path in try files(of: from) {
      let bytes = try stores[from].readAll(path, sizeBytesMax: 1 << 24)
      if try stores[to].status(path)?.sizeBytes ?? -1 < bytes.count { try put(bytes, path, to) }
    }
  }

  func copyFile(_ path: String, from: Int, to: Int) throws {
    try put(try stores[from].readAll(path, sizeBytesMax: 1 << 24), path, to)
  }

  func put(_ bytes: [UInt8], _ path: String, _ folder: Int) throws {
    let store = stores[folder]
    if try store.status(store.folder(of: path)) == nil { try store.createFolder(store.folder(of: path)) }
    try store.replaceFile(path, with: bytes)
  }

  /// What a long-lived ledger shows is what its folder and its journal come to.
  func check(_ machine: Int) async throws {
    let fresh = try await ledgers[machine].audit.replay()
    let (events, digest) = await ledgers[machine].state
    #expect(events == fresh.events)
    #expect(digest == fresh.digest)
  }

  /// Whoever followed a ledger from its beginning was told of each event once.
  func checkTold() async throws {
    for (machine, ledger) in ledgers.enumerated() {
      var stamps: [Stamp] = []
      try await ledger.history.log { entry in
        stamps.append(entry.event.stamp)
        return true
      }
      #expect(told.withLock { $0[machine].sorted() } == stamps)
    }
  }
}

extension Ledger {
  /// The events that the records hold, and what they come to.
  var state: (events: UInt64, digest: Hash256) {
    (UInt64(loaded.records.eventCount), loaded.records.digest())
  }
}
