import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLocking

/// Machines of a ledger, told commit by commit. The first `roots` are named by the lock.
struct Story {
  private(set) var tree = CommitTree()
  private(set) var tips: [String: Int] = [:]
  private let devices: [String: DeviceFile]
  private let roots: [String]
  let recovery = Samples.recovery()
  var heads: [ReplicaID: [Head]] = [:]

  init(roots: [String] = ["ann"], others: [String]) throws {
    self.roots = roots
    var devices: [String: DeviceFile] = [:]
    for (number, name) in (roots + others).enumerated() {
      devices[name] = try Samples.device(UInt64(number + 10))
    }
    self.devices = devices
  }

  func device(_ name: String) throws -> DeviceFile { try #require(devices[name]) }
  func replica(_ name: String) throws -> ReplicaID { try device(name).replica }

  var pinned: PinnedLock {
    get throws {
      let lock = try DeviceLock(
        ledger: Samples.ledger, devices: roots.map { try device($0).keys }, heads: heads, recovery: recovery)
      return PinnedLock(ledger: Samples.ledger, lock: lock, leaf: Samples.hash(1))
    }
  }

  // MARK: Telling

  /// A commit behind the machine's last one, or behind another.
  @discardableResult
  mutating func write(
    _ name: String, _ events: [DeviceEvent] = [], after: Int? = nil, first: Bool = false,
    seeing seen: [Int] = [], key: [UInt8]? = nil
  ) throws -> Int {
    let parent = first ? nil : after ?? tips[name]
    let start = parent.map { tree.nodes[$0].end } ?? 0
    let number = UInt64(tree.nodes.count)
    tree.nodes.append(
      CommitTree.Node(
        replica: try replica(name), publicKey: try key ?? device(name).keys.key, parent: parent,
        end: start + UInt64(events.count) + 1, root: Samples.hash(1000 + number),
        seen: Seen(
          Dictionary(grouping: seen) { tree.nodes[$0].replica }.map { replica, nodes in
            (replica, nodes.map { Seen.Part(end: tree.nodes[$0].end, root: tree.nodes[$0].root) })
          }),
        events: events.enumerated().map { index, event in
          DeviceHistory.Event(
            leaf: start + UInt64(index), hash: Samples.hash(number << 8 | UInt64(index)), event: event)
        }))
    tips[name] = tree.nodes.count - 1
    return tree.nodes.count - 1
  }

  func approval(_ name: String) throws -> DeviceEvent {
    DeviceEvent(try replica(name), .approve(Approval(try device(name))))
  }

  /// Up to some of its commits; up to none, it counts not at all.
  func revocation(_ name: String, upTo commits: Int...) throws -> DeviceEvent {
    DeviceEvent(
      try replica(name), .revoke(Revocation(heads: try commits.map { try #require(tree.head(of: $0)) })))
  }

  func statement(
    _ number: UInt64, _ event: DeviceEvent, by key: RecoveryKey? = nil
  ) throws -> DeviceEvent {
    let action: RecoveryStatement.Action
    switch event.action {
    case .approve(let approval): action = .approve(approval)
    case .revoke(let revocation): action = .revoke(revocation)
    default: throw LockingError(.recoveryKey, .form("not a statement"))
    }
    return DeviceEvent(
      event.replica,
      .statement(
        try RecoveryStatement(
          ledger: Samples.ledger, number: number, event.replica, action, by: key ?? recovery)))
  }

  /// The next recovery key.
  func change(
    _ number: UInt64, to next: RecoveryKey, keeping statements: [DeviceEvent] = [], by former: RecoveryKey
  ) throws -> DeviceEvent {
    let kept = statements.compactMap { event in
      if case .statement(let statement) = event.action { statement } else { nil }
    }
    return DeviceEvent(
      try replica("ann"),
      .recovery(
        try RecoveryChange(
          ledger: Samples.ledger, lock: Samples.hash(1), number: number, next: next.keys, keeping: kept,
          former: former)))
  }

  // MARK: Asking

  /// What one machine makes of it that holds all, or all but some commits and what follows them.
  func outcome(without missing: Int...) throws -> Outcome {
    let held = tree.nodes.indices.filter { !tree.path(to: $0).contains(where: missing.contains) }
    return try outcome(held: Set(held))
  }

  func outcome(held: Set<Int>) throws -> Outcome {
    let outcomes = try (0..<4).map { try outcome(held: held, order: $0) }
    #expect(outcomes.allSatisfy { $0.counting == outcomes[0].counting })
    return outcomes[0]
  }

  private func outcome(held: Set<Int>, order: UInt64) throws -> Outcome {
    let held = HeldCommits(tree, held)
    let pinned = try pinned
    var order = SeededRandom(seed: order)
    let (history, branch) = held.history(&order)
    let membership = Membership(pinned, history)
    let reference = ReferenceMembership(pinned, held)
    #expect(membership.members == reference.members)
    let counting = held.held.filter { commit in
      branch[commit].map { membership.counts(branch: $0, end: tree.nodes[commit].end) } ?? false
    }
    #expect(counting == held.held.filter { reference.counts($0) })
    let names = Dictionary(uniqueKeysWithValues: devices.map { ($0.value.replica, $0.key) })
    return Outcome(
      membership: membership, history: history, counting: counting,
      members: membership.members.map { names[$0.keys.replica] ?? "?" },
      ended: membership.members.filter { $0.endedBy != nil }.map { names[$0.keys.replica] ?? "?" })
  }

  struct Outcome {
    let membership: Membership
    let history: DeviceHistory
    /// Commits that count.
    let counting: Set<Int>
    let members: [String]
    let ended: [String]
  }
}
