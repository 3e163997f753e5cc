import DaybookModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One walk over a frame's content: cuts it into lines, parses and hashes each, and ends commits.
struct FrameParser: ~Copyable {
  private var content: FrameContent
  private var replica: ReplicaID?
  private let isOfOneReplica: Bool
  private var cursor = JSONCursor()
  private var known = KnownStamp()
  private var line = 0
  /// Where the commit that is being read begins.
  private var firstEvent = 0
  private var firstLeaf = 0

  /// No event is shorter: its stamp alone has 46 bytes.
  private static let eventSizeBytesMin = 100

  /// - Parameters:
  ///   - replica: the replica whose lines they must be.
  ///   - isOfOneReplica: whether they must all be of one replica, if
  ///   it is not known which.
  init(_ content: consuming FrameContent, replica: ReplicaID? = nil, isOfOneReplica: Bool = false) {
    self.content = content
    (self.replica, self.isOfOneReplica) = (replica, isOfOneReplica)
    // Reserved for the maximum number, so that a large frame is not copied while it grows; memory that is not
    // touched costs nothing.
    let sizeBytes = self.content.bytes.count
    self.content.leaves.reserveCapacity(min(sizeBytes / 48, SegmentLimit.frameLinesMax))
    self.content.events.reserveCapacity(sizeBytes / Self.eventSizeBytesMin)
  }

  /// What was parsed.
  consuming func finish() -> FrameContent { content }

  mutating func parse() throws(FrameRejection) {
    let bytes = content.bytes
    guard !bytes.isEmpty else { throw FrameRejection(.empty, line: 1, offset: 0) }
    try bytes.withUnsafeBufferPointer { (bytes) throws(FrameRejection) in try parseLines(bytes) }
    let leftover = content.leaves.count - firstLeaf
    if leftover > 0 {
      throw FrameRejection(
        .leftover(lines: leftover), line: line, offset: content.leaves[firstLeaf].range.start)
    }
    hashLeaves()
  }

  private mutating func parseLines(_ bytes: UnsafeBufferPointer<UInt8>) throws(FrameRejection) {
    var start = 0
    while start < bytes.count {
      line += 1
      guard line <= SegmentLimit.frameLinesMax else {
        throw FrameRejection(.tooManyLines, line: line, offset: start)
      }
      guard let end = bytes.firstLineFeed(from: start) else {
        throw FrameRejection(.unfinishedLine, line: line, offset: start)
      }
      let reason =
        takeCanonical(bytes, start..<end)
        ? takeStamp(ByteRange(start, end)) : take(bytes.extracting(start..<end).span, ByteRange(start, end))
      if let reason { throw FrameRejection(reason, line: line, offset: start) }
      start = end + 1
    }
  }

  /// All together, except for commits whose leaf is not their whole line.
  private mutating func hashLeaves() {
    var start = 0
    for index in content.commits.indices where content.commits[index].commit.head != nil {
      let own = content.commits[index].leaves.upperBound - 1
      content.hash(start..<own)
      start = own + 1
    }
    content.hash(start..<content.leaves.count)
    for stub in content.stubs { content.leaves[content.events[stub.event].leaf].hash = stub.mark.leaf }
  }

  /// Reads an event into its place; false if there is none that can be read in this way.
  @inline(__always)
  private mutating func takeCanonical(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    let index = content.events.count
    content.events.append(FrameContent.EventEntry(line: .blank(), leaf: content.leaves.count))
    if CanonicalLine.read(bytes, line, into: &content.events[index].line, &cursor, &known) { return true }
    content.events.removeLast()
    return false
  }

  /// Checks the last event's stamp, and makes its leaf.
  @inline(__always)
  private mutating func takeStamp(_ range: ByteRange) -> FrameRejection.Reason? {
    let stamp = content.events[content.events.count - 1].line.stamp
    if let replica, stamp.replica != replica { return .foreignStamp(stamp.replica) }
    if stamp.time > Stamp.ownTimeMax {
      return .line(LineError(.wrongType(key: "stamp", expected: "before the year 9998"), at: 0))
    }
    if isOfOneReplica { replica = stamp.replica }
    append(nil, range)
    return nil
  }

  /// Reads one line; returns what is wrong with it, or nil.
  private mutating func take(_ text: Span<UInt8>, _ range: ByteRange) -> FrameRejection.Reason? {
    do throws(LineError) {
      switch LineType.of(text, &cursor) {
      case .event:
        let event = try EventLine.parse(text, &cursor)
        content.events.append(FrameContent.EventEntry(line: event, leaf: content.leaves.count))
        return takeStamp(range)
      case .commit:
        let commit = try CommitLine.parse(text, &cursor)
        append(commit.head == nil ? nil : commit.leafHash(text), range)
        return end(commit.commit)
      case .header:
        guard line == 1 else { return .misplacedHeader }
        let header = try SegmentHeader.parse(text, &cursor)
        if let replica, header.replica != replica { return .foreignHeader }
        content.header = header
        replica = header.replica
      case .stub where mayHaveStubs: return try takeStub(text, range)
      case .stub, .other:
        try LineType.check(text, &cursor)
        append(nil, range)
      }
      return nil
    } catch {
      return .line(error)
    }
  }

  private mutating func takeStub(
    _ text: Span<UInt8>, _ range: ByteRange
  ) throws(LineError) -> FrameRejection.Reason? {
    var event = try EventLine.parse(text, &cursor)
    guard let mark = StubMark(of: text), mark.fits(event.set, of: text) else {
      throw LineError(.wrongType(key: StubMark.key, expected: "what was erased of a line"), at: 0)
    }
    guard StubRules.allows(event.op, kind: event.kind.text(text)) else { return .forbiddenStub }
    event.isStub = true
    content.stubs.append(FrameContent.StubEntry(event: content.events.count, mark: mark))
    content.events.append(FrameContent.EventEntry(line: event, leaf: content.leaves.count))
    return takeStamp(range)
  }

  private var mayHaveStubs: Bool { content.header.map { $0.format >= SegmentHeader.stubFormat } ?? false }

  private mutating func append(_ hash: Hash256?, _ range: ByteRange) {
    content.leaves.append(FrameContent.Leaf(range: range, hash: hash ?? Hash256(words: (0, 0, 0, 0))))
  }

  /// Ends a commit, its own leaf being the last.
  private mutating func end(_ commit: Commit) -> FrameRejection.Reason? {
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

extension UnsafeBufferPointer<UInt8> {
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, 0x0a, count - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
