import DaybookLog
package import DaybookModel

extension Records {
  /// The greatest `at` that counts, as ``Stamp/time``: see ``Reach``.
  package var atLimit: UInt64 { reach.limit(events: eventCount) }

  /// The same, once the given number of further events is held, one of them with this stamp.
  package func atLimit(after stamp: Stamp, events: Int) -> UInt64 {
    max(reach.greatest, stamp.time).addingReportingOverflow(UInt64(eventCount + events)).partialValue
  }

  /// Whether an event counts at its `at`. If further events could make it count, its line is kept.
  @inline(never)
  mutating func reaches(
    _ at: Stamp, _ entry: UnsafePointer<FrameContent.EventEntry>, of frame: Frame, _ run: Run
  ) -> Bool {
    guard at.replica == entry.pointee.line.stamp.replica else { return false }
    // A waiting event would count at a greater order than now.
    if run.isRaised || at.time <= max(atLimit, entry.pointee.line.stamp.time) { return true }
    if reach.isFixed { return false }
    let leaf = frame.leaves[entry.pointee.leaf]
    let kept = Self.withoutReasons(
      UnsafeBufferPointer(start: frame.bytes.baseAddress! + leaf.range.start, count: leaf.range.count),
      isStub: entry.pointee.line.isStub)
    let line = withBase(of: kept) { waitingLines.append($0, count: kept.count) }
    reach.wait(
      WaitingWrite(
        time: at.time, leaf: run.firstLeaf &+ UInt64(entry.pointee.leaf), hash: leaf.hash.words,
        line: UInt64(line), lineCount: UInt32(kept.count), branch: run.branch))
    return false
  }

  /// A line without the parts that have no effect: a reason, a salt, and keys that format 1 does not know may be long.
  /// A stub is recognised by its first key.
  private static func withoutReasons(_ line: UnsafeBufferPointer<UInt8>, isStub: Bool) -> [UInt8] {
    var kept = [UInt8(ascii: "{")]
    var members = MemberScanner(line)
    while members.next() {
      let name = String(decoding: line[members.keyStart..<members.keyEnd], as: UTF8.self)
      let key = EventKey(name: name)
      let isNeeded = key != nil && key != .why && key != .salt || isStub && name == StubMark.key
      guard isNeeded || members.keyIsEscaped else { continue }
      if kept.count > 1 { kept.append(UInt8(ascii: ",")) }
      kept += line[(members.keyStart - 1)..<members.valueEnd]
    }
    return kept + [UInt8(ascii: "}")]
  }

  /// Applies waiting claims that count now.
  @inline(never)
  mutating func takeUpWaiting() {
    while let write = reach.nextWrite(events: eventCount) { raise(write) }
    if reach.writes.isEmpty {
      waitingLines = Arena()
      reach.forgetClaims()
    }
    while let ack = reach.nextAck() {
      noting(ack.entity) { $0.acknowledge(Int(ack.entity), replica: ack.replica, time: ack.time) }
    }
  }

  /// Folds an event once more, now at its `at`.
  private mutating func raise(_ write: WaitingWrite) {
    let bytes = Array(
      UnsafeBufferPointer(start: waitingLines.base + Int(write.line), count: Int(write.lineCount)))
    // The line was parsed before.
    guard var line = try? EventLine.parse(bytes.span) else { return }
    var cursor = JSONCursor()
    line.isStub = LineType.of(bytes.span, &cursor) == .stub
    var content = FrameContent(bytes: bytes)
    content.leaves = [
      FrameContent.Leaf(range: ByteRange(0, bytes.count), hash: Hash256(words: write.hash))
    ]
    content.events = [FrameContent.EventEntry(line: line, leaf: 0)]
    apply(
      content, events: 0..<1, branch: BranchIndex(rawValue: write.branch), firstLeaf: write.leaf,
      leafStart: write.leaf, isRaised: true)
  }

  /// Notes an event of an entity whose `at` does not count yet.
  @inline(never)
  mutating func noteClaim(_ at: Stamp, of entity: UInt32, _ line: EventLine) {
    if at.replica == line.stamp.replica { reach.note(at, of: entity) }
  }

  /// Takes the greater of the acknowledged stamp and this one, unless the replica has not reached it.
  mutating func take(acks: Stamp, _ entity: Int) {
    let replica = replicas.intern(acks.replica)
    if reach.holds(acks.time, of: replica) {
      acknowledge(entity, replica: replica, time: acks.time)
    } else if !reach.isFixed {
      reach.wait(WaitingAck(time: acks.time, entity: UInt32(entity), replica: replica))
    }
  }
}
