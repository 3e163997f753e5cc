import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// A ledger opened from whatever snapshot there is equals one that is read as a whole.
@Suite struct SnapshotPropertyTests {
  @Test(.seeded) func openingFromASnapshotEqualsReadingEverything() async throws {
    var resumed = 0
    for index in 0..<24 as Range<UInt64> { resumed += try await run(TestSeed.current &+ index) }
    // Where a copy is torn, there is none for a while.
    #expect(resumed > 100, "only \(resumed) openings went on from a snapshot")
  }

  /// A replica that forked, was damaged or has gaps is read again only when its files change.
  @Test(.seeded) func forksAndDamageDoNotPreventSnapshots() async throws {
    let seed = TestSeed.current &+ 100
    var random = SeededRandom(seed: seed)
    var (resumed, openings, forks) = (0, 0, 0)
    for _ in 0..<8 {
      let layout = try RandomForkLayout(&random).layout(&random)
      let (store, cache) = (try ForkLayout().store(), MemoryFileStore())
      let ledger = try Ledger.open(store, path: "memory:", [], .inMemory(), LedgerOptions.prompt)
      for (number, file) in layout.files.shuffled(using: &random).enumerated() {
        let isCut = Int.random(in: 0..<8, using: &random) == 0
        let count = isCut ? Int.random(in: 0..<file.bytes.count, using: &random) : file.bytes.count
        try store.createFolder(store.folder(of: file.path))
        try store.replaceFile(file.path, with: Array(file.bytes.prefix(count)))
        _ = try Self.check(store, cache, .always, seed)
        for write in 0..<2 {
          try await ledger.append([Mutation(.upsert, kind: "x.y", id: "\(number) \(write)", set: ["n": 1])])
          resumed += try Self.check(store, cache, .always, seed)
          openings += 1
        }
      }
      await ledger.close()
      let read = try LedgerState.read(store, LedgerDescriptor.settled(in: store, path: "memory:"))
      forks += read.report.branches.count { $0.id.ordinal > 0 }
    }
    #expect(
      forks > 4 && resumed == openings, "\(forks) forks, \(resumed) of \(openings) went on, seed \(seed)")
  }

  /// How many openings went on from a snapshot.
  private func run(_ seed: UInt64) async throws -> Int {
    var random = SeededRandom(seed: seed)
    let family = try FamilyOfLedgers(count: 3, seed: random.next())
    let caches = (0..<3).map { _ in MemoryFileStore() }
    var resumed = 0
    for _ in 0..<60 {
      let machine = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0..<4: try await family.write(machine, &random)
      case 4: _ = try await family.ledgers[machine].maintenance.seal()
      case 5: await family.ledgers[machine].close()
      case 6:
        guard let path = try family.files(of: machine).randomElement(using: &random) else { continue }
        // A file that somebody copies over itself is known by its bytes, not by its times.
        try family.copyFile(path, from: machine, to: machine)
      default:
        let other = (machine + Int.random(in: 1..<3, using: &random)) % 3
        try family.copy(from: machine, to: other, &random)
      }
      let store = family.stores[machine]
      // Never written by a reading as short as these: then what came since grows.
      let policy: SnapshotPolicy = Bool.random(using: &random) ? .always : .measured
      resumed += try Self.check(store, caches[machine], policy, seed)
    }
    return resumed
  }

  /// Whether the opening went on from a snapshot.
  private static func check(
    _ store: MemoryFileStore, _ cache: MemoryFileStore, _ policy: SnapshotPolicy, _ seed: UInt64
  ) throws -> Int {
    let descriptor = try LedgerDescriptor.settled(in: store, path: "memory:")
    let schemas = try SchemaRegistry([.daybook, .house])
    var machine = Machine.inMemory()
    machine.cache = { cache }
    var options = LedgerOptions.prompt
    options.snapshots = policy
    let opened = try LedgerState.open(store, descriptor, schemas: schemas, machine, options)
    let read = try LedgerState.read(store, descriptor, schemas: schemas)
    #expect(opened.records.digest() == read.records.digest(), "seed \(seed)")
    #expect(opened.records.eventCount == read.records.eventCount)
    #expect(opened.records.commitCount == read.records.commitCount)
    #expect(opened.records.conflicts().count == read.records.conflicts().count)
    #expect(opened.report.branches == read.report.branches)
    #expect(opened.report.findings.map(\.description) == read.report.findings.map(\.description))
    #expect(opened.report.events == read.report.events)
    #expect(opened.report.files == read.report.files)
    #expect(opened.heldText == read.heldText)
    return opened.isFromSnapshot ? 1 : 0
  }
}
