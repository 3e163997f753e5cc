import DaybookModel
import DaybookReplication

extension LedgerState {
  /// Leaves of a replica that the records hold, with the root at their end.
  struct Held: Sendable {
    var leaves: Range<UInt64>
    var root: Hash256
  }
}

extension [LedgerState.Held] {
  /// With one more part, which may lie over others: the same history holds them all.
  func including(_ part: Element) -> Self {
    let before = prefix { $0.leaves.upperBound < part.leaves.lowerBound }
    let after = drop { $0.leaves.lowerBound <= part.leaves.upperBound }
    let touching = self[before.endIndex..<after.startIndex]
    let last = touching.last.flatMap { $0.leaves.upperBound > part.leaves.upperBound ? $0 : nil } ?? part
    let start = Swift.min(touching.first?.leaves.lowerBound ?? part.leaves.lowerBound, part.leaves.lowerBound)
    return before + [Element(leaves: start..<last.leaves.upperBound, root: last.root)] + after
  }
}

extension [Range<UInt64>] {
  /// Whether one of them has all of the leaves. They are ascending.
  func hold(_ leaves: Range<UInt64>) -> Bool {
    let place = firstPlace { $0.upperBound >= leaves.upperBound }
    return place < count && self[place].lowerBound <= leaves.lowerBound
  }
}

extension ReadReport {
  /// Those of a branch that a reading showed; ascending.
  func leaves(of branch: BranchID) -> [Range<UInt64>] {
    branches(of: branch.replica).first { $0.id == branch }?.stretches.map(\.leaves) ?? []
  }
}
