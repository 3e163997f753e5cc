import DaybookModel

@testable import DaybookLocking

/// The pseudocode of Locking.md, "Membership", word for word, on sets of commits, without regard to cost.
struct ReferenceMembership {
  /// Mistakes that tests must find.
  enum Flaw: CaseIterable {
    /// A head covers by its size.
    case noRoots
    /// Who comes later may end who comes earlier.
    case equalsEndEachOther
    /// A `seen` that was written with knowledge of the revocation moves the end.
    case awareSightsCount
    /// Only the last revocation is knowledge.
    case formerRevocationsForgotten
    /// A `seen` moves the ends that roots set.
    case rootsAreMoved
    /// What counts by the lock's heads alone decides.
    case lockedSpeak
    /// Any key writes as a replica.
    case noKeys
    /// The first revocation decides.
    case firstRevocation
    /// Of several branches of an author, what one of the last revocations covers counts.
    case anyBranch
    /// An approval needs no signature of the device.
    case unsignedApprovals
    /// Statements count as they come, whoever signed them.
    case unsignedStatements
    /// Statements of former recovery keys do not count.
    case presentKeyOnly
    /// All statements of former recovery keys count.
    case formerKeysSpeak
    /// Of several changes of the recovery key, the first by its signature counts.
    case firstChange
    /// Of those that carry a change, nobody needs to be a member.
    case anyCarrier
    /// The key that is replaced says who may replace it.
    case ownWord
    /// What a device says behind its end counts.
    case endedSpeak
    /// A fork from before the end counts.
    case forksCount
    /// A `seen` behind a gap names nothing.
    case noRuns
  }

  struct Said {
    var commit: Int
    var index: Int
    var event: DeviceHistory.Event
  }

  let pinned: PinnedLock
  let held: HeldCommits
  let flaw: Flaw?
  private(set) var members: [Membership.Member] = []
  /// Of each device with an end, its commits up to there.
  private var ends: [ReplicaID: Set<Int>] = [:]
  private(set) var recovery: PublicKeys
  private var statements: [RecoveryStatement] = []

  private var nodes: [CommitTree.Node] { held.tree.nodes }

  /// - Parameter settled: the statements of recovery keys, where they are known.
  init(_ pinned: PinnedLock, _ held: HeldCommits, flaw: Flaw? = nil, by settled: [RecoveryStatement]? = nil) {
    (self.pinned, self.held, self.flaw) = (pinned, held, flaw)
    recovery = pinned.lock.recovery
    if let settled { statements = Self.ordered(settled) } else { readRecovery() }
    for device in pinned.lock.devices { append(device, .lock) }
    for statement in statements {
      if case .approve(let approval) = statement.action { append(approval, .recovery) }
    }
    var turn = 0
    while turn < members.count {
      decideEnd(of: turn)
      let device = members[turn].keys.replica
      let approvals = said(by: turn) { if case .approve = $0.action { true } else { false } }
      for said in approvals.sorted(by: { ($0.event.leaf, $0.event.hash) < ($1.event.leaf, $1.event.hash) }) {
        if case .approve(let approval) = said.event.event.action { append(approval, .device(device)) }
      }
      turn += 1
    }
  }

  private mutating func append(_ approval: Approval, _ author: Membership.Author) {
    if approval.isSigned(ledger: pinned.ledger) || flaw == .unsignedApprovals {
      append(approval.keys, author)
    }
  }

  private mutating func append(_ keys: PublicKeys, _ author: Membership.Author) {
    if members.contains(where: { $0.keys.replica == keys.replica }) { return }
    members.append(Membership.Member(keys: keys, approvedBy: author))
  }

  private var events: [DeviceEvent] {
    held.held.sorted().flatMap { nodes[$0].events.map(\.event) }
  }

  private mutating func readRecovery() {
    var count: UInt64 = 0
    let stated = events.compactMap { event -> RecoveryStatement? in
      if case .statement(let statement) = event.action { statement } else { nil }
    }
    func said(by key: PublicKeys) -> [RecoveryStatement] {
      stated.filter { flaw == .unsignedStatements || $0.isSigned(ledger: pinned.ledger, by: key) }
    }
    while let next = change(number: count + 1, said(by: recovery)) {
      if flaw == .formerKeysSpeak { statements += said(by: recovery) }
      if flaw != .presentKeyOnly {
        statements += next.statements.filter {
          flaw == .unsignedStatements || $0.isSigned(ledger: pinned.ledger, by: recovery)
        }
      }
      recovery = next.keys
      count += 1
    }
    statements = Self.ordered(statements + said(by: recovery))
  }

  private static func ordered(_ statements: [RecoveryStatement]) -> [RecoveryStatement] {
    statements.sorted {
      $0.number != $1.number
        ? $0.number < $1.number : $0.signature.lexicographicallyPrecedes($1.signature)
    }
  }

  /// The change of the present key that counts.
  private func change(number: UInt64, _ present: [RecoveryStatement]) -> RecoveryChange? {
    let valid = held.held.sorted().flatMap { commit in
      nodes[commit].events.compactMap { event -> (change: RecoveryChange, commit: Int)? in
        guard case .recovery(let change) = event.event.action, change.number == number,
          change.isSigned(ledger: pinned.ledger, lock: pinned.leaf, by: recovery)
        else { return nil }
        return (change, commit)
      }
    }
    let known = flaw == .ownWord ? statements + present : statements
    let before = ReferenceMembership(pinned, held, flaw: flaw, by: known)
    func place(_ commit: Int) -> Int {
      guard flaw != .firstChange, before.countsAsMember(commit) || flaw == .anyCarrier else { return .max }
      return before.members.firstIndex { $0.keys.replica == nodes[commit].replica } ?? .max
    }
    return valid.map { (change: $0.change, place: place($0.commit)) }.min {
      $0.place != $1.place
        ? $0.place < $1.place : $0.change.signature.lexicographicallyPrecedes($1.change.signature)
    }?.change
  }

