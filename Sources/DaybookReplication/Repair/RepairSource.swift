import DaybookLog
package import DaybookModel

/// A file that may hold commits of this ledger, whatever its name and its place.
struct RepairSource {
  let path: String
  let replica: ReplicaID
  private let bytes: [UInt8]
  private let ledger: String
  /// The seq of the first header that can be read.
  private let firstSeq: UInt64
  /// The hashes of the commits that a signature covers, by index in the replica's tree.
  private(set) var leaves: [UInt64: Hash256] = [:]

  /// Nil when it holds no attested commit of the ledger.
  init?(path: String, bytes: [UInt8], ledger: String) throws {
    guard let header = Self.header(bytes), header.ledger == ledger else { return nil }
    (self.path, self.bytes, self.ledger) = (path, bytes, ledger)
    (replica, firstSeq) = (header.replica, header.firstSeq)
    var leaves: [UInt64: Hash256] = [:]
    try read { frame, commits, _ in
      let first = frame.content.commits[commits.lowerBound].leaves.lowerBound
      let last = frame.content.commits[commits.upperBound - 1].leaves.upperBound
      let skipped = frame.content.commits[frame.commits.lowerBound].leaves.lowerBound
      for index in first..<last {
        leaves[frame.before.size + UInt64(index - skipped)] = frame.content.leaves[index].hash
      }
    }
    if leaves.isEmpty { return nil }
    self.leaves = leaves
  }

  private static func header(_ bytes: [UInt8]) -> SegmentHeader? {
    var reader = SegmentReader(bytes: bytes, isSealed: false)
    while true {
      guard let part = reader.next() else { return nil }
      if case .frame(let content, _, _) = part, let header = content.header { return header }
    }
  }

  /// Attested frames, in order, with their branch's key.
  private func read(
    _ body: (SegmentRun.PendingFrame, Range<Int>, [UInt8]) throws -> Void
  ) throws {
    let name = SegmentName.open(first: firstSeq, random: String(repeating: "0", count: 16))
    let file = Inventory.SegmentFile(path: path, name: name, sizeBytes: bytes.count, inode: 0)
    _ = try SegmentReading.alone(file, bytes, replica: replica, ledger: ledger, body)
  }

  struct Taken {
    var sealed: SealedSegment
    var commits: Int
  }

  /// Sealed segments with the commits that have one of these leaves, and with those between and after them that the
  /// same signature covers. The lines are copied byte for byte.
  func segments(holding missing: [UInt64: Hash256]) throws -> [Taken] {
    var segments: [Taken] = []
    var writing: Writing?
    try read { frame, commits, key in
      if let open = writing, open.end != frame.before.size {
        segments.append(try open.finish())
        writing = nil
      }
      for index in commits {
        if writing == nil {
          guard frame.leaves(of: index).contains(where: { missing[$0] != nil }) else { continue }
          writing = Writing(try header(at: index, in: frame, key))
        }
        try writing?.append(frame, index)
      }
    }
    if let open = writing { segments.append(try open.finish()) }
    return segments
  }

  private func header(at commit: Int, in frame: SegmentRun.PendingFrame, _ key: [UInt8]) throws
    -> SegmentHeader
  {
    var tree = frame.before
    let first = frame.content.commits[frame.commits.lowerBound].leaves.lowerBound
    let entry = frame.content.commits[commit]
    for leaf in frame.content.leaves[first..<entry.leaves.lowerBound] { tree.append(leaf.hash) }
    let seq = frame.content.events[entry.events.lowerBound].line.seq
    return SegmentHeader(
      ledger: ledger, replica: replica, publicKey: key, firstSeq: seq, size: tree.size, peaks: tree.peaks)
  }
}

extension SegmentRun.PendingFrame {
  /// Of a commit, in the tree.
  func leaves(of commit: Int) -> Range<UInt64> {
    let skipped = content.commits[commits.lowerBound].leaves.lowerBound
    let range = content.commits[commit].leaves
    return before.size + UInt64(range.lowerBound - skipped)..<before.size + UInt64(range.upperBound - skipped)
  }
}

/// A segment that is being put together.
private final class Writing {
  private var writer: SealedSegmentWriter
  private(set) var end: UInt64
  private var commits = 0

  init(_ header: SegmentHeader) {
    writer = SealedSegmentWriter(header: header)
    end = header.size
  }

  func append(_ frame: SegmentRun.PendingFrame, _ commit: Int) throws {
    try writer.append(frame.content, commits: commit..<commit + 1)
    end = frame.leaves(of: commit).upperBound
    commits += 1
  }

  func finish() throws -> RepairSource.Taken {
    RepairSource.Taken(sealed: try writer.finish(), commits: commits)
  }
}

/// One thing that `repair` did, or would do.
package struct RepairAct: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Commits that were held nowhere else were written as a proper segment.
    case took(commits: Int, into: String)
    /// The file was moved into the state; its readable content is held elsewhere.
    case movedAside
    /// The file was removed: it is the beginning of an unfinished blob.
    case removed
    /// The file was left where it is.
    case left
  }

  package var kind: Kind
  /// Relative to the ledger's folder.
  package var file: String
  /// The path in the state where the file is kept.
  package var backup: String?
  package var replica: ReplicaID?
  /// One sentence without a full stop.
  package var what: String
}
