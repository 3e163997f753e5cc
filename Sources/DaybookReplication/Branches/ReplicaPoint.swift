package import DaybookLog
package import DaybookModel

/// A place in a replica's one history up to which nothing was wrong: all that reading needs to go on from there
/// as if it had read what lies before.
package struct ReplicaPoint: Sendable, Equatable {
  /// Ed25519, 32 bytes.
  package var publicKey: [UInt8]
  package var tree: MerkleTree
  package var nextSeq: UInt64
  package var lastCommit: UInt64
  package var lastStamp: Stamp?
  package var seen: Seen
  /// Of the whole tree here.
  package var head: SignedHead
  /// Before the point.
  package var events: UInt64
  package var commits: UInt64

  package init(
    publicKey: [UInt8], tree: MerkleTree, nextSeq: UInt64, lastCommit: UInt64, lastStamp: Stamp?, seen: Seen,
    head: SignedHead, events: UInt64, commits: UInt64
  ) {
    (self.publicKey, self.tree, self.nextSeq) = (publicKey, tree, nextSeq)
    (self.lastCommit, self.lastStamp, self.seen, self.head) = (lastCommit, lastStamp, seen, head)
    (self.events, self.commits) = (events, commits)
  }

  /// A header that would stand here.
  func header(ledger: String, replica: ReplicaID) -> SegmentHeader {
    SegmentHeader(
      ledger: ledger, replica: replica, publicKey: publicKey, firstSeq: nextSeq, size: tree.size,
      peaks: tree.peaks)
  }
}

/// How far a reading found a replica's files in order: the sealed ones from its first event on, and of the open one
/// that follows them all that it had.
package struct VerifiedFiles: Sendable, Equatable {
  /// In their order, with the point behind the last; none where the open one is the first.
  package var sealed: [Inventory.SegmentFile]
  package var point: ReplicaPoint?
  package var open: Open?
  /// Files that hold nothing that the sealed ones do not: those that were sealed or compacted since, kept by a copy.
  package var covered: [Inventory.SegmentFile] = []
  /// Roots of the tree that somebody asked for: with them that need not be read again for the sake of these.
  package var roots: [UInt64: Hash256] = [:]

  package struct Open: Sendable, Equatable {
    package var file: Inventory.SegmentFile
    /// Of the file's first `file.sizeBytes` bytes.
    package var mark: PrefixMark
    package var point: ReplicaPoint

    package init(file: Inventory.SegmentFile, mark: PrefixMark, point: ReplicaPoint) {
      (self.file, self.mark, self.point) = (file, mark, point)
    }
  }

  /// All of them.
  package var files: [Inventory.SegmentFile] { sealed + covered + (open.map { [$0.file] } ?? []) }

  package init(sealed: [Inventory.SegmentFile], point: ReplicaPoint?, open: Open? = nil) {
    (self.sealed, self.point, self.open) = (sealed, point, open)
  }
}

/// From where to read a replica's files: what lies before was verified, and the files to read begin behind it.
package struct Continuation: Sendable {
  package var verified: VerifiedFiles
  /// Set where the open file is as it was: it is not among the files to read. Else it may have grown.
  package var skipsOpen: Bool

  package init(_ verified: VerifiedFiles, skipsOpen: Bool) {
    (self.verified, self.skipsOpen) = (verified, skipsOpen)
  }

  var point: ReplicaPoint? { skipsOpen ? verified.open?.point ?? verified.point : verified.point }
}

/// Keeps account of a replica's files while they are read, up to the first of which something is odd.
struct VerifiedAccount {
  /// Nil for an account that holds while a process goes on, of files that are told by what was listed.
  private let settled: Set<String>?
  private(set) var files: VerifiedFiles?
  private var isOver = false

  init(settled: Set<String>?, _ continuation: Continuation?) {
    self.settled = settled
    files = continuation?.verified
    files?.roots = [:]
    if continuation?.skipsOpen ?? false { isOver = true } else { files?.open = nil }
  }

  /// A file was read; `point` is where the replica's one history then ended.
  ///
  /// - Parameter mark: the mark of an open file's bytes, valid while this process runs.
  mutating func note(
    _ file: Inventory.SegmentFile, _ bytes: [UInt8], isSound: Bool, _ point: ReplicaPoint?,
    _ mark: PrefixMark?
  ) {
    if isOver { return }
    guard isSound, let point, settled?.contains(file.path) ?? true, bytes.count == file.sizeBytes else {
      isOver = true
      return
    }
    if let before = files?.point?.nextSeq, file.first < before, point.nextSeq == before {
      files?.covered.append(file)
      return
    }
    guard file.first == files?.point?.nextSeq ?? 1, file.first < point.nextSeq,
      file.last.map({ $0 == point.nextSeq - 1 }) ?? true
    else {
      isOver = true
      return
    }
    let covered = files?.covered ?? []
    defer { files?.covered = covered }
    guard !file.isSealed, let mark else {
      files = VerifiedFiles(sealed: (files?.sealed ?? []) + [file], point: point)
      return
    }
    let open = VerifiedFiles.Open(
      file: file, mark: settled == nil ? mark : .digest(.of(bytes.span)), point: point)
    files = VerifiedFiles(sealed: files?.sealed ?? [], point: files?.point, open: open)
    isOver = true
  }
}

extension Branch {
  /// A replica's only branch, read up to a point.
  init(_ point: ReplicaPoint, replica: ReplicaID) {
    self.init(
      id: BranchID(replica: replica, ordinal: 0), publicKey: point.publicKey, origin: nil,
      first: Stretch(upTo: point.tree, nextSeq: point.nextSeq))
    (lastCommit, lastStamp, head) = (point.lastCommit, point.lastStamp, point.head)
    for entry in point.seen.entries { seen[entry.replica] = entry.parts }
  }

  /// Where it ends, if it is held from the beginning without a gap, with a head there.
  func point(events: UInt64, commits: UInt64) -> ReplicaPoint? {
    guard origin == nil, stretches.count == 1, stretches[0].start == 0, stretches[0].startSeq == 1,
      let head, head.size == stretches[0].end
    else { return nil }
    return ReplicaPoint(
      publicKey: publicKey, tree: stretches[0].tree, nextSeq: stretches[0].nextSeq, lastCommit: lastCommit,
      lastStamp: lastStamp, seen: Seen(seen.map { ($0.key, $0.value) }), head: head, events: events,
      commits: commits)
  }
}
