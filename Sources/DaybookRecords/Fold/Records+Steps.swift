package import DaybookLog
import DaybookModel

// One event at a time, in the caller's order: the resulting records do not depend on the order, but what each event
// changes on the way does.

extension Records {
  /// Records that know the same branches, and what their authors had seen, and hold no event yet. So when an event is
  /// folded, its author's knowledge is known even if the commits that state it come later, and no summary is computed
  /// anew on the way.
  package static func again(_ records: borrowing Records) -> Records {
    let branches = records.branches.map { branch in
      var branch = branch
      branch.leafEnd = 0
      return branch
    }
    return Records(branches: branches, of: records)
  }

  /// Records that know the same branches and what their authors had seen, and hold nothing: what ``again(_:)`` needs
  /// from records that keep changing. O(branches and what was seen).
  package static func causes(of records: borrowing Records) -> Records {
    Records(branches: records.branches, of: records)
  }

  /// Folds one event without its commit's `seen`.
  ///
  /// - Parameter leaf: the event's place in its branch's tree.
  package mutating func apply(
    event: Int, of content: FrameContent, branch: BranchIndex, leaf: UInt64
  ) {
    apply(
      content, events: event..<event + 1, branch: branch,
      firstLeaf: leaf &- UInt64(content.events[event].leaf), leafStart: leaf)
    branches[Int(branch.rawValue)].leafEnd = max(branches[Int(branch.rawValue)].leafEnd, leaf &+ 1)
    count(events: 1, commits: 0)
  }
}

// The records drop writes that were overwritten by somebody who had seen them. To find former conflicts, the log is
// folded again for the few entities that several machines wrote, and all of their writes are kept.

extension Records {
  /// Records that know the same branches and hold nothing: they will keep every write to entities with a register that
  /// several branches wrote, and nothing of any other entity. Memory is 56 bytes for each of those writes.
  package static func history(of records: borrowing Records) -> Records {
    var history = Records(branches: records.branches, of: records, isHistory: true)
    for place in 0..<records.contestedEntities.count {
      let index = Int(records.contestedEntities[place])
      let name = records.kindNames.text(records.entities[index].kind)
      guard let base = name.baseAddress else { continue }
      let kind = history.intern(kind: base, name.count)
      let id = records.idText(index)
      guard let text = id.baseAddress else { continue }
      _ = history.entity(kind, text, id.count, history.key.hash(text, id.count, with: kind))
    }
    return history
  }

  func isOfHistory(
    _ kind: UInt32, _ id: JSONString, _ base: UnsafePointer<UInt8>, _ lineCount: Int
  ) -> Bool {
    if !id.isEscaped {
      let text = base + id.range.start
      return find(kind, text, id.range.count, key.hash(text, id.range.count, with: kind)) != nil
    }
    let text = id.unescaped(UnsafeBufferPointer(start: base, count: lineCount).span)
    return withBase(of: text) { find(kind, $0, text.count, key.hash($0, text.count, with: kind)) != nil }
  }
}
