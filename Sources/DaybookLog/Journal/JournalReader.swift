package import DaybookModel

/// Reads a journal's bytes: the base, then commit by commit, checking each against the tree.
///
/// The bytes after the last sound commit are either a torn tail (the end of a write that was never flushed, and so
/// never acknowledged), or damage. Later bytes decide between the two: a signed later commit of another write proves
/// that the damaged place had been flushed.
package struct JournalReader: ~Copyable {
  /// One commit of the journal.
  package struct Entry: Sendable {
    package var content: FrameContent
    /// The commit's zstd frame within the file.
    package var frame: Range<Int>
    package var commit: Commit { content.commits[0].commit }
  }

  /// How the bytes end.
  package enum End: Sendable, Equatable {
    case clean
    case torn(offset: Int)
    case damaged(offset: Int)

    package var isDamaged: Bool {
      if case .damaged = self { return true }
      return false
    }
  }

  package let base: JournalBase
  /// Where the first commit begins.
  package let commitsStart: Int
  /// The base of a journal that begins after what was read.
  package private(set) var head: JournalBase
  /// The last signed head, which covers everything before.
  package private(set) var signedHead: SignedHead?
  /// The place after the last sound commit.
  package private(set) var offset: Int
  private let bytes: [UInt8]
  /// The place of the bytes in the journal.
  private let origin: Int
  private let decompressor = ZstdDecompressor()

  /// Throws if the beginning is damaged, since it was flushed before the file got its name.
  package init(_ bytes: [UInt8]) throws(JournalDamage) {
    (self.bytes, origin) = (bytes, 0)
    do throws(FrameError) {
      let (line, baseSizeBytes) = try decompressor.decompress(bytes.span)
      guard let base = JournalBase(line: line) else { throw .corrupt }
      let (headerLine, headerSizeBytes) = try decompressor.decompress(bytes.span, at: baseSizeBytes)
      guard base.isHeader(headerLine) else { throw .corrupt }
      self.base = base
      commitsStart = baseSizeBytes + headerSizeBytes
    } catch {
      throw JournalDamage(offset: 0)
    }
    head = base
    offset = commitsStart
  }

  /// Reads some of a journal's commits: those after `base`, which begin at `origin` in it.
  init(commits bytes: [UInt8], at origin: Int, behind base: JournalBase) {
    (self.bytes, self.origin, self.base, head) = (bytes, origin, base, base)
    (commitsStart, offset) = (0, 0)
  }

  /// The next good commit, or nil; then ``end()`` says why.
  package mutating func next() -> Entry? {
    guard offset < bytes.count, let (entry, tree) = entry(at: offset) else { return nil }
    offset = entry.frame.upperBound
    head.tree = tree
    head.advance(over: entry.commit, lastStamp: entry.content.events.last?.line.stamp)
    signedHead = entry.commit.head
    return entry
  }

  /// A commit at `place`, including its mark, if it is the one that must follow; and the tree after it.
  private func entry(at place: Int) -> (Entry, MerkleTree)? {
    let start = place + JournalLayout.markSizeBytes
    guard JournalLayout.writeStart(markAt: place, bytes.span, below: origin + place) != nil,
      let (content, sizeBytes) = content(at: start), let commit = content.commits.first?.commit,
      commit.number == head.commit + 1, let signed = commit.head
    else { return nil }
    var seq = head.seq
    for event in content.events {
      seq += 1
      if event.line.seq != seq { return nil }
    }
    var tree = head.tree
    for leaf in content.leaves { tree.append(leaf.hash) }
    guard signed.size == tree.size, signed.root == tree.root else { return nil }
    return (Entry(content: content, frame: start..<start + sizeBytes), tree)
  }

  /// A frame of exactly one commit of this replica.
  private func content(at place: Int) -> (FrameContent, sizeBytes: Int)? {
    guard let (lines, sizeBytes) = try? decompressor.decompress(bytes.span, at: place),
      case .content(let content) = FrameContent.parse(lines, replica: base.replica),
      content.header == nil, content.commits.count == 1
    else { return nil }
    return (content, sizeBytes)
  }

  /// Call it once ``next()`` has returned nil. O(1) unless there is damage.
  package func end() -> End {
    let end = endOfContent
    if offset == end { return .clean }
    var place = offset + 1
    while place + 4 <= end {
      if bytes.span.little(4, at: place) == UInt64(FrameHeader.magic), wasFlushedBefore(place) {
        return .damaged(offset: offset)
      }
      place += 1
    }
    return .torn(offset: offset)
  }

  /// The place after the last byte that is not zero, or after the last sound commit.
  var endOfContent: Int {
    var end = bytes.count
    while end > offset, bytes[end - 1] == 0 { end -= 1 }
    return end
  }

  /// Whether a later commit signed by this replica begins here, in a write that began after the damaged place.
  private func wasFlushedBefore(_ place: Int) -> Bool {
    let mark = place - JournalLayout.markSizeBytes
    guard let writeStart = JournalLayout.writeStart(markAt: mark, bytes.span, below: origin + mark),
      writeStart > origin + offset,
      let (content, _) = content(at: place), let commit = content.commits.first?.commit,
      commit.number > head.commit, let signed = commit.head
    else { return false }
    return Signing.verify(signed, header: base.header)
  }
}

/// A journal whose flushed part is damaged. Its commits may still be in the published segment.
package struct JournalDamage: Error, Sendable, Equatable {
  package var offset: Int
}
