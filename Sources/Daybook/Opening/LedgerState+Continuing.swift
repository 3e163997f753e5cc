// Reading a replica's files on from where the last reading came to, instead of from their beginning.

import DaybookLog
import DaybookModel
import DaybookReplication

extension LedgerState {
  /// The files of a replica that are to be read, and from where to go on; nil where they are to
  /// be read from the beginning, or where roots are wanted that reading on does not show.
  func continuation(
    of replica: ReplicaID, _ now: Inventory, showing sizes: [UInt64]
  ) -> (rest: [Inventory.SegmentFile], Continuation)? {
    guard let known = report.replicas[replica],
      let (standing, rest) = known.passing?.standing(among: now.segments(of: replica)),
      let point = standing.point
    else { return nil }
    var verified = standing
    for root in known.roots { verified.roots[root.size] = root.root }
    guard sizes.allSatisfy({ $0 >= point.tree.size || verified.roots[$0] != nil }) else { return nil }
    return (rest, Continuation(verified))
  }
}
