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

  /// How to read only what is not in it; nil where a file that is in it went or is not the same any more, or where
  /// one came that tells of the same events: then nothing of it can be relied on.
  func plan(_ inventory: Inventory, _ identities: [String: FileIdentity]) -> CheckpointPlan? {
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

struct CheckpointPlan {
  /// With the segments that are to be read.
  var inventory: Inventory
  var continuations: [ReplicaID: Continuation] = [:]
}

extension Checkpoint.Replica {
  fileprivate func plan(
    _ segments: [Inventory.SegmentFile], _ now: [String: FileIdentity]
  ) -> (rest: [Inventory.SegmentFile], Continuation)? {
    let known = Set(verified.sealed)
    var rest = segments.filter { !known.contains($0) }
    guard rest.count == segments.count - known.count, verified.sealed.allSatisfy({ isSame($0, now) }),
      rest.allSatisfy({ $0.first >= verified.point?.nextSeq ?? 1 })
    else { return nil }
    if let open = verified.open, let place = rest.firstIndex(of: open.file), isSame(open.file, now) {
      var others = rest
      others.remove(at: place)
      if others.allSatisfy({ $0.first >= open.point.nextSeq }) {
        rest = others
        return (rest, Continuation(verified, skipsOpen: true))
      }
    }
    return (rest, Continuation(verified, skipsOpen: false))
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
    try state.replaceFile(StateLayout.checkpoint(ledger: ledger), with: bytes)
  }

  private static let sizeBytesMax = 64 << 20
}
