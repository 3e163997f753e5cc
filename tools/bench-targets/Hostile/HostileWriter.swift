import DaybookLog
import DaybookModel

/// One replica's files, written by hand: lines that Daybook would never write, with valid signatures.
struct HostileWriter {
  static let ledger = "0193b6f0-0000-7000-8000-000000000001"

  let store: any FileStore
  let key = SigningKey()
  private(set) var tree = MerkleTree()
  private(set) var seq: UInt64 = 1
  private var commit: UInt64 = 1
  /// The time of the last event.
  var time: UInt64 = 1_790_000_000_000 << 16
  private var header: SegmentHeader
  /// Commits of the next file.
  private var lines: [[UInt8]] = []
  private var sizeBytes = 0

  /// Well within what a segment may hold.
  private static let fileSizeBytesMax = 32 << 20

  init(_ store: any FileStore) {
    self.store = store
    header = SegmentHeader(
      ledger: Self.ledger, replica: key.replica, publicKey: key.publicKey, firstSeq: 1, size: 0, peaks: [])
  }

  var replica: ReplicaID { key.replica }

  /// Adds a commit of events, each given as the text after its seq: `"op":…}`.
  mutating func commit(_ events: [String], seen: Seen = Seen()) throws {
    var text: [UInt8] = []
    for event in events {
      time += 1 << 16
      let line = Array("{\"stamp\":\"\(Stamp(time: time, replica: replica))\",\"seq\":\(seq),\(event)".utf8)
      tree.append(Leaf.hash(line.span))
      text += line
      text.append(0x0a)
      seq += 1
    }
    let leaf = CommitLine.write(Commit(number: commit, events: UInt64(events.count), seen: seen))
    tree.append(Leaf.hash(leaf.span))
    let head = try Signing.head(of: tree, ledger: Self.ledger, replica: replica, key: key)
    lines.append(text + CommitLine.adding(head, to: leaf) + [0x0a])
    commit += 1
    sizeBytes += text.count
    if sizeBytes >= Self.fileSizeBytesMax { try seal() }
  }

  /// Ends the file: a sealed segment of the commits since the last, in this store unless another is named.
  mutating func seal(to other: (any FileStore)? = nil) throws {
    guard !lines.isEmpty else { return }
    var writer = SealedSegmentWriter(header: header, level: 1)
    for text in lines {
      guard case .content(let content) = FrameContent.parse(text, replica: replica) else { continue }
      try writer.append(content, commits: 0..<content.commits.count)
    }
    let sealed = try writer.finish()
    try Self.write(sealed.bytes, to: LedgerLayout.path(of: sealed.name, replica), of: other ?? store)
    (header.firstSeq, header.size, header.peaks) = (seq, tree.size, tree.peaks)
    (lines, sizeBytes) = ([], 0)
  }

  static func write(_ bytes: [UInt8], to path: String, of store: any FileStore) throws {
    try store.createFolder(store.folder(of: path))
    let file = try store.create(path)
    try file.write(bytes)
    file.close()
  }

  /// A ledger without events.
  static func found(_ path: String) throws -> DiskFileStore {
    try Folder.remove(path)
    let store = try DiskFileStore.creating(path: path)
    try LedgerDescriptor(ledger: ledger, createdAt: Instant(milliseconds: 0)).found(in: "", of: store)
    return store
  }
}
