import DaybookLog
import DaybookModel

// What somebody can do who has a ledger's files, and knows their format as well as this program does.

extension TestReplica {
  /// The same commits, with a text of one of them changed and nothing else: no hash, no signature.
  func saying(_ text: String, in index: Int) -> TestReplica {
    var copy = self
    copy.commits[index].lines = replacing(FraudLedger.honest, with: text, in: commits[index].lines)
    return copy
  }

  /// A commit's line with another head, or none.
  func changingHead(_ index: Int, _ change: (SignedHead) throws -> SignedHead?) throws -> TestReplica {
    var copy = self
    let lines = commits[index].lines.split(separator: 0x0a).map(Array.init)
    guard let last = lines.last else { return self }
    var line = try CommitLine.parse(last.span).strippingHead(last.span)
    if let head = try change(commits[index].head) { line = CommitLine.adding(head, to: line) }
    copy.commits[index].lines = (lines.dropLast() + [line]).flatMap { $0 + [0x0a] }
    return copy
  }

  /// All heads from a commit on made anew over the lines as they now are, each with the signature it had: all
  /// that can be worked out without the key.
  func recomputingRoots(from first: Int) throws -> TestReplica {
    var copy = self
    var tree = commits[first].before
    for index in commits.indices[first...] {
      copy.commits[index].before = tree
      let lines = copy.commits[index].lines.split(separator: 0x0a).map(Array.init)
      for line in lines.dropLast() { tree.append(Leaf.hash(line.span)) }
      guard let last = lines.last else { continue }
      tree.append(Leaf.hash(try CommitLine.parse(last.span).strippingHead(last.span).span))
      let (size, root) = (tree.size, tree.root)
      copy = try copy.changingHead(index) { SignedHead(size: size, root: root, signature: $0.signature) }
    }
    return copy
  }

  /// The bytes of an open segment under a header of one's own choice.
  func open(_ range: Range<Int>, _ change: (inout SegmentHeader) -> Void) -> [UInt8] {
    var header = header(before: range.lowerBound)
    change(&header)
    return commits[range].reduce(SegmentWriter.headerFrame(header)) {
      $0 + SegmentWriter.commitFrame(lines: $1.lines)
    }
  }
}

/// Every occurrence of a text replaced by another one.
func replacing(_ text: String, with other: String, in bytes: [UInt8]) -> [UInt8] {
  Array(String(decoding: bytes, as: UTF8.self).replacing(text, with: other).utf8)
}

extension FraudLedger {
  /// Rewrites the lines of a sealed file, with checksums and a seek table as they should be; and where
  /// `fixesName`, under the name that its bytes then have.
  mutating func rewriteSealed(
    _ path: String, fixesName: Bool, ofFrames order: ([[UInt8]]) -> [[UInt8]]
  ) {
    guard let bytes = files[path],
      let name = path.split(separator: "/").last.flatMap({ SegmentName(String($0)) }),
      case .sealed(let first, let last, _) = name
    else { return }
    var frames: [[UInt8]] = []
    var reader = SegmentReader(bytes: bytes, isSealed: true)
    while let part = reader.next() {
      if case .frame(let content, _, _) = part { frames.append(content.bytes) }
    }
    var (made, table) = ([] as [UInt8], SeekTable())
    for lines in order(frames) {
      let frame = ZstdFrame.compress(lines, level: 9)
      table.entries.append(
        SeekTable.Entry(
          compressedSizeBytes: UInt32(frame.count), contentSizeBytes: UInt32(lines.count)))
      made += frame
    }
    made += table.frame
    files[path] = nil
    let target =
      fixesName
      ? LedgerLayout.path(of: .sealed(first: first, last: last, file: made.span), ann.id) : path
    files[target] = made
  }

  /// The same, line by line.
  mutating func rewriteSealed(_ path: String, fixesName: Bool, _ text: String, with other: String) {
    rewriteSealed(path, fixesName: fixesName) { $0.map { replacing(text, with: other, in: $0) } }
  }

  /// The frames of an open file's commits in another order, or without some.
  mutating func reframe(_ path: String, _ commits: [Int], of replica: TestReplica, from first: Int) {
    files[path] = commits.reduce(SegmentWriter.headerFrame(replica.header(before: first))) {
      $0 + SegmentWriter.commitFrame(lines: replica.commits[$1].lines)
    }
  }
}
