import DaybookModel

/// One of a replica's own sealed files whose name matches its bytes.
struct OwnSealedFile {
  let name: SegmentName
  let first: UInt64
  let last: UInt64
  let sizeBytes: Int
  /// The sizes of its frames, compressed and uncompressed.
  let frames: [SeekTable.Entry]

  var contentSizeBytes: Int { frames.reduce(0) { $0 + Int($1.contentSizeBytes) } }

  /// Nil if the name does not match the content, or the file ends without a table of frames.
  ///
  /// - Parameter sizeBytes: the size of the file.
  init?(_ name: SegmentName, _ bytes: [UInt8], sizeBytes: Int) {
    guard case .sealed(let first, let last, _) = name, name.matches(bytes.span),
      let table = SeekTable(endOf: bytes.span), !table.entries.isEmpty
    else { return nil }
    (self.name, self.first, self.last) = (name, first, last)
    (self.sizeBytes, frames) = (sizeBytes, table.entries)
  }
}

extension OwnSealedFile {
  /// The replica's trees before and after a segment; nil unless all of its frames are sound and without stubs, and its
  /// bytes match its name.
  static func trees(
    of name: SegmentName, _ bytes: [UInt8], _ base: JournalBase
  ) -> (start: MerkleTree, end: MerkleTree)? {
    guard case .sealed(_, let last, _) = name, name.matches(bytes.span) else { return nil }
    var reader = SegmentReader(bytes: bytes, isSealed: true)
    var checker = SealedFileChecker(name, of: base)
    var start: MerkleTree?
    while let part = reader.next() {
      switch part {
      case .frame(let content, _, _):
        if start == nil { start = content.header?.tree }
        guard content.stubs.isEmpty, checker.takes(content) else { return nil }
      case .damage: return nil
      case .skippable: continue
      }
    }
    guard let start, let end = checker.tree, checker.nextSeq == last + 1 else { return nil }
    return (start, end)
  }
}

/// Reads a sealed file frame by frame and checks everything that compacting relies on: that the frames are one
/// writer's, that each continues where the previous one ends, and that a signature covers each.
struct SealedFileChecker {
  private let base: JournalBase
  /// The tree after the last frame.
  private(set) var tree: MerkleTree?
  private(set) var nextSeq: UInt64

  init(_ file: SegmentName, of base: JournalBase) { (self.base, nextSeq) = (base, file.first) }

  /// Whether the frame may follow.
  mutating func takes(_ content: FrameContent) -> Bool {
    guard let header = content.header, header.publicKey == base.publicKey, header.ledger == base.ledger,
      header.firstSeq == nextSeq, var tree = header.tree, self.tree == nil || self.tree == tree,
      let head = content.commits.last?.commit.head
    else { return false }
    for event in content.events {
      if event.line.seq != nextSeq { return false }
      nextSeq += 1
    }
    for leaf in content.leaves { tree.append(leaf.hash) }
    self.tree = tree
    return head.size == tree.size && head.root == tree.root && Signing.verify(head, header: header)
  }
}
