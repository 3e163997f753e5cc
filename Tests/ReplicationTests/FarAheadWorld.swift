import DaybookLog
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

@testable import Daybook
@testable import DaybookModel

/// A ledger in memory that one machine writes, and a replica whose owner signs whatever it likes.
final class FarAheadWorld: Sendable {
  private static let kind = "test.thing"

  let store = MemoryFileStore()
  let ledger: Ledger
  private let machine: Machine
  private let clock = TestClock(1_790_000_000_000)
  private let others: Mutex<TestReplica>
  /// This machine's.
  let own: ReplicaID

  /// - Parameter number: the number of the dishonest replica; it decides whose file is read first.
  init(_ number: UInt8 = 6) {
    let key = SigningKey(seed: [UInt8](repeating: 200, count: 32)) ?? SigningKey()
    own = key.replica
    var mallory = TestReplica(number)
    mallory.time = 1_790_000_000_000 << 16
    others = Mutex(mallory)
    let state = MemoryFileStore()
    machine = Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (1, 0, 0, 0))) },
      folder: { FolderMark(realPath: "/l", mark: FileMark(inode: 1, birthTime: 1)) }, hostName: { "here" })
    let clock = clock
    var options = LedgerOptions.prompt
    options.now = {
      clock.advance(1)
      return clock.now
    }
    options.makeKey = { key }
    do {
      try store.createFolder(LedgerLayout.replicas)
      try store.put(Reading.descriptor.bytes, at: LedgerLayout.descriptor)
      ledger = try Ledger.open(store, path: "/l", [], machine, options)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  var mallory: TestReplica { others.withLock { $0 } }

  /// Mallory writes one event, changed, and its file comes here.
  func take(_ change: (inout Event) -> Void) async throws {
    var next = mallory
    clock.advance(1)
    next.time = UInt64(clock.now.milliseconds) << 16
    try next.write(changing: change)
    let written = next
    others.withLock { $0 = written }
    try store.putOpen(written, 0..<written.commits.count)
    _ = try await ledger.refresh()
  }

  func write(_ mutation: Mutation) async throws { try await ledger.append([mutation]) }

  /// Time passes, and something is written here that nobody else has to do with.
  func pass(milliseconds: Int64) async throws {
    clock.advance(milliseconds)
    try await write(Mutation(.upsert, kind: Self.kind, id: "elsewhere", set: ["n": .int(milliseconds)]))
  }

  /// Mallory writes an entity once for each of these minutes, which each claim to count so much later.
  func takeClaims(on id: String, minutesAhead: ClosedRange<UInt64>) async throws {
    for minutes in minutesAhead {
      try await take { event in
        event.mutation = Mutation(.upsert, kind: Self.kind, id: id, set: ["n": 0])
        event.at = later(milliseconds: minutes * 60_000, than: event.stamp)
      }
    }
  }

  func later(milliseconds: UInt64, than stamp: Stamp) -> Stamp {
    Stamp(time: stamp.time + milliseconds << 16, replica: stamp.replica)
  }

  /// Claims of every sort.
  func claim(_ event: inout Event, _ random: inout SeededRandom) {
    let own = event.stamp.replica
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func time() -> UInt64 {
      let steps = UInt64.random(in: 0...40, using: &random)
      return switch Int.random(in: 0..<5, using: &random) {
      case 0: Stamp.timeMax - steps
      case 1: Stamp.ownTimeMax + steps
      case 2: event.stamp.time + steps << 24
      case 3: event.stamp.time - steps << 16
      default: event.stamp.time + steps
      }
    }
    event.mutation.op =
      [.upsert, .upsert, .upsert, .delete, .sync, .link, .unlink, .restore, "other"].randomElement(
        using: &random) ?? .upsert
    if event.mutation.op == .link || event.mutation.op == .unlink {
      (event.mutation.rel, event.mutation.to) = ("rel", "t")
    }
    if chance(20) { event.stamp.time = min(time(), Stamp.ownTimeMax) }
    if chance(50) { event.at = Stamp(time: time(), replica: chance(80) ? own : self.own) }
    if chance(40) { event.over = chance(80) ? .upTo(Stamp(time: time(), replica: own)) : .cleared }
    if event.mutation.op == .sync {
      if chance(60) { event.mutation.server = ServerTime(seconds: Int64(time() >> 16) / 1000) }
      if chance(60) { event.mutation.acks = Stamp(time: time(), replica: self.own) }
      if chance(60) { event.mutation.present = chance(50) }
    }
  }

  // MARK: What is there

  func value(_ id: String, _ field: String) async throws -> JSONValue? {
    try await ledger.get(kind: Self.kind, id: id)?[field]
  }

  /// Whatever the entity's standing.
  func stored(_ id: String, _ field: String) async throws -> JSONValue? {
    try await ledger.withRecords { records in
      guard let entity = records.entity(Self.kind, id), let field = records.field(field) else { return nil }
      return records.value(entity, field).map { records.json($0) }
    }
  }

  func life(_ id: String) async throws -> Life? {
    try await ledger.withRecords { records in records.entity(Self.kind, id).map { records.life(of: $0) } }
  }

  func isLinked(_ id: String) async throws -> Bool {
    try await ledger.withRecords { records in
      guard let entity = records.entity(Self.kind, id), let rel = records.field("rel") else { return false }
      return records.isLinked(entity, rel, to: "t")
    }
  }

  /// Whether the greatest `at` that counts now is claimed by an event of the entity.
  func aClaimCountsJustNow(on id: String) async throws -> Bool {
    try await ledger.withRecords { records in
      guard let entity = records.entity(Self.kind, id) else { return false }
      return records.claim(entity, upTo: records.atLimit)?.time == records.atLimit
    }
  }

  func digest() async throws -> Hash256 { try await ledger.withRecords { $0.digest() } }

  /// What was brought up to date is what reading anew gives, replica by replica and in the order of stamps.
  func check() async throws {
    let check = try await ledger.audit.checkReplay()
    #expect(check.isSame, "\(String(describing: check.difference))")
    let fresh = try Ledger.open(store, path: "/l", [], machine, LedgerOptions.prompt)
    let anew = try await fresh.withRecords { $0.digest() }
    #expect(try await digest() == anew)
  }

  // MARK: Files

  func takeAway(_ replica: ReplicaID) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let folder = LedgerLayout.folder(of: replica)
    for entry in try store.list(folder) ?? [] {
      let path = "\(folder)/\(entry.name)"
      files[path] = try store.readAll(path)
      try store.remove(path)
    }
    return files
  }

  func put(_ files: [String: [UInt8]]) throws {
    for (path, bytes) in files { try store.put(bytes, at: path) }
  }
}
