import DaybookModel

/// The writer's own files in the ledger's folder, and what may be removed of them: a file goes only
/// when every line in it but headers is held, by tree index and hash, in the journal or in a sealed
/// file that was read and found whole.
struct OwnFiles {
  private let store: any FileStore
  private let folder: String
  private let base: JournalBase

  init(_ writer: LogWriter) {
    (store, base) = (writer.ledger, writer.base)
    folder = LedgerLayout.folder(of: writer.replica)
  }

  func openNames() throws(FileError) -> [SegmentName] { try names().filter { !$0.isSealed } }

  private func names() throws(FileError) -> [SegmentName] {
    let entries = try store.list(folder) ?? []
    return entries.filter { $0.kind == .file }.compactMap { SegmentName($0.name) }
  }

  func read(_ name: SegmentName) throws(FileError) -> [UInt8] {
    try store.readAll(joined(folder, "\(name)"), sizeBytesMax: SegmentLimit.fileSizeBytesMax)
  }

  /// The whole sealed files that begin where the journal does.
  func sealedFromHere() throws(FileError) -> [OwnSealedFile] {
    var files: [OwnSealedFile] = []
    for name in try names() where name.isSealed && name.first == base.seq + 1 {
      if let file = OwnSealedFile(name, try read(name)) { files.append(file) }
    }
    return files
  }

  enum Verdict: Equatable {
    /// All of it is held elsewhere.
    case held
    /// All that can be read of it is held elsewhere.
    case damaged
    /// Holds what was sealed before the journal began and is in no whole sealed file now: one was removed, or
    /// is just being copied over. Nothing that this replica would not know, and perhaps the only copy.
    case older
    /// Another key's, or another ledger's.
    case foreign
    /// Signed by this replica, and not known to its journal.
    case unknown
  }

  /// Judges an open file against the journal's open segment. `former`: an open segment all of which is held.
  func judge(
    _ name: SegmentName, former: [UInt8], segment: () throws(FileError) -> [UInt8]
  ) throws(FileError) -> Verdict {
    let bytes = try read(name)
    if former.starts(with: bytes) { return .held }
    let segment = try segment()
    if segment.starts(with: bytes) { return .held }
    var reader = SegmentReader(bytes: bytes, isSealed: false)
    var verdict = Verdict.held
    var contents: [FrameContent] = []
    // A stray copy may hold other commits than its name says.
    var first = name.first
    while let part = reader.next() {
      switch part {
      case .frame(let content, _, _):
        if let header = content.header, header.publicKey != base.publicKey || header.ledger != base.ledger {
          return .foreign
        }
        first = content.events.reduce(first) { min($0, $1.line.seq) }
        contents.append(content)
      case .damage: verdict = .damaged
      case .skippable: continue
      }
    }
    let held = try HeldLeaves(segment: segment, base: base, sealed: sealed(from: first))
    for content in contents {
      for entry in content.commits where !held.contains(entry, content) {
        if let head = entry.commit.head, Signing.verify(head, header: base.header) {
          guard head.size <= base.tree.size else { return .unknown }
          verdict = .older
        } else if verdict != .older {
          verdict = .damaged
        }
      }
    }
    return verdict
  }

  /// The whole sealed files with leaves at or behind `first`, read.
  private func sealed(from first: UInt64) throws(FileError) -> [FrameContent] {
    var contents: [FrameContent] = []
    for case .sealed(let start, let last, let digest) in try names() where last >= first && start <= base.seq
    {
      let name = SegmentName.sealed(first: start, last: last, digest: digest)
      let bytes = try read(name)
      guard name.matches(bytes.span) else { continue }
      var reader = SegmentReader(bytes: bytes, isSealed: true)
      while let part = reader.next() {
        if case .frame(let content, _, _) = part, content.header?.publicKey == base.publicKey {
          contents.append(content)
        }
      }
    }
    return contents
  }
}

/// Hashes of leaves by their index in the replica's tree.
private struct HeldLeaves {
  private var hashes: [UInt64: Hash256] = [:]

  init(segment: [UInt8], base: JournalBase, sealed: [FrameContent]) {
    for content in sealed { add(content.leaves, from: content.header?.size ?? 0) }
    var reader = SegmentReader(bytes: segment, isSealed: false)
    var size = base.tree.size
    while let part = reader.next() {
      guard case .frame(let content, _, _) = part else { continue }
      add(content.leaves, from: size)
      size += UInt64(content.leaves.count)
    }
  }

  private mutating func add(_ leaves: [FrameContent.Leaf], from index: UInt64) {
    for (offset, leaf) in leaves.enumerated() { hashes[index &+ UInt64(offset)] = leaf.hash }
  }

  /// A commit's place is what its own head says: it may stand behind damage.
  func contains(_ entry: FrameContent.CommitEntry, _ content: FrameContent) -> Bool {
    let leaves = content.leaves[entry.leaves]
    guard let head = entry.commit.head, head.size >= UInt64(leaves.count) else { return false }
    let first = head.size - UInt64(leaves.count)
    return leaves.enumerated().allSatisfy { hashes[first + UInt64($0.offset)] == $0.element.hash }
  }
}
