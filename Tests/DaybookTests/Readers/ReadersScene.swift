import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

@testable import Daybook

/// A ledger of two machines in several files, whose folder and cache one reader can be stopped at.
struct ReadersScene: Sendable {
  let gate: ReadingGate
  let ledger: Ledger
  private let folder: FaultFileStore
  private let cache: FaultFileStore
  private let clock = TestClock(1_790_000_000_000)
  private let state = MemoryFileStore()

  /// - Parameters:
  ///   - memberCount: how many members there are besides two.
  ///   - stops: where the gate stops; by default at the first file of a replica, or an index that is kept.
  init(
    publishing: PublishPolicy = .atOnce, memberCount: Int = 0,
    stopsAt stops: @escaping @Sendable (FaultOperation) -> Bool = {
      $0.path.hasSuffix(".index") || $0.name == .read && $0.path.hasPrefix("replicas/")
    }
  ) async throws {
    let store = MemoryFileStore()
    let descriptor = LedgerDescriptor(ledger: "0193aaaa-0000-4000-8000-000000000009", createdAt: clock.now)
    try store.createFolder(LedgerLayout.replicas)
    try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
    gate = ReadingGate(at: stops)
    let control = gate.control
    (folder, cache) = (FaultFileStore(store, control), FaultFileStore(MemoryFileStore(), control))
    let elsewhere = try Self.open(store, MemoryFileStore(), cache, clock, machine: 8, .atOnce)
    try await elsewhere.append(Self.note("bo", "bo lee"), options: AppendOptions(by: "elsewhere"))
    ledger = try Self.open(folder, state, cache, clock, machine: 7, publishing)
    for name in ["ann", "ann lee", "ann lee-roe", "ann lee"] {
      clock.advance(1000)
      try await write(name, id: "ann", by: "early")
    }
    try await ledger.append(
      [Mutation(.upsert, kind: Household.kind, id: "home", set: ["address": "1 Hill"])]
        + [Mutation(.link, kind: Member.kind, id: "ann", rel: "household", to: "home")],
      options: AppendOptions(by: "early"))
    if memberCount > 0 {
      try await ledger.append(
        (0..<memberCount).flatMap { Self.note("member-\($0)", "member \($0)") },
        options: AppendOptions(by: "many"))
    }
    // Both write what the other did not know of, and then settle it.
    try await elsewhere.append(
      [Mutation(.upsert, kind: Member.kind, id: "bo", set: ["email": "bo@example.org"])],
      options: AppendOptions(by: "elsewhere"))
    try await write("bo roe", id: "bo", by: "early")
    try await elsewhere.append(Self.note("bo", "bo loo"), options: AppendOptions(by: "elsewhere"))
    await elsewhere.close()
    try await ledger.refresh()
    for conflict in try await ledger.conflicts.list() {
      try await ledger.conflicts.resolve(conflict.id, keep: .winner)
    }
    clock.advance(1000)
  }

  static func note(_ id: String, _ name: String) -> [Mutation] {
    [Mutation(.upsert, kind: Member.kind, id: id, set: ["name": .string(name)])]
  }

  func write(_ name: String, id: String, by author: String = "late") async throws {
    try await ledger.append(Self.note(id, name), options: AppendOptions(by: author))
  }

  /// The segments of all replicas.
  func files() throws -> Set<String> {
    Set(try Inventory.scan(folder).replicas.flatMap(\.segments).map(\.path))
  }

  /// The indexes in the cache, also those that have not got their names yet.
  func keptIndexes() throws -> [String] {
    (try cache.list("search") ?? []).map(\.name).filter { !$0.hasSuffix(".lock") }
  }

  /// Another process of the machine.
  func open() throws -> Ledger { try Self.open(folder, state, cache, clock, machine: 7, .atOnce) }

  private static func open(
    _ folder: any FileStore, _ state: any FileStore, _ cache: any FileStore, _ clock: TestClock,
    machine number: UInt64, _ publishing: PublishPolicy
  ) throws -> Ledger {
    var options = LedgerOptions.prompt
    options.publishing = publishing
    options.now = { clock.now }
    options.wait = .zero
    var machine = Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (0, 0, 0, number))) },
      folder: { FolderMark(realPath: "/l", mark: FileMark(inode: number, birthTime: 7)) },
      hostName: { "host \(number)" })
    machine.cache = { cache }
    return try Ledger.open(folder, path: "/l", [.house], machine, options)
  }
}
