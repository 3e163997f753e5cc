import DaybookModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One walk over a frame's content: cuts it into lines, parses and hashes each, and ends commits.
struct FrameParser {
  private(set) var content: FrameContent
  private var replica: ReplicaID?
  private var cursor = JSONCursor()
  private var line = 0
  /// Where the commit that is being read begins.
  private var firstEvent = 0
  private var firstLeaf = 0

  /// No event is shorter: its stamp alone has 46 bytes.
  private static let eventSizeBytesMin = 100

  init(_ bytes: [UInt8], replica: ReplicaID?) {
    content = FrameContent(bytes: bytes)
    self.replica = replica
    // As many as there can be, so that a large frame is not copied while it grows; memory that is not
    // touched costs nothing.
    content.leaves.reserveCapacity(min(bytes.count / 48, SegmentLimit.frameLinesMax))
    content.events.reserveCapacity(bytes.count / Self.eventSizeBytesMin)
  }

  mutating func parse() throws(Quarantine) {
    let bytes = content.bytes
    let span = bytes.span
    guard !bytes.isEmpty else { throw Quarantine(.empty, line: 1, offset: 0) }
    var start = 0
    while start < bytes.count {
      line += 1
      guard line <= SegmentLimit.frameLinesMax else {
        throw Quarantine(.tooManyLines, line: line, offset: start)
      }
      guard let end = span.firstLineFeed(from: start) else {
        throw Quarantine(.unfinishedLine, line: line, offset: start)
      }
      if let reason = take(span.extracting(start..<end), ByteRange(start, end)) {
        throw Quarantine(reason, line: line, offset: start)
      }
      start = end + 1
    }
    let leftover = content.leaves.count - firstLeaf
    if leftover > 0 {
      throw Quarantine(.leftover(lines: leftover), line: line, offset: content.leaves[firstLeaf].range.start)
    }
  }

  /// Takes one line; what is wrong with it, or nil.
  private mutating func take(_ text: Span<UInt8>, _ range: ByteRange) -> Quarantine.Reason? {
    do throws(LineError) {
      switch LineType.of(text, &cursor) {
      case .event:
        let event = try EventLine.parse(text, &cursor)
        if let replica, event.stamp.replica != replica { return .foreignStamp(event.stamp.replica) }
        content.events.append(FrameContent.EventEntry(line: event, leaf: content.leaves.count))
        append(DaybookLog.Leaf.hash(text), range)
      case .commit:
        let commit = try CommitLine.parse(text, &cursor)
        append(commit.leafHash(text), range)
        return end(commit.commit)
      case .header:
        guard line == 1 else { return .misplacedHeader }
        let header = try SegmentHeader.parse(text, &cursor)
        if let replica, header.replica != replica { return .foreignHeader }
        content.header = header
        replica = header.replica
      case .other:
        try LineType.check(text, &cursor)
        append(DaybookLog.Leaf.hash(text), range)
      }
      return nil
    } catch {
      return .line(error)
    }
  }

  private mutating func append(_ hash: Hash256, _ range: ByteRange) {
    content.leaves.append(FrameContent.Leaf(range: range, hash: hash))
  }

  /// Ends a commit, its own leaf being the last.
  private mutating func end(_ commit: Commit) -> Quarantine.Reason? {
    let events = firstEvent..<content.events.count
    guard commit.events == UInt64(events.count) else {
      return .wrongCount(announced: commit.events, found: events.count)
    }
    let leaves = firstLeaf..<content.leaves.count
    content.commits.append(FrameContent.CommitEntry(commit: commit, events: events, leaves: leaves))
    (firstEvent, firstLeaf) = (events.upperBound, leaves.upperBound)
    return nil
  }
}

extension Span<UInt8> {
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0a, bytes.count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}
