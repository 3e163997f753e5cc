package import DaybookModel

/// What can still be read of a damaged journal: each commit by itself, including those after the damage. They are not
/// checked: a commit's head states its place in the replica's tree, which only a tree of that size can prove.
package struct JournalRemains: Sendable {
  package struct Entry: Sendable {
    /// The commit's zstd frame within the file.
    package var frame: Range<Int>
    /// The number of the first event.
    package var firstSeq: UInt64
    /// The hashes of the commit's leaves; never empty.
    package var leaves: [Hash256]
    /// The head of the tree after the commit.
    package var head: SignedHead
    /// The tree index of the first leaf.
    package var firstLeaf: UInt64 { head.size - UInt64(leaves.count) }
  }

  /// In the order of the file.
  package private(set) var entries: [Entry] = []
  /// The trees that the base and the header state, where these can be read.
  package private(set) var trees: [MerkleTree] = []
  /// Nil if neither the base nor the header can be read, and the caller gave none.
  package private(set) var publicKey: [UInt8]?
  private let bytes: [UInt8]

  /// The journal in a replica's state folder; nil when there is none.
  ///
  /// - Parameter publicKey: the replica's, if it is known.
  package static func read(
    _ state: any FileStore, folder: String, ledger: String, replica: ReplicaID, publicKey: [UInt8]?
  ) throws(FileError) -> JournalRemains? {
    let path = joined(folder, JournalLayout.name)
    guard try state.status(path)?.kind == .file else { return nil }
    return JournalRemains(try state.readAll(path), ledger: ledger, replica: replica, publicKey: publicKey)
  }

  private init(_ bytes: [UInt8], ledger: String, replica: ReplicaID, publicKey: [UInt8]?) {
    (self.bytes, self.publicKey) = (bytes, publicKey)
    if let (line, _) = try? ZstdDecompressor().decompress(bytes.span), let base = JournalBase(line: line),
      base.replica == replica, base.ledger == ledger
    {
      trees.append(base.tree)
      self.publicKey = base.publicKey
    }
    let expected = self.publicKey.map {
      SegmentHeader(ledger: ledger, replica: replica, publicKey: $0, firstSeq: 1, size: 0, peaks: [])
    }
    // Marks are skipped, and the base's frame is not a segment's.
    var reader = SegmentReader(bytes: bytes, isSealed: false, header: expected)
    while let part = reader.next() {
      guard case .frame(let content, let offset, let sizeBytes) = part else { continue }
      if let header = content.header, header.replica == replica, header.ledger == ledger {
        if let tree = header.tree { trees.append(tree) }
        self.publicKey = self.publicKey ?? header.publicKey
      }
      if let entry = Entry(content, frame: offset..<offset + sizeBytes, of: replica) { entries.append(entry) }
    }
  }

  /// An open segment of some of the commits, which follow one another behind the header.
  package func segment(_ header: SegmentHeader, _ entries: [Entry]) -> [UInt8] {
    entries.reduce(into: SegmentWriter.headerFrame(header)) { $0 += bytes[$1.frame] }
  }
}

extension JournalRemains.Entry {
  /// Nil unless the frame holds exactly one commit, of this replica and with a head.
  fileprivate init?(_ content: FrameContent, frame: Range<Int>, of replica: ReplicaID) {
    guard content.header == nil, content.commits.count == 1, let head = content.commits[0].commit.head,
      content.commits[0].leaves == content.leaves.indices, head.size >= UInt64(content.leaves.count),
      let first = content.events.first?.line, first.stamp.replica == replica
    else { return nil }
    self.init(frame: frame, firstSeq: first.seq, leaves: content.leaves.map(\.hash), head: head)
  }
}
