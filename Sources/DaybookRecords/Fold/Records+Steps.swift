package import DaybookLog
import DaybookModel

// One event at a time, in an order of the caller's: what records come to does not depend on the order, but what
// each event changed on the way does.

extension Records {
  /// Records that know the same branches, and what their authors had seen, and hold no event yet. So when an event is
  /// folded, what its author knew is known even if the commits that say so come later, and nothing is summed up anew on
  /// the way.
  package static func again(_ records: borrowing Records) -> Records {
    let branches = records.branches.map { branch in
      var branch = branch
      branch.leafEnd = 0
      return branch
    }
    return Records(branches: branches, of: records)
  }

  /// Records that know the same branches and what their authors had seen, and hold nothing: what ``again(_:)`` needs of
  /// records that go on. O(branches and what was seen).
  package static func causes(of records: borrowing Records) -> Records {
    Records(branches: records.branches, of: records)
  }

  /// Folds one event without what its commit says of others.
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
