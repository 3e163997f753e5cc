import DaybookLog
import DaybookModel

/// A writer that holds a real key and is bound by no rule: its commits are whatever lines a test gives it, signed as a
/// sound writer's are. A copy of it goes on as a machine does that was laid back to a backup.
struct OddReplica {
  static let ledger = "0193e7a0-0000-7000-8000-000000000014"

  struct Written {
    /// All of the commit's lines, with LF, its own signed.
    var lines: [UInt8]
    /// What a sealed file holds where a later signature covers the commit.
    var unsigned: [UInt8]
    var before: MerkleTree
    var firstSeq: UInt64
    var lastSeq: UInt64
  }

  let key: SigningKey
  private(set) var tree = MerkleTree()
  private(set) var commits: [Written] = []
  var lastSeq: UInt64 = 0
  /// How many commits it has from the history that it is a copy of.
  var sharedCount = 0
  /// In milliseconds; the writer advances it.
  var time: Int64 = 1_795_000_000_000

  var id: ReplicaID { key.replica }

  /// One line of a commit: an event's behind its `seq`, or any other in full.
  enum Line {
    /// `,"op":…}`
    case event(String, stamp: String? = nil)
    case any(String)
  }

  /// - Parameters:
  ///   - lines: with `%` in the place of the event's stamp and seq.
  ///   - announced: the number of events that the commit states; by default the real number.
  ///   - more: the text behind `events` in the commit's line.
  mutating func write(_ lines: [Line], announced: Int? = nil, more: String = "", skipping: UInt64 = 0) throws
  {
    let before = tree
    lastSeq += skipping
    let firstSeq = lastSeq + 1
    var bytes: [UInt8] = []
    for line in lines {
      let text: String
      switch line {
      case .any(let whole): text = whole
      case .event(let body, let stamp):
        lastSeq += 1
        time += 1
        text = "{\"stamp\":\"\(stamp ?? self.stamp())\",\"seq\":\(lastSeq)\(body)"
      }
      let line = Array(text.utf8)
      tree.append(Leaf.hash(line.span))
      bytes += line + [0x0a]
    }
    let count = announced ?? Int(lastSeq - firstSeq + 1)
    let leaf = Array("{\"commit\":\(commits.count + 1),\"events\":\(count)\(more)}".utf8)
    tree.append(Leaf.hash(leaf.span))
    let head = try Signing.head(of: tree, ledger: Self.ledger, replica: id, key: key)
    commits.append(
      Written(
        lines: bytes + CommitLine.adding(head, to: leaf) + [0x0a], unsigned: bytes + leaf + [0x0a],
        before: before,
        firstSeq: firstSeq, lastSeq: lastSeq))
  }

  func stamp(counter: UInt16 = 0) -> String {
    Stamp(milliseconds: time, counter: counter, replica: id)?.description ?? ""
  }

  /// Its lines that are events which a reader takes, with the leaf of each.
  var events: [Event] {
    commits.flatMap { $0.lines.split(separator: 0x0a) }.compactMap { text in
      let line = Array(text)
      guard line.starts(with: #"{"stamp""#.utf8), let event = try? EventLine.parse(line.span) else {
        return nil
      }
      return (line, event, Leaf.hash(line.span))
    }
  }

  typealias Event = (line: [UInt8], event: EventLine, leaf: Hash256)

  /// The tree behind some of the commits.
  func tree(after count: Int) -> MerkleTree { count < commits.count ? commits[count].before : tree }

  private func header(before index: Int, format: Int64 = SegmentHeader.formatVersion) -> [UInt8] {
    let tree = tree(after: index)
    var header = SegmentHeader(
      ledger: Self.ledger, replica: id, publicKey: key.publicKey, firstSeq: commits[index].firstSeq,
      size: tree.size,
      peaks: tree.peaks)
    header.format = format
    return header.line() + [0x0a]
  }

  /// As it was after some of its commits.
  func before(_ count: Int) -> OddReplica {
    guard count < commits.count else { return self }
    var copy = self
    (copy.tree, copy.lastSeq) = (commits[count].before, commits[count].firstSeq - 1)
    copy.commits.removeSubrange(count...)
    return copy
  }

  // MARK: Files

  /// A frame for the header and one for each commit.
  func open(_ range: Range<Int>, random: UInt64, _ stubs: OddStubs = OddStubs()) -> (
    path: String, bytes: [UInt8]
  ) {
    var bytes = ZstdFrame.compress(header(before: range.lowerBound), level: 1)
    for index in range {
      var content = stubs.replacing(commits[index].lines)
      if content != commits[index].lines { content = header(before: index, format: stubs.format) + content }
      bytes += ZstdFrame.compress(content, level: 1)
    }
    var text: [UInt8] = []
    text.append(hexadecimal: random, width: 16)
    let name = SegmentName.open(
      first: commits[range.lowerBound].firstSeq, random: String(decoding: text, as: UTF8.self))
    return (LedgerLayout.path(of: name, id), bytes)
  }

  /// Frames of so many commits, of which the last alone is signed.
  func sealed(_ range: Range<Int>, frames count: Int, _ stubs: OddStubs = OddStubs()) -> (
    path: String, bytes: [UInt8]
  ) {
    var bytes: [UInt8] = []
    var entries: [SeekTable.Entry] = []
    for start in stride(from: range.lowerBound, to: range.upperBound, by: count) {
      let end = min(start + count, range.upperBound)
      var lines: [UInt8] = []
      for index in start..<end {
        lines += index == end - 1 ? commits[index].lines : commits[index].unsigned
      }
      let left = stubs.replacing(lines)
      let format = left == lines ? SegmentHeader.formatVersion : stubs.format
      let content = header(before: start, format: format) + left
      let frame = ZstdFrame.compress(content, level: 1)
      entries.append(
        SeekTable.Entry(compressedSizeBytes: UInt32(frame.count), contentSizeBytes: UInt32(content.count)))
      bytes += frame
    }
    bytes += SeekTable(entries).frame
    let name = SegmentName.sealed(
      first: commits[range.lowerBound].firstSeq, last: commits[range.upperBound - 1].lastSeq, file: bytes.span
    )
    return (LedgerLayout.path(of: name, id), bytes)
  }
}
