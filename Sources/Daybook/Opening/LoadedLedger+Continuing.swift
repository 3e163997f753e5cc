// Reading a replica's files on from where the last reading came to, instead of from their beginning.

import DaybookLog
import DaybookModel
import DaybookReplication

extension LoadedLedger {
  /// The files of a replica that are to be read, and from where to go on; nil where files that were read are not there
  /// any more, where new ones tell of the same events, or where roots are wanted that reading on does not show.
  func continuation(
    of replica: ReplicaID, _ now: Inventory, showing sizes: [UInt64]
  ) -> (rest: [Inventory.SegmentFile], Continuation)? {
    guard let known = report.replicas[replica], var verified = known.passing else { return nil }
    let segments = now.segments(of: replica)
    verified.covered.removeAll { !segments.contains($0) }
    let held = Set(verified.sealed + verified.covered)
    var rest = segments.filter { !held.contains($0) }
    guard rest.count == segments.count - held.count,
      rest.allSatisfy({ $0.first >= verified.point?.nextSeq ?? 1 })
    else { return nil }
    var point = verified.point
    var skipsOpen = false
    if let open = verified.open, let first = rest.first, first.path == open.file.path,
      first.inode == open.file.inode, first.sizeBytes >= open.file.sizeBytes,
      rest.dropFirst().allSatisfy({ $0.first >= open.point.nextSeq })
    {
      skipsOpen = first == open.file
      if skipsOpen { rest.removeFirst() }
      point = open.point
    }
    guard let point else { return nil }
    for root in known.roots { verified.roots[root.size] = root.root }
    guard sizes.allSatisfy({ $0 >= point.tree.size || verified.roots[$0] != nil }) else { return nil }
    return (rest, Continuation(verified, skipsOpen: skipsOpen))
  }

  /// Whether files were found in order that were read on: what is wrong behind where that began may as well be
  /// wrong before it.
  func isInOrder(_ replica: ReplicaID, _ newer: ReadReport) -> Bool {
    guard let read = newer.replicas[replica], read.isResumed else { return true }
    return read.findings.isEmpty
  }
}
