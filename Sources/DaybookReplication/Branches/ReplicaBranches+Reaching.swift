import DaybookLog
import DaybookModel

extension ReplicaBranches {
  /// Extends the windows back to the beginnings of runs that were set aside.
  ///
  /// Windows are trimmed by the seqs of files to come, and trees are found by size. Within one history, the two agree.
  /// In another history, whose commits have other numbers of events, a file may begin at a place of the first history
  /// that was already dropped. So what was read before the first of those runs is read again. If the files have changed
  /// by now, or this would keep too many hashes, the windows stay as they are.
  ///
  /// - Parameter asides: ascending by size.
  mutating func reachBack(
    for asides: [RunAside], _ segments: [Inventory.SegmentFile], _ store: any FileStore, ledger: String,
    _ options: ReadOptions
  ) throws {
    guard let leaf = asides.first(where: { hasForgotten($0.size) })?.size,
      let end = asides.min(by: { ($0.file, $0.bytes.lowerBound) < ($1.file, $1.bytes.lowerBound) }),
      leavesHeld(from: leaf) <= UInt64(options.comparedLeavesMax)
    else { return }
    var options = options
    options.checksNames = false
    var again = ReplicaBranches(replica: replica, options)
    again.keptFrom = leaf
    for (index, file) in segments[...end.file].enumerated()
    where file.sizeBytes <= SegmentLimit.fileSizeBytesMax {
      let sizeBytes = index == end.file ? end.bytes.lowerBound : file.sizeBytes
      guard let bytes = try? store.segment(file.path, in: 0..<sizeBytes) else { continue }
      again.trim(before: file.first)
      var segment = SegmentReading(
        file, replica: replica, ledger: ledger, options: options,
        nextFirst: index + 1 < segments.count ? segments[index + 1].first : nil)
      (segment.placing, segment.keptFrom) = (.known, leaf)
      try segment.read(bytes, into: &again) { _, _, _ in }
      guard segment.asides.isEmpty else { return }
    }
    guard again.branches.map(\.summary) == branches.map(\.summary) else { return }
    again.keptFrom = nil
    self = again
  }

  /// Whether a leaf is after the beginning of a stretch, but before its window.
  private func hasForgotten(_ leaf: UInt64) -> Bool {
    branches.contains { branch in
      branch.stretches.contains { $0.start <= leaf && leaf < $0.window.tree.size }
    }
  }

  private func leavesHeld(from leaf: UInt64) -> UInt64 {
    branches.reduce(0) { sum, branch in
      sum + branch.stretches.reduce(0) { $0 + $1.end - min($1.end, max($1.start, leaf)) }
    }
  }
}
