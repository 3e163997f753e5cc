package import DaybookLog
package import DaybookModel

/// Which of a ledger's files this machine verified, and how it recognizes them: a verification reads only the other
/// files. It covers replicas with one history, as far as it was sound from the beginning on; everything else is
/// verified each time. The checkpoint of a snapshot also has the results for other replicas.
///
/// It is in the machine's state, so that write access to the ledger's folder does not give write access to it.
package struct Checkpoint: Sendable, Equatable {
  package struct Replica: Sendable, Equatable {
    package var verified: VerifiedFiles
    /// By path.
    package var identities: [String: FileIdentity]
    /// By path, the claims of a file's commits about what their author held of others; except settled claims: those
    /// that were true for verified files remain true.
    package var claims: [String: Set<Claim>]
  }

  package var replicas: [ReplicaID: Replica] = [:]
  /// For a snapshot: the other replicas.
  package var fixed: [ReplicaID: FixedReplica] = [:]
  /// Sound blobs, by path.
  package var blobs: [String: FileIdentity] = [:]

  package init() {}

  /// The checkpoint of a reading without findings; nil if it has any, or if not every file can be recognized later. The
  /// claims of its commits about others are not included.
  package init?(of report: ReadReport, _ identities: [String: FileIdentity]) {
    for (id, replica) in report.replicas {
      // A folder without a segment.
      if replica.isEmpty { continue }
      guard let kept = Replica(replica, identities) else { return nil }
      replicas[id] = kept
    }
  }

  /// The checkpoint of any reading, for a snapshot; nil if not every file can be recognized later.
  ///
  /// - Parameter settled: the files that can be recognized by their identities.
  package init?(of report: ReadReport, _ inventory: Inventory, settled: Set<String>) {
    for (id, replica) in report.replicas where !replica.isEmpty {
      if let kept = Replica(replica, inventory.identities) {
        replicas[id] = kept
      } else if let kept = FixedReplica(replica, inventory.segments(of: id), inventory, settled: settled) {
        fixed[id] = kept
      } else {
        return nil
      }
    }
  }

  /// How to read only what is not in it, and files that were joined or replaced since; nil if a replica has
  /// disappeared.
  package func plan(
    _ inventory: Inventory, _ identities: [String: FileIdentity]
  ) -> CheckpointPlan? {
    var plan = CheckpointPlan(inventory: inventory)
    for (id, replica) in replicas {
      guard let index = inventory.replicas.firstIndex(where: { $0.id == id }) else { return nil }
      let (rest, continuation) = replica.plan(inventory.replicas[index].segments, identities)
      plan.inventory.replicas[index].segments = rest
      plan.continuations[id] = continuation
    }
    for (id, replica) in fixed {
      guard replica.isSame(inventory.segments(of: id), identities) else { return nil }
      plan.inventory.replicas.removeAll { $0.id == id }
    }
    return plan
  }

  /// How many branches the records of the reading have.
  package var branchCount: Int { replicas.count + fixed.values.reduce(0) { $0 + $1.branches.count } }

  /// Whether it can decide a claim about a replica that is not read again.
  package func decides(_ claim: Claim) -> Bool { fixed[claim.replica]?.decides(claim) ?? true }
}

package struct CheckpointPlan {
  /// With the segments that are to be read.
  package var inventory: Inventory
  package var continuations: [ReplicaID: Continuation] = [:]
}

extension ReadReport {
  /// Whether a replica's files can be recognized later up to there.
  func isVerified(_ replica: ReplicaID, upTo size: UInt64) -> Bool {
    replicas[replica]?.verified?.point?.tree.size ?? 0 >= size
  }

  /// Whether a replica has one history, held from the beginning, that continues from a place.
  package func goesOn(from place: RootAtSize) -> Bool {
    let branches = branches(of: place.branch.replica)
    return branches.count == 1 && knows(place)
      && branches[0].stretches.contains { $0.leaves.lowerBound == 0 && place.size <= $0.leaves.upperBound }
  }
}

extension Checkpoint {
  /// How far each replica was verified.
  package var heads: [ReplicaID: RootAtSize] {
    var heads: [ReplicaID: RootAtSize] = [:]
    for (id, replica) in replicas {
      guard let tree = replica.verified.point?.tree else { continue }
      heads[id] = RootAtSize(branch: BranchID(replica: id, ordinal: 0), size: tree.size, root: tree.root)
    }
    return heads
  }
}

extension ReplicaReport {
  /// Whether there is no data and no finding.
  fileprivate var isEmpty: Bool { branches.isEmpty && findings.isEmpty && vanished.isEmpty }
}

extension Checkpoint.Replica {
  /// Nil where something was wrong, or where not every file will be known again.
  fileprivate init?(_ replica: ReplicaReport, _ identities: [String: FileIdentity]) {
    guard replica.findings.isEmpty, replica.vanished.isEmpty, replica.branches.count == 1,
      var verified = replica.verified, let point = verified.point,
      replica.branches[0].stretches.map(\.leaves) == [0..<point.tree.size]
    else { return nil }
    for root in replica.roots where root.branch.ordinal == 0 { verified.roots[root.size] = root.root }
    let files = verified.files
    guard files.count == replica.files else { return nil }
    let known = files.compactMap { file in identities[file.path].map { (file.path, $0) } }
    guard known.count == files.count else { return nil }
    self.init(verified: verified, identities: Dictionary(uniqueKeysWithValues: known), claims: [:])
  }

  fileprivate func plan(
    _ segments: [Inventory.SegmentFile], _ now: [String: FileIdentity]
  ) -> (rest: [Inventory.SegmentFile], Continuation) {
    let (held, rest) = verified.standing(among: segments) { isSame($0, now) }
    return (rest, Continuation(held))
  }

  private func isSame(_ file: Inventory.SegmentFile, _ now: [String: FileIdentity]) -> Bool {
    identities[file.path] != nil && identities[file.path] == now[file.path]
  }
}

extension Checkpoint {
  /// Nil where there is none, or one that this version did not make.
  package static func read(_ state: any FileStore, ledger: String) throws(FileError) -> Checkpoint? {
    let path = StateLayout.checkpoint(ledger: ledger)
    guard let status = try state.status(path), status.kind == .file, status.sizeBytes <= sizeBytesMax else {
      return nil
    }
    return Checkpoint(try state.readAll(path, sizeBytesMax: sizeBytesMax))
  }

  /// Writes it, durably; writes nothing if it equals `before`, or is too large to be useful.
  package func write(_ state: any FileStore, ledger: String, unless before: Checkpoint?) throws(FileError) {
    if self == before { return }
    let bytes = bytes
    guard bytes.count <= Self.sizeBytesMax else { return }
    let folder = StateLayout.folder(ledger: ledger)
    if try state.status(folder) == nil { try state.createFolderDurably(folder) }
    // If another process holds the shared state, it is writing about the same files; this one can be written next
    // time.
    try? SharedState.changing(state, ledger: ledger) {
      try state.replaceFile(StateLayout.checkpoint(ledger: ledger), with: bytes, removingLeftovers: true)
    }
  }

  private static let sizeBytesMax = 64 << 20
}
