import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Synchronization

@testable import Daybook

/// Machines in memory, each with its own copy of one ledger and a clock of its own; and, kept apart from all that
/// the ledgers know, which event's author had which others before it.
final class ReplicaGroup {
  struct Machine {
    let store: MemoryFileStore
    let ledger: Ledger
    /// The events that it holds.
    var held: Set<Stamp> = []
  }

  struct Written {
    var event: Event
    var seen: Set<Stamp>
  }

  private(set) var machines: [Machine] = []
  private(set) var written: [Stamp: Written] = [:]

  /// - Parameter offsets: of each machine's clock, in days.
  init(clocks offsets: [Int64], seed: UInt64 = 1, systems: [System] = [.garden]) throws {
    var random = SeededRandom(seed: seed)
    for (index, offset) in offsets.enumerated() {
      let store = MemoryFileStore()
      let descriptor = LedgerDescriptor(
        ledger: "0193e7a0-0000-7000-8000-000000000001", createdAt: Instant(milliseconds: 0))
      try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
      try store.createFolder(LedgerLayout.replicas)
      var options = LedgerOptions.prompt
      let clock = TickingClock(start: 1_795_241_580_000 + offset * 86_400_000)
      options.now = { clock.next() }
      let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      options.makeKey = { SigningKey(seed: key) ?? SigningKey() }
      let salts = Mutex(SeededRandom(seed: random.next()))
      options.random = { salts.withLock { $0.next() } }
      options.replicaName = ["desk", "laptop", "phone", "attic"][index]
      let ledger = try Ledger.open(store, path: "memory:", systems, .inMemory(), options)
      machines.append(Machine(store: store, ledger: ledger))
    }
  }

  func ledger(_ index: Int) -> Ledger { machines[index].ledger }

  @discardableResult
  func write(_ index: Int, by author: String? = nil, _ mutations: Mutation...) async throws -> AppendReceipt {
    note(try await ledger(index).append(mutations, options: AppendOptions(by: author)), by: index)
  }

  @discardableResult
  func note(_ receipt: AppendReceipt, by index: Int) -> AppendReceipt {
    for event in receipt.events {
      written[event.stamp] = Written(event: event, seen: machines[index].held)
      machines[index].held.insert(event.stamp)
    }
    return receipt
  }

  /// `index` gets whatever `other` has.
  func pull(_ index: Int, from other: Int) async throws {
    let (target, source) = (machines[index].store, machines[other].store)
    for replica in try source.list(LedgerLayout.replicas) ?? [] {
      let path = LedgerLayout.replicas + "/" + replica.name
      try target.createFolder(path)
      for file in try source.list(path) ?? [] {
        let name = path + "/" + file.name
        let bytes = try source.readAll(name)
        let size = try target.status(name)?.sizeBytes ?? -1
        if size < bytes.count { try target.replaceFile(name, with: bytes) }
      }
    }
    try await machines[index].ledger.refresh()
    machines[index].held.formUnion(machines[other].held)
  }

  /// Everybody has everything.
  func exchangeAll() async throws {
    for _ in 0..<2 {
      for index in machines.indices {
        for other in machines.indices where other != index { try await pull(index, from: other) }
      }
    }
  }

  func conflicts(_ index: Int) async throws -> [EntityConflict] { try await ledger(index).conflicts.list() }

  func onlyConflict(_ index: Int = 0) async throws -> EntityConflict {
    let all = try await conflicts(index)
    guard let first = all.first, all.count == 1 else { throw NotOne(conflicts: all) }
    return first
  }

  struct NotOne: Error { var conflicts: [EntityConflict] }
}

/// Ten seconds later each time it is asked.
final class TickingClock: Sendable {
  private let milliseconds: Mutex<Int64>

  init(start: Int64) { milliseconds = Mutex(start) }

  func next() -> Instant {
    Instant(
      milliseconds: milliseconds.withLock { value in
        value += 10_000
        return value
      })
  }
}
