package import DaybookLog
import DaybookModel

extension Records {
  /// Folds some of a frame's commits. Each commit of a branch must be given once, in any order.
  ///
  /// - Parameters:
  ///   - commits: within `content.commits`.
  ///   - branch: the branch that the commits belong to.
  ///   - firstLeaf: the place of `content.leaves[0]` in the branch's tree.
  package mutating func apply(
    _ content: FrameContent, commits: Range<Int>, branch: BranchIndex, firstLeaf: UInt64
  ) {
    guard !commits.isEmpty else { return }
    compactIfDue()
    for index in commits where !content.commits[index].commit.seen.isEmpty {
      let leaf = firstLeaf &+ UInt64(content.commits[index].leaves.lowerBound)
      keep(content.commits[index].commit.seen, branch: branch, leaf: leaf)
    }
    let events =
      content.commits[commits.lowerBound].events
      .lowerBound..<content.commits[commits.upperBound - 1].events.upperBound
    let leaves =
      content.commits[commits.lowerBound].leaves
      .lowerBound..<content.commits[commits.upperBound - 1].leaves.upperBound
    apply(
      content, events: events, branch: branch, firstLeaf: firstLeaf,
      leafStart: firstLeaf &+ UInt64(leaves.lowerBound))
    branches[Int(branch.rawValue)].leafEnd = max(
      branches[Int(branch.rawValue)].leafEnd, firstLeaf &+ UInt64(leaves.upperBound))
    let void = content.stubs.isEmpty ? 0 : events.count { content.events[$0].line.isVoid }
    count(events: events.count - void, commits: commits.count)
    if reach.isWaiting { takeUpWaiting() }
  }

  mutating func apply(
    _ content: FrameContent, events: Range<Int>, branch: BranchIndex, firstLeaf: UInt64, leafStart: UInt64,
    isRaised: Bool = false
  ) {
    let home = branches[Int(branch.rawValue)]
    let run = Run(
      branch: branch.rawValue, replica: home.replica, replicaID: replicas[home.replica].rawValue,
      firstLeaf: firstLeaf,
      // A history replaces nothing.
      isLatest: !isHistory && !isRaised && leafStart >= home.leafEnd, isRaised: isRaised)
    // Sound: the pointers are used only while the arrays lend them.
    content.bytes.withUnsafeBufferPointer { bytes in
      content.events.withUnsafeBufferPointer { entries in
        content.leaves.withUnsafeBufferPointer { leaves in
          let frame = Frame(bytes: bytes, entries: entries, leaves: leaves)
          var next = events.lowerBound
          while next < events.upperBound {
            let end = min(next + Batch.countMax, events.upperBound)
            gather(next..<end, of: frame, run)
            lookUp(in: frame)
            if touchLog.isKept {
              for index in 0..<batch.count { foldNoting(batch.items[index], of: frame, run) }
            } else {
              for index in 0..<batch.count { fold(batch.items[index], of: frame, run) }
            }
            next = end
          }
        }
      }
    }
  }

  /// The first pass: kinds, hashes of ids, and the slots of those hashes.
  @inline(__always)
  private mutating func gather(_ events: Range<Int>, of frame: Frame, _ run: Run) {
    var count = 0
    let skipsSome = !skipped.isEmpty
    var newest: UInt64 = 0
    for index in events {
      let entry = frame.entries.baseAddress! + index
      if entry.pointee.line.isVoid { continue }
      let stamp = entry.pointee.line.stamp
      if stamp.replica.rawValue == run.replicaID {
        newest = max(newest, stamp.time)
      } else {
        reach.note(stamp.time, of: replicas.intern(stamp.replica))
      }
      var reachesAt = true
      if let at = entry.pointee.line.at { reachesAt = reaches(at, entry, of: frame, run) }
      if skipsSome, skipped.contains(entry.pointee.line.stamp) { continue }
      guard entry.pointee.line.op != .other, entry.pointee.line.op != .erase else { continue }
      let line = frame.leaves[entry.pointee.leaf].range
      precondition(line.start >= 0 && line.end <= frame.bytes.count && line.start < line.end)
      let base = frame.bytes.baseAddress! + line.start
      let kind = intern(entry.pointee.line.kind, base, line.count) { $0.intern(kind: $1, $2) }
      let id = entry.pointee.line.id
      if isHistory, !isOfHistory(kind, id, base, line.count) { continue }
      var item = Batch.Item(
        event: index, line: line.start, slot: 0, hash: 0, kind: kind, entity: SideCell.none,
        reachesAt: reachesAt)
      if id.isEscaped {
        let text = id.unescaped(UnsafeBufferPointer(start: base, count: line.count).span)
        item.entity = withBase(of: text) {
          entity(kind, $0, text.count, key.hash($0, text.count, with: kind))
        }
      } else {
        item.hash = key.hash(base + id.range.start, id.range.count, with: kind)
        entitySlots.prefetch(item.hash)
      }
      batch.items[count] = item
      count += 1
    }
    batch.count = count
    reach.note(newest, of: run.replica)
  }

  /// The other passes: the entities that the slots name, their ids, and then their rows; missing entities are made.
  @inline(__always)
  private mutating func lookUp(in frame: Frame) {
    for index in 0..<batch.count {
      let item = batch.items.place(index)
      guard item.pointee.entity == SideCell.none else { continue }
      item.pointee.slot = entitySlots.firstSlot(item.pointee.hash)
      if let found = SlotTable.index(in: item.pointee.slot, hash: item.pointee.hash) {
        entities.prefetch(found)
      }
    }
    for index in 0..<batch.count {
      let item = batch.items[index]
      if let found = SlotTable.index(in: item.slot, hash: item.hash) {
        ids.prefetch(entities[found].idOffset)
      }
    }
    for index in 0..<batch.count {
      let item = batch.items.place(index)
      if item.pointee.entity == SideCell.none {
        let id = frame.entries[item.pointee.event].line.id.range
        let text = frame.bytes.baseAddress! + item.pointee.line + id.start
        item.pointee.entity = entity(item.pointee.kind, text, id.count, item.pointee.hash)
      }
      let record = entities.place(Int(item.pointee.entity))
      cells.prefetch(Int(record.pointee.row))
      cells.prefetch(Int(record.pointee.row) + Int(record.pointee.width) - 1)
    }
  }

  /// The number of a string of the line that begins at `base`.
  @inline(__always)
  mutating func intern(
    _ string: JSONString, _ base: UnsafePointer<UInt8>, _ lineCount: Int,
    _ number: (inout Records, UnsafePointer<UInt8>, Int) -> UInt32
  ) -> UInt32 {
    if !string.isEscaped { return number(&self, base + string.range.start, string.range.count) }
    let text = string.unescaped(UnsafeBufferPointer(start: base, count: lineCount).span)
    return withBase(of: text) { number(&self, $0, text.count) }
  }
}

/// Lends the bytes' address; there is one even when there are none.
@inline(never)
func withBase<Result>(of bytes: [UInt8], _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
  (bytes + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
}

/// A frame's arrays, lent for the duration of one `apply`.
struct Frame {
  let bytes: UnsafeBufferPointer<UInt8>
  let entries: UnsafeBufferPointer<FrameContent.EventEntry>
  let leaves: UnsafeBufferPointer<FrameContent.Leaf>
}

/// What all events of one `apply` have in common.
struct Run {
  let branch: UInt32
  let replica: UInt32
  let replicaID: UInt64
  let firstLeaf: UInt64
  /// Whether they come after everything of their branch that was applied before.
  let isLatest: Bool
  /// Whether they were folded before at their own stamps, and now count at their `at`.
  let isRaised: Bool
}
