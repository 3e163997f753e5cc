package import DaybookLog
package import DaybookModel

/// What this machine verified of a ledger's files, and by what it knows them again: a verification reads what is not
/// in it. Kept for replicas with one history in which nothing was wrong from the beginning on, as far as that goes;
/// whatever else there is, is verified each time.
///
/// It lies in the machine's state, so that whoever can write to the ledger's folder cannot write to it.
package struct Checkpoint: Sendable, Equatable {
  package struct Replica: Sendable, Equatable {
    package var verified: VerifiedFiles
    /// By path; of the sealed files and the open one.
    package var identities: [String: FileIdentity]
    /// What the commits in the sealed files say that their author held of others, unless it is settled: what was found
    /// true of verified sealed files stays so.
    package var claims: Set<Claim>
    /// The same of the open file.
    package var openClaims: Set<Claim>
  }

  package var replicas: [ReplicaID: Replica] = [:]
  /// Sound blobs, by path.
  package var blobs: [String: FileIdentity] = [:]

  package init() {}

  /// Of a reading that found nothing wrong, in the files nor anywhere else; nil where it did, or where not every file
  /// will be known again. What its commits say of others is not taken up.
  package init?(of report: ReadReport, _ identities: [String: FileIdentity]) {
    for (id, replica) in report.replicas {
      guard replica.findings.isEmpty, replica.vanished.isEmpty else { return nil }
      // A folder without a segment.
      if replica.branches.isEmpty { continue }
      guard replica.branches.count == 1, var verified = replica.verified,
        let point = verified.open?.point ?? verified.point,
        replica.branches[0].stretches.map(\.leaves) == [0..<point.tree.size]
      else { return nil }
      for root in replica.roots where root.branch.ordinal == 0 { verified.roots[root.size] = root.root }
      let files = verified.files
      guard files.count == replica.files else { return nil }
      let known = files.compactMap { file in identities[file.path].map { (file.path, $0) } }
      guard known.count == files.count else { return nil }
      replicas[id] = Replica(
        verified: verified, identities: Dictionary(uniqueKeysWithValues: known), claims: [], openClaims: [])
    }
  }

  /// How to read only what is not in it; nil where a file that is in it went or is not the same any more, or where
  /// one came that tells of the same events: then nothing of it can be relied on.
  package func plan(
    _ inventory: Inventory, _ identities: [String: FileIdentity]
  ) -> CheckpointPlan? {
    var plan = CheckpointPlan(inventory: inventory)
    for (id, replica) in replicas {
      guard let index = inventory.replicas.firstIndex(where: { $0.id == id }),
        let (rest, continuation) = replica.plan(inventory.replicas[index].segments, identities)
      else { return nil }
      plan.inventory.replicas[index].segments = rest
      plan.continuations[id] = continuation
    }
    return plan
  }
}

package struct CheckpointPlan {
  /// With the segments that are to be read.
  package var inventory: Inventory
  package var continuations: [ReplicaID: Continuation] = [:]
}

extension ReadReport {
  /// Whether a replica has one history, held from the beginning, that goes on from a place.
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
      guard let tree = (replica.verified.open?.point ?? replica.verified.point)?.tree else { continue }
      heads[id] = RootAtSize(branch: BranchID(replica: id, ordinal: 0), size: tree.size, root: tree.root)
    }
    return heads
  }
}

extension Checkpoint.Replica {
  fileprivate func plan(
    _ segments: [Inventory.SegmentFile], _ now: [String: FileIdentity]
  ) -> (rest: [Inventory.SegmentFile], Continuation)? {
    let known = Set(verified.sealed)
    // Whoever tidies up removes these.
    let covered = Set(verified.covered).intersection(segments)
    var rest = segments.filter { !known.contains($0) && !covered.contains($0) }
    guard rest.count == segments.count - known.count - covered.count,
      verified.sealed.allSatisfy({ isSame($0, now) }), covered.allSatisfy({ isSame($0, now) }),
      rest.allSatisfy({ $0.first >= verified.point?.nextSeq ?? 1 })
    else { return nil }
    var held = verified
    held.covered.removeAll { !covered.contains($0) }
    if let open = verified.open, let place = rest.firstIndex(of: open.file), isSame(open.file, now) {
      var others = rest
      others.remove(at: place)
      if others.allSatisfy({ $0.first >= open.point.nextSeq }) {
        rest = others
        return (rest, Continuation(held, skipsOpen: true))
      }
    }
    return (rest, Continuation(held, skipsOpen: false))
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

  /// Writes it, durably; nothing when it says what `before` said, or is too large to be of use.
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