  // MARK: Covering

  private func paths(with commit: Int) -> [[Int]] { held.paths.filter { $0.contains(commit) } }

  /// Whether a branch has a tree, so far as is known.
  private func has(_ path: [Int], _ tree: Waypoint) -> Bool {
    path.contains {
      held.known.contains($0) && nodes[$0].end == tree.size
        && (nodes[$0].root == tree.root || flaw == .noRoots)
    }
  }

  private func covers(_ tree: Waypoint, _ commit: Int) -> Bool {
    if flaw == .forksCount {
      let all = held.paths.filter { nodes[$0[0]].replica == nodes[commit].replica }
      return nodes[commit].end <= tree.size && all.contains { has($0, tree) }
    }
    return nodes[commit].end <= tree.size && paths(with: commit).contains { has($0, tree) }
  }

  private func covers(_ heads: [Head], _ commit: Int) -> Bool {
    heads.contains { $0.trees.contains { covers($0, commit) } }
  }

  private func isLocked(_ commit: Int) -> Bool {
    covers(pinned.lock.heads[nodes[commit].replica] ?? [], commit)
  }

  private func countsAsMember(_ commit: Int, ignoringEnd: Bool = false) -> Bool {
    let node = nodes[commit]
    guard let member = members.first(where: { $0.keys.replica == node.replica }),
      member.keys.key == node.publicKey || flaw == .noKeys
    else { return false }
    return ends[node.replica]?.contains(commit) ?? true || ignoringEnd
  }

  func counts(_ commit: Int) -> Bool { isLocked(commit) || countsAsMember(commit) }

  // MARK: Saying

  /// The events of a member in commits that count.
  private func said(by turn: Int, _ isWanted: (DeviceEvent) -> Bool) -> [Said] {
    held.held.sorted().filter { commit in
      nodes[commit].replica == members[turn].keys.replica
        && (countsAsMember(commit, ignoringEnd: flaw == .endedSpeak)
          || flaw == .lockedSpeak && isLocked(commit))
    }.flatMap { commit in
      nodes[commit].events.enumerated().filter { isWanted($0.element.event) }.map {
        Said(commit: commit, index: $0.offset, event: $0.element)
      }
    }
  }

  private func revocations(by turn: Int, of device: ReplicaID) -> [Said] {
    said(by: turn) { event in
      if case .revoke = event.action { event.replica == device } else { false }
    }
  }

  private func precedes(_ left: Said, _ right: Said) -> Bool {
    left.commit == right.commit
      ? left.index < right.index : held.tree.path(to: right.commit).contains(left.commit)
  }

  private func heads(of said: Said) -> [Head] {
    if case .revoke(let revocation) = said.event.event.action { revocation.heads } else { [] }
  }

  // MARK: Ends

  private mutating func decideEnd(of turn: Int) {
    let device = members[turn].keys.replica
    let commits = held.held.filter { nodes[$0].replica == device }
    let stated = statements.compactMap { statement -> [Head]? in
      guard case .revoke(let revocation) = statement.action, statement.replica == device else { return nil }
      return revocation.heads
    }
    if let last = stated.last {
      members[turn].endedBy = .recovery
      ends[device] = commits.filter { covers(last, $0) }
      return
    }
    let earlier = flaw == .equalsEndEachOther ? members.indices.filter { $0 != turn } : Array(0..<turn)
    for author in earlier {
      let all = revocations(by: author, of: device)
      if all.isEmpty { continue }
      members[turn].endedBy = .device(members[author].keys.replica)
      var last = all.filter { one in !all.contains { precedes(one, $0) } }
      if flaw == .firstRevocation { last = all.filter { one in !all.contains { precedes($0, one) } } }
      var end = commits.filter { commit in
        flaw == .anyBranch
          ? last.contains { covers(heads(of: $0), commit) }
          : last.allSatisfy { covers(heads(of: $0), commit) }
      }
      if author >= pinned.lock.devices.count || flaw == .rootsAreMoved {
        let known = flaw == .formerRevocationsForgotten ? last : all
        end.formUnion(commits.filter { wasSeen($0, before: turn, unaware: known) })
      }
      ends[device] = end
      return
    }
  }

  /// Whether a device before this one held the commit when it knew of none of the revocations.
  private func wasSeen(_ commit: Int, before turn: Int, unaware revocations: [Said]) -> Bool {
    held.held.contains { witness in
      guard members[..<turn].contains(where: { $0.keys.replica == nodes[witness].replica }), counts(witness),
        flaw == .awareSightsCount || !revocations.contains(where: { hadSeen(witness, $0) })
      else { return false }
      return nodes[witness].seen.entries.contains { entry in
        entry.replica == nodes[commit].replica
          && entry.parts.contains { part in
            guard flaw != .noRuns || part.first == 0 else { return false }
            return part.root.map { covers(Waypoint(size: part.end, root: $0), commit) } ?? false
          }
      }
    }
  }

  /// Whether the author of a commit held an event.
  private func hadSeen(_ witness: Int, _ said: Said) -> Bool {
    held.tree.path(to: witness).filter { held.held.contains($0) }.contains { commit in
      commit == said.commit
        || nodes[commit].seen.entries.contains { entry in
          entry.replica == nodes[said.commit].replica
            && entry.parts.contains { part in
              part.first < nodes[said.commit].end
                && (part.root.map { covers(Waypoint(size: part.end, root: $0), said.commit) } ?? false)
            }
        }
    }
  }
}
