package import DaybookLog
package import DaybookModel

/// The latest signed heads of a ledger's replicas, found by reading as little as possible: the last files of each. A
/// signed head covers everything before it, whether or not it is here; ``Verifier`` finds errors in it.
package struct HeadSurvey: Sendable {
  private let store: any FileStore
  private let descriptor: LedgerDescriptor
  /// The earlier verification: unchanged files are not read again.
  private let checkpoint: Checkpoint?

  package init(store: any FileStore, descriptor: LedgerDescriptor, checkpoint: Checkpoint?) {
    (self.store, self.descriptor, self.checkpoint) = (store, descriptor, checkpoint)
  }

  package struct Head: Sendable, Equatable {
    package var branch: BranchID
    package var note: HeadNote
    /// Ed25519, 32 bytes.
    package var publicKey: [UInt8]
    package var lastSeq: UInt64
    package var lastStamp: Stamp?
  }

  private static let looksMax = 8

  /// Ascending by replica; for a forked one, the head of each branch that the last files show.
  package func heads(of wanted: Set<ReplicaID>? = nil) throws -> [Head] {
    var inventory = try Inventory.scan(store)
    if let wanted { inventory.replicas.removeAll { !wanted.contains($0.id) } }
    return try inventory.replicas.flatMap(heads)
  }

  private func heads(_ listed: Inventory.ReplicaFiles) throws -> [Head] {
    var files = listed
    for _ in 1..<Self.looksMax {
      if let known = try known(files) { return [known] }
      if let found = try found(in: files) { return found }
      // A file disappeared: those that replaced it show the head.
      files.segments = try Inventory.segments(of: files.id, in: store)
    }
    return try read(files.segments, files.id).heads
  }

  /// Nil if files disappeared before they were read.
  private func found(in files: Inventory.ReplicaFiles) throws -> [Head]? {
    if let last = files.last {
      let (heads, isWhole) = try read(last, files.id)
      if !isWhole { return nil }
      if !heads.isEmpty { return heads }
    }
    // All of a replica's files, if the last ones show nothing or files hold the same events twice.
    let (heads, isWhole) = try read(files.segments, files.id)
    return isWhole ? heads : nil
  }

  /// The head behind files that were verified and are all there is.
  private func known(_ files: Inventory.ReplicaFiles) throws(FileError) -> Head? {
    guard let kept = checkpoint?.replicas[files.id] else { return nil }
    let all = kept.verified.files
    guard Set(all) == Set(files.segments), let point = kept.verified.point else {
      return nil
    }
    for file in all {
      guard let status = try store.status(file.path), FileIdentity(status) == kept.identities[file.path]
      else {
        return nil
      }
    }
    return head(
      BranchID(replica: files.id, ordinal: 0), point.head, point.publicKey, point.nextSeq - 1,
      point.lastStamp)
  }

  private func read(
    _ segments: [Inventory.SegmentFile], _ replica: ReplicaID
  ) throws -> (heads: [Head], isWhole: Bool) {
    var inventory = Inventory()
    inventory.replicas = [Inventory.ReplicaFiles(id: replica, segments: segments)]
    var options = ReadOptions()
    options.comparesSeen = false
    let report = try LedgerReader(store: store, descriptor: descriptor, options: options).survey(inventory)
    let heads = report.branches.compactMap { branch -> Head? in
      guard let signed = branch.head, signed.size == branch.size, signed.root == branch.root else {
        return nil
      }
      return head(branch.id, signed, branch.publicKey, branch.lastSeq, branch.lastStamp)
    }
    return (heads, report.vanished.isEmpty)
  }

  private func head(
    _ branch: BranchID, _ signed: SignedHead, _ key: [UInt8], _ lastSeq: UInt64, _ lastStamp: Stamp?
  ) -> Head? {
    let note = HeadNote(
      ledger: descriptor.ledger, replica: branch.replica, head: signed, publicKey: key)
    guard note.isSigned(by: key) else { return nil }
    return Head(branch: branch, note: note, publicKey: key, lastSeq: lastSeq, lastStamp: lastStamp)
  }
}

extension Inventory.ReplicaFiles {
  /// The files that hold the replica's last events; nil if their names do not show it.
  fileprivate var last: [Inventory.SegmentFile]? {
    guard let first = segments.last(where: { $0.isSealed }) else { return segments }
    let after = segments.filter { !$0.isSealed && $0.first > first.last ?? .max }
    let covered = segments.filter(\.isSealed)
    for (one, next) in zip(covered, covered.dropFirst()) where next.first <= one.last ?? .max { return nil }
    guard after.count + covered.count == segments.count else { return nil }
    return [first] + after
  }
}

/// Heads that somebody kept elsewhere, to be compared with a ledger: its content at that time must still be its
/// beginning.
package struct Anchor: Sendable {
  /// Where the notes were kept, for findings: a file's name as it was given.
  package var name: String
  package var notes: [HeadNote]

  package init(name: String, notes: [HeadNote]) { (self.name, self.notes) = (name, notes) }

  /// The claims in its notes. A note that is not signed by the key of its replica's id proves nothing and is a finding.
  /// If nothing of the replica is here, there is no key to check with, and the note is believed.
  func claims(_ report: ReadReport) -> (claims: [Claim], findings: [Finding]) {
    var (claims, findings) = ([Claim](), [Finding]())
    for note in notes {
      let keys = Set(report.branches(of: note.replica).map(\.publicKey))
      guard keys.isEmpty || keys.contains(where: { note.isSigned(by: $0) }) else {
        findings.append(
          Finding(
            .forged, replica: note.replica, file: name,
            "the kept head of \(note.size) lines is not signed by this replica's key",
            advice: "it says nothing about the ledger; find out who wrote it"))
        continue
      }
      claims.append(
        Claim(witness: .anchor(name), replica: note.replica, size: note.size, root: note.root))
    }
    return (claims, findings)
  }
}
