package import DaybookLog
package import DaybookModel

/// A place in a replica's only history up to which everything was sound, with all that reading needs to continue from
/// there as if it had read everything before.
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
}

/// How far a reading found a replica's files sound, from its first event on.
package struct VerifiedFiles: Sendable, Equatable {
  /// The sealed files in their order, with the point after the last.
  package var sealed: [Inventory.SegmentFile]
  package var point: ReplicaPoint?
  /// Points before the files with which the next joining may begin, for each size class: after it, reading continues
  /// from there. Ascending, and none before the first file.
  package var earlier: [Earlier] = []
  /// Files whose events are all in the sealed ones: files that were sealed or compacted since, kept by a copy.
  package var covered: [Inventory.SegmentFile] = []
  /// Requested roots of the tree, so that the files need not be read again for them.
  package var roots: [UInt64: Hash256] = [:]

  package struct Earlier: Sendable, Equatable {
    /// How many files lie before it.
    package var files: Int
    package var point: ReplicaPoint

    package init(files: Int, point: ReplicaPoint) { (self.files, self.point) = (files, point) }
  }

  /// All of them.
  package var files: [Inventory.SegmentFile] { sealed + covered }

  package init(sealed: [Inventory.SegmentFile] = [], point: ReplicaPoint? = nil) {
    (self.sealed, self.point) = (sealed, point)
  }
}

extension VerifiedFiles {
  /// Notes a file that follows, and where the replica's history then ends.
  mutating func append(_ file: Inventory.SegmentFile, _ end: ReplicaPoint) {
    let sizeClass = SizeClass.of(file.name) ?? 0
    // The last files that are of no greater class are joined together.
    let start = sealed.lastIndex { SizeClass.of($0.name) ?? 0 > sizeClass }.map { $0 + 1 } ?? 0
    earlier.removeAll { $0.files > start }
    if let point, start == sealed.count { earlier.append(Earlier(files: start, point: point)) }
    sealed.append(file)
    point = end
  }

  /// The part of this that still holds, and the files after it, which are to be read. It ends before a file that no
  /// longer exists, and before one that has the same events as others and was not read: then files were joined.
  package func standing(
    among segments: [Inventory.SegmentFile], _ isSame: (Inventory.SegmentFile) -> Bool = { _ in true }
  ) -> (VerifiedFiles, rest: [Inventory.SegmentFile]) {
    let present = Set(segments)
    var kept = self
    while true {
      let next = kept.point?.nextSeq ?? 1
      kept.covered.removeAll { !present.contains($0) || !isSame($0) || $0.first >= next }
      let known = Set(kept.sealed + kept.covered)
      let rest = segments.filter { !known.contains($0) }
      if let lost = kept.sealed.firstIndex(where: { !present.contains($0) || !isSame($0) }) {
        kept.cut { $0.files <= lost }
      } else if let first = rest.lazy.map(\.first).min(), first < next {
        kept.cut { $0.point.nextSeq <= first }
      } else {
        return (kept, rest)
      }
    }
  }

  /// Goes back to the last of the earlier points that will do, or to the beginning.
  private mutating func cut(_ isEnough: (Earlier) -> Bool) {
    let place = earlier.lastIndex(where: isEnough)
    let end = place.map { earlier[$0] }
    (sealed, point) = (Array(sealed[..<(end?.files ?? 0)]), end?.point)
    earlier.removeSubrange((place ?? 0)...)
    roots = roots.filter { $0.key <= point?.tree.size ?? 0 }
  }
}

/// Where to continue reading a replica's files: everything before was verified, and the files to read begin after it.
package struct Continuation: Sendable {
  package var verified: VerifiedFiles

  package init(_ verified: VerifiedFiles) { self.verified = verified }

  var point: ReplicaPoint? { verified.point }
}

/// Records a replica's verified files while they are read, up to the first file with a finding.
struct VerifiedAccount {
  /// Nil for a record that is valid only within a process, whose files are recognized by their listing.
  private let settled: Set<String>?
  private(set) var files: VerifiedFiles?
  private var isOver = false

  init(settled: Set<String>?, _ continuation: Continuation?) {
    self.settled = settled
    files = continuation?.verified
    files?.roots = [:]
  }

  /// A file was read; `point` is where the replica's one history then ended.
  mutating func note(
    _ file: Inventory.SegmentFile, sizeBytes: Int, isSound: Bool, _ point: ReplicaPoint?
  ) {
    if isOver { return }
    guard isSound, let point, settled?.contains(file.path) ?? true, sizeBytes == file.sizeBytes else {
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
    var now = files ?? VerifiedFiles()
    now.append(file, point)
    files = now
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
