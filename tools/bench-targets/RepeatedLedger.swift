import DaybookLog
import DaybookModel
import DaybookReplication

/// A ledger of one replica that repeats the events of another ledger several times: of any size, with a state that does
/// not grow.
enum RepeatedLedger {
  /// Makes the ledger `target` of `times` times the events in `path`, in sealed files.
  static func make(_ target: String, of path: String, times: Int) throws {
    let source = try DiskFileStore(path: path)
    let descriptor = try LedgerDescriptor(source.readAll(LedgerLayout.descriptor))
    let store = try DiskFileStore.creating(path: target)
    try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
    var writer = Writer(store, ledger: descriptor.ledger)
    let reader = LedgerReader(store: source, descriptor: descriptor)
    for _ in 0..<times {
      _ = try reader.read(try Inventory.scan(source)) { frame in try writer.repeat(frame) }
    }
    try writer.finish()
  }

  private struct Writer {
    let store: any FileStore
    let ledger: String
    let key = SigningKey()
    var tree = MerkleTree()
    var seq: UInt64 = 1
    var commit: UInt64 = 1
    var time: UInt64 = 1_700_000_000_000 << 16
    /// What the next file begins with, and the commits that go into it.
    var header: SegmentHeader
    var lines: [[UInt8]] = []
    var sizeBytes = 0

    static let fileSizeBytes = 16 << 20

    init(_ store: any FileStore, ledger: String) {
      (self.store, self.ledger) = (store, ledger)
      header = SegmentHeader(
        ledger: ledger, replica: key.replica, publicKey: key.publicKey, firstSeq: 1, size: 0, peaks: [])
    }

    mutating func `repeat`(_ frame: borrowing AttestedFrame) throws {
      let content = frame.content
      for entry in content.commits[frame.commits] {
        var text: [UInt8] = []
        for event in content.events[entry.events] {
          let line = content.leaves[event.leaf].range
          let start = text.count
          text += "{\"stamp\":\"\(Stamp(time: time, replica: key.replica))\",\"seq\":\(seq)".utf8
          // Behind the stamp and the seq, which have no comma in them.
          let all = content.bytes[line.start..<line.end]
          let rest = all.dropFirst(64).drop { $0 != UInt8(ascii: ",") }
          text += rest
          let written = Array(text[start...])
          tree.append(Leaf.hash(written.span))
          text.append(0x0a)
          (seq, time) = (seq + 1, time + 1 << 16)
        }
        try end(text, events: entry.events.count)
      }
    }

    private mutating func end(_ text: [UInt8], events: Int) throws {
      let leaf = CommitLine.write(Commit(number: commit, events: UInt64(events)))
      tree.append(Leaf.hash(leaf.span))
      let head = try Signing.head(of: tree, ledger: ledger, replica: key.replica, key: key)
      lines.append(text + CommitLine.adding(head, to: leaf) + [0x0a])
      commit += 1
      sizeBytes += text.count
      if sizeBytes >= Self.fileSizeBytes { try finish() }
    }

    mutating func finish() throws {
      guard !lines.isEmpty else { return }
      var writer = SealedSegmentWriter(header: header, level: 3)
      for text in lines {
        guard case .content(let content) = FrameContent.parse(text, replica: key.replica) else { continue }
        try writer.append(content, commits: 0..<content.commits.count)
      }
      let sealed = try writer.finish()
      let path = LedgerLayout.path(of: sealed.name, key.replica)
      try store.createFolder(store.folder(of: path))
      let file = try store.create(path)
      try file.write(sealed.bytes)
      file.close()
      (header.firstSeq, header.size, header.peaks) = (seq, tree.size, tree.peaks)
      (lines, sizeBytes) = ([], 0)
    }
  }
}
