import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// The state at a cut is that of a fresh ledger that was fed only the commits before it: by time, by stamp, and by
/// what a machine knew.
@Suite struct PointInTimeTests {
  static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["DAYBOOK_CUT_SEEDS"].flatMap { UInt64($0) } ?? 60)
  }

  @Test(.seeded, arguments: seeds) func aCutIsAFreshLedger(index: UInt64) async throws {
    var garden = RandomGarden(seed: TestSeed.current &+ index)
    let world = try await history(&garden)
    let store = try CutWorld.emptyFolder()
    for machine in world.machines.indices {
      try world.copy(from: machine, to: store, all: true, &garden.random)
    }
    // Of a fork it takes the whole to tell which history was meant.
    if !world.hasForked, garden.random.chance(40) { try loseSome(of: store, &garden) }
    let auditor = try CutWorld.reader(of: store)
    let here = try CutWorld.commits(in: store)
    for _ in 0..<8 {
      let (cut, wanted) = randomCut(world, here, &garden)
      let expected = try world.fresh(wanted.intersection(here))
      try await compare(auditor, cut, expected, "seed \(TestSeed.current &+ index), \(cut)")
    }
  }

  // MARK: Histories

  private func history(_ garden: inout RandomGarden) async throws -> CutWorld {
    let clocks = (0..<Int.random(in: 2...4, using: &garden.random)).map { _ in
      garden.pick([0, 0, 3_000, -90_000, 86_400_000] as [Int64])
    }
    let world = try CutWorld(clocks: clocks, &garden.random)
    for _ in 0..<Int.random(in: 20...70, using: &garden.random) {
      let index = Int.random(in: world.machines.indices, using: &garden.random)
      // Now and then in the same millisecond as the last one.
      world.machines[index].clock.advance(Int64.random(in: 0...3, using: &garden.random))
      switch Int.random(in: 0..<40, using: &garden.random) {
      case 0..<22:
        let count = Int.random(in: 1...3, using: &garden.random)
        try await world.write(index, (0..<count).map { _ in garden.mutation() })
      case 22..<26: try await world.refresh(index)
      case 26..<29: try await world.seal(index)
      case 29..<30: if garden.random.chance(25) { try await world.fork(index) }
      default:
        let other = Int.random(in: world.machines.indices, using: &garden.random)
        guard other != index else { continue }
        try world.copy(from: other, to: index, &garden.random)
        if Bool.random(using: &garden.random) { try await world.refresh(index) }
      }
    }
    for machine in world.machines { await machine.ledger.close() }
    return world
  }

  private func loseSome(of store: MemoryFileStore, _ garden: inout RandomGarden) throws {
    for file in try Inventory.scan(store).replicas.flatMap(\.segments) where garden.random.chance(25) {
      try store.remove(file.path)
    }
  }

  // MARK: Cuts

  /// A cut, and which commits are before it, told from what their authors published.
  private func randomCut(
    _ world: CutWorld, _ here: Set<Hash256>, _ garden: inout RandomGarden
  ) -> (Cut, Set<Hash256>) {
    let all = world.commits.values.sorted { ($0.first, $0.number) < ($1.first, $1.number) }
    guard let commit = all.randomElement(using: &garden.random) else { return (.now, []) }
    let stamp = garden.pick(commit.stamps)
    switch Int.random(in: 0..<3, using: &garden.random) {
    case 0:
      let instant = Instant(milliseconds: stamp.milliseconds + garden.pick([0, 0, -1, 1]))
      return (.asOf(instant), Set(all.filter { $0.last.instant <= instant }.map(\.id)))
    case 1:
      let other = Stamp(
        time: stamp.time &+ UInt64(bitPattern: garden.pick([-1, 0, 1])),
        replica: ReplicaID(rawValue: garden.random.next()))
      let until = garden.random.chance(70) ? stamp : other
      return (.until(until), Set(all.filter { $0.first <= until }.map(\.id)))
    default:
      let isLast = garden.random.chance(25)
      let own = all.filter { $0.replica == commit.replica && (isLast || $0.number <= commit.number) }
      // What is gone of its own commits may have told of others.
      guard own.allSatisfy({ here.contains($0.id) }) else { return (.now, Set(all.map(\.id))) }
      let meant = isLast ? own : own.filter { $0.number == commit.number }
      let known = meant.reduce(into: Set<Hash256>()) { $0.formUnion($1.known) }
      if world.isUndecided(known) { return (.now, Set(all.map(\.id))) }
      return (.seen(by: commit.replica, commit: isLast ? nil : commit.number), known)
    }
  }

  // MARK: Comparing

  private func compare(
    _ auditor: Ledger, _ cut: Cut, _ fresh: Ledger, _ about: String
  ) async throws {
    let past = try await auditor.audit.replay(at: cut)
    let expected = try await fresh.audit.replay()
    try #require(past.events == expected.events, "\(about)")
    try #require(past.commits == expected.commits, "\(about)")
    try #require(past.digest == expected.digest, "\(about)")
    for kind in ["plant", "bed", "tool", "shed"].map({ "garden.\($0)" }) + ["daybook.replica"] {
      var query = Query(kind)
      for includesDeleted in [false, true] {
        query.includesDeleted = includesDeleted
        let rows = try await auditor.query(query, at: cut).rows
        try #require(try await fresh.query(query).rows == rows, "\(about), \(kind)")
        guard let row = rows.dropFirst(rows.count / 2).first else { continue }
        let got = try await auditor.get(
          kind: kind, id: row.id, at: cut, includesDeleted: includesDeleted)
        #expect(got == row, "\(about)")
      }
    }
  }
}
