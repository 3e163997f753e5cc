import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLocking

/// The seeds of random histories: one where a single seed was asked for, otherwise many that follow from this test's.
enum MembershipSeeds {
  /// `DAYBOOK_MEMBERSHIP_SEEDS`, or what suits the build.
  static var count: Int {
    if let text = ProcessInfo.processInfo.environment["DAYBOOK_MEMBERSHIP_SEEDS"], let count = Int(text) {
      return count
    }
    #if DEBUG
      return 500
    #else
      return 2_000
    #endif
  }

  static func seeds(_ count: Int) -> [UInt64] {
    if TestSize.isSingle { return [TestSeed.current] }
    var random = SeededRandom(seed: TestSeed.current)
    return (0..<count).map { _ in random.next() }
  }
}

@Suite struct MembershipPropertyTests {
  @Test("Membership is what the pseudocode says, in whatever order files come", .seeded)
  func asThePseudocodeSays() throws {
    var counts: [String: Int] = [:]
    for seed in MembershipSeeds.seeds(MembershipSeeds.count) {
      let random = try RandomHistory(seed: seed)
      let reference = ReferenceMembership(random.pinned, random.held)
      var order = SeededRandom(seed: ~seed)
      for _ in 0..<2 {
        let (history, branch) = random.held.history(&order)
        let membership = Membership(random.pinned, history)
        let wrong = random.held.held.filter { commit in
          branch[commit].map {
            membership.counts(branch: $0, end: random.held.tree.nodes[commit].end)
          } != reference.counts(commit)
        }
        guard membership.members == reference.members, membership.recovery.present == reference.recovery,
          wrong.isEmpty
        else {
          Issue.record(
            "DAYBOOK_SEED=\(seed) differs: \(wrong.sorted()), \(membership.members.map(\.keys.replica)), \(reference.members.map(\.keys.replica))"
          )
          return
        }
        try check(membership, random, branch, seed)
        counts["ended", default: 0] += membership.members.filter { $0.endedBy != nil }.count
        counts["members", default: 0] += membership.members.count
      }
      counts["commits", default: 0] += random.held.held.count
      counts["branches", default: 0] += random.held.paths.count
      counts["that do not count", default: 0] += random.held.held.filter { !reference.counts($0) }.count
    }
    for (what, number) in counts { TestSeed.count(what.replacing(" ", with: "-"), number) }
    // A generator that makes nothing tests nothing.
    if !TestSize.isSingle {
      #expect(counts["ended", default: 0] > MembershipSeeds.count / 2, "\(counts)")
      #expect(counts["that do not count", default: 0] > MembershipSeeds.count, "\(counts)")
    }
  }

  private func check(
    _ membership: Membership, _ random: RandomHistory, _ branch: [Int: Int], _ seed: UInt64
  ) throws {
    let places = Dictionary(
      uniqueKeysWithValues: membership.members.enumerated().map { ($0.element.keys.replica, $0.offset) })
    for (place, member) in membership.members.enumerated() {
      if case .device(let author) = member.endedBy {
        #expect(
          try #require(places[author]) < place, "DAYBOOK_SEED=\(seed): only who comes earlier ends a device")
      }
      if case .device(let author) = member.approvedBy {
        #expect(try #require(places[author]) < place, "DAYBOOK_SEED=\(seed): who approves comes earlier")
      }
    }
    let first = try #require(membership.members.first)
    #expect(first.keys == random.pinned.lock.devices[0] && [nil, .recovery].contains(first.endedBy))
    let ended = Set(membership.members.filter { $0.endedBy != nil }.map(\.keys.replica))
    let named = named(in: random)
    for commit in random.held.held where ended.contains(random.held.tree.nodes[commit].replica) {
      let end = random.held.tree.nodes[commit].end
      guard branch[commit].map({ membership.counts(branch: $0, end: end) }) ?? false else { continue }
      let isVouchedFor = random.held.paths.contains { path in
        path.drop { $0 != commit }.contains { named.contains(random.held.tree.nodes[$0].tree) }
      }
      #expect(isVouchedFor, "DAYBOOK_SEED=\(seed): a commit behind every end counts")
    }
    for commit in random.held.held where random.strangers.contains(random.held.tree.nodes[commit].replica) {
      let counts = branch[commit].map {
        membership.counts(branch: $0, end: random.held.tree.nodes[commit].end)
      }
      #expect(counts == false, "DAYBOOK_SEED=\(seed): a stranger's commit counts")
    }
  }

  /// The trees that anybody has named in what is held.
  private func named(in random: RandomHistory) -> Set<Waypoint> {
    var heads = random.pinned.lock.heads.values.flatMap { $0 }
    var named: Set<Waypoint> = []
    for node in random.held.held.map({ random.held.tree.nodes[$0] }) {
      for part in node.seen.entries.flatMap(\.parts) {
        if let root = part.root { named.insert(Waypoint(size: part.end, root: root)) }
      }
      for event in node.events {
        switch event.event.action {
        case .revoke(let revocation): heads += revocation.heads
        case .statement(let statement): heads += statement.heads
        case .recovery(let change): heads += change.statements.flatMap(\.heads)
        default: break
        }
      }
    }
    return named.union(heads.flatMap(\.trees))
  }

  /// A test that finds no mistake is not one.
  @Test(
    "Each planted mistake is found", .seeded,
    .enabled(if: !TestSize.isSingle, "a single seed does not find every mistake"),
    arguments: ReferenceMembership.Flaw.allCases)
  func mistakes(_ flaw: ReferenceMembership.Flaw) throws {
    // The rarest shows in one of a thousand.
    for seed in MembershipSeeds.seeds(20_000) {
      let random = try RandomHistory(seed: seed)
      let (right, wrong) = (
        ReferenceMembership(random.pinned, random.held),
        ReferenceMembership(random.pinned, random.held, flaw: flaw)
      )
      if right.members != wrong.members { return }
      if random.held.held.contains(where: { right.counts($0) != wrong.counts($0) }) { return }
    }
    Issue.record("no history tells \(flaw) from what is right")
  }
}

extension RecoveryStatement {
  fileprivate var heads: [Head] { if case .revoke(let revocation) = action { revocation.heads } else { [] } }
}
