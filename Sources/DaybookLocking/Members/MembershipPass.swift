import DaybookModel

/// One pass over the devices in their order, by given statements of the recovery keys: when a device's turn comes,
/// everything that decides about it is known.
struct MembershipPass {
  let pinned: PinnedLock
  let history: DeviceHistory
  let said: SaidEvents
  private let recoveryApprovals: [Approval]
  /// The last one of each replica.
  let recoveryRevocations: [ReplicaID: Revocation]
  private(set) var members: [Membership.Member] = []
  /// The places in the order. The recovery key comes before all devices.
  private var places: [ReplicaID: Int] = [:]
  /// For each branch, how far it counts because its author is a member. 0 before the author's turn, so that nobody
  /// decides about an earlier device.
  private(set) var authority: [UInt64]
  /// The same, or because the lock names it.
  private(set) var counted: [UInt64]
  var sights = SightIndex()
  private let branches: [ReplicaID: [Int]]

  /// - Parameter statements: those of the recovery keys that count, in the order in which they apply.
  init(
    _ pinned: PinnedLock, _ history: DeviceHistory, _ said: SaidEvents, _ statements: [RecoveryStatement]
  ) {
    (self.pinned, self.history, self.said) = (pinned, history, said)
    recoveryApprovals = statements.compactMap {
      if case .approve(let approval) = $0.action { approval } else { nil }
    }
    recoveryRevocations = Dictionary(
      statements.compactMap { statement in
        if case .revoke(let revocation) = statement.action { (statement.replica, revocation) } else { nil }
      }, uniquingKeysWith: { $1 })
    branches = Dictionary(grouping: history.branches.indices) { history.branches[$0].replica }
    authority = Array(repeating: 0, count: history.branches.count)
    var locked = Reach()
    for (replica, heads) in pinned.lock.heads { locked.cover(heads, of: replica, in: history) }
    counted = history.branches.indices.map { locked[$0] }
    run()
  }

  private mutating func run() {
    for device in pinned.lock.devices { append(device, approvedBy: .lock) }
    for approval in recoveryApprovals { append(approval, by: .recovery) }
    var turn = 0
    while turn < members.count {
      let device = members[turn].keys
      let end = end(of: turn)
      members[turn].endedBy = end?.by
      for branch in branches[device.replica] ?? [] where history.branches[branch].publicKey == device.key {
        authority[branch] = end.map { $0.reach[branch] } ?? .max
        counted[branch] = max(counted[branch], authority[branch])
      }
      for said in said.approvals[device.replica] ?? [] where isSaid(said.place) {
        append(said.approval, by: .device(device.replica))
      }
      turn += 1
    }
  }

  private mutating func append(_ approval: Approval, by author: Membership.Author) {
    // Signatures are checked only of approvals that would make a member.
    guard places[approval.keys.replica] == nil, approval.isSigned(ledger: pinned.ledger) else { return }
    append(approval.keys, approvedBy: author)
  }

  private mutating func append(_ keys: PublicKeys, approvedBy author: Membership.Author) {
    places[keys.replica] = members.count
    members.append(Membership.Member(keys: keys, approvedBy: author))
  }

  /// Whether the author was a member when writing an event.
  func isSaid(_ place: SaidEvents.Place) -> Bool { place.end <= authority[place.branch] }

  func isMember(_ replica: ReplicaID) -> Bool { places[replica] != nil }

  /// The change that the member who comes first carries. Of several, and where no member carries one, the one whose
  /// signature sorts first.
  func preferred(_ changes: [RecoveryChange]) -> RecoveryChange? {
    let ranked = changes.map { change in
      let members = (said.recoveryChanges[change] ?? []).filter { isSaid($0) }
        .compactMap { places[history.branches[$0.branch].replica] }
      return (change: change, place: members.min() ?? .max)
    }
    return ranked.min {
      $0.place != $1.place
        ? $0.place < $1.place : $0.change.signature.lexicographicallyPrecedes($1.change.signature)
    }?.change
  }

  // MARK: Ends

  /// The author of a device's end, and how far the device counts; nil of a device without an end.
  private mutating func end(of turn: Int) -> (by: Membership.Author, reach: Reach)? {
    let device = members[turn].keys.replica
    if let revocation = recoveryRevocations[device] {
      var reach = Reach()
      reach.cover(revocation.heads, of: device, in: history)
      return (.recovery, reach)
    }
    let revokers = (said.revocations[device] ?? [:]).compactMap { author, all in
      let valid = all.filter { isSaid($0.place) }
      return valid.isEmpty ? nil : (place: places[author] ?? .max, author: author, said: valid)
    }
    guard let first = revokers.min(by: { $0.place < $1.place }), first.place < turn else { return nil }
    var reach: Reach?
    for revocation in last(of: first.said) {
      var covered = Reach()
      covered.cover(revocation.heads, of: device, in: history)
      reach = reach?.intersection(covered) ?? covered
    }
    var end = reach ?? Reach()
    if first.place >= pinned.lock.devices.count {
      cover(whatWasSeenOf: device, before: turn, unaware: first.said, in: &end)
    }
    return (.device(first.author), end)
  }

  /// The revocations that no other one follows in a branch.
  private func last(of revocations: [SaidEvents.SaidRevocation]) -> [SaidEvents.SaidRevocation] {
    var last: [Int: SaidEvents.SaidRevocation] = [:]
    for revocation in revocations {
      if let other = last[revocation.place.branch], other.place.leaf > revocation.place.leaf { continue }
      last[revocation.place.branch] = revocation
    }
    let followed = last.keys.flatMap { branch in
      path(to: branch).dropFirst().filter { last[$0.branch].map { $0.place.end } ?? .max <= $0.limit }
        .map(\.branch)
    }
    for branch in followed { last[branch] = nil }
    return Array(last.values)
  }

  /// A branch and those that it left, each with the greatest end of a commit that the branch shares with it.
  func path(to branch: Int) -> [(branch: Int, limit: UInt64)] {
    var path = [(branch: branch, limit: UInt64.max)]
    var limit = UInt64.max
    var branch = branch
    while let origin = history.branches[branch].origin {
      (branch, limit) = (origin.branch, min(limit, origin.size))
      path.append((branch, limit))
    }
    return path
  }

  // MARK: What others had seen

  /// Covers all of a device that the `seen` of earlier devices covers, in commits that count and were written without
  /// knowledge of the revocation.
  private mutating func cover(
    whatWasSeenOf device: ReplicaID, before turn: Int, unaware revocations: [SaidEvents.SaidRevocation],
    in reach: inout Reach
  ) {
    for (branch, sights) in said.sights[device] ?? [:] {
      guard let place = places[history.branches[branch].replica], place < turn else { continue }
      let aware = firstAware(in: branch, of: revocations)
      for sight in sights where sight.end < aware && sight.end <= counted[branch] {
        for part in sight.parts {
          // A run without a root, of format 1, may be of any branch.
          guard let root = part.root else { continue }
          reach.cover(Waypoint(size: part.end, root: root), of: device, in: history)
        }
      }
    }
  }

  /// The end of the first commit up to a branch's end whose author knew of one of the revocations.
  private mutating func firstAware(
    in branch: Int, of revocations: [SaidEvents.SaidRevocation]
  ) -> UInt64 {
    var first = UInt64.max
    for (own, limit) in path(to: branch) {
      for revocation in revocations {
        let place = revocation.place
        let author = history.branches[place.branch].replica
        let aware =
          own == place.branch
          ? place.end : sights.commit(of: own, holding: place, of: author, said, history)
        if let aware, aware <= limit { first = min(first, aware) }
      }
    }
    return first
  }
}
