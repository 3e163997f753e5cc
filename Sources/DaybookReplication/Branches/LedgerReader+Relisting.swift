import DaybookLog
import DaybookModel

// A writer that seals or compacts removes files once others hold their lines, so a listed file may be gone before it
// is opened; and a copying tool may replace a listed file with a longer one. The reader then lists the replica's
// files again and reads them from the beginning. It skips what it has already returned; the tree after that shows
// whether it is still the beginning of the files' content.

extension LedgerReader {
  private static let listingsMax = 16

  /// Reads one replica's files. A report with ``ReplicaReport/vanished`` files is incomplete.
  func read(
    _ files: Inventory.ReplicaFiles, _ ahead: ReadAhead, _ body: (borrowing AttestedFrame) throws -> Void
  ) throws -> ReplicaReport {
    var first = ReplicaReading(files.id, ledger: ledger, options: options)
    try first.read(files.segments, store, ahead, body)
    var report = first.finished()
    var gone = first.vanishedFile
    let replaced = try gone == nil ? replaced(files.segments, of: files.id) : []
    // With forked histories, a second reading would return the commits of the first one again.
    guard gone != nil || !replaced.isEmpty && report.branches.count == 1, var handed = first.reached else {
      report.vanished += replaced
      return report
    }
    var relisting = options
    relisting.continuations[files.id] = nil
    var unopened: Set<String> = []
    for _ in 0..<Self.listingsMax {
      let segments = try Inventory.segments(of: files.id, in: store)
      relisting.rootsWanted[files.id] = Set((options.rootsWanted[files.id] ?? []) + [handed.size]).sorted()
      var reading = ReplicaReading(files.id, ledger: ledger, options: relisting)
      reading.unopened = unopened
      try reading.read(segments, store, ahead) { frame in
        if frame.branch.ordinal > 0 { return try body(frame) }
        if let rest = frame.beginning(at: handed.size) { try body(rest) }
      }
      report = reading.finished()
      let reached = reading.reached
      let isBehind = reading.vanishedFile != nil && reached?.size ?? 0 < handed.size
      guard handed.size == 0 || isBehind || report.roots.contains(handed) else { break }
      if let file = reading.vanishedFile {
        // Listed again and missing again: no writer does that.
        if file == gone { unopened.insert(file) }
      } else {
        let replaced = try self.replaced(segments, of: files.id)
        guard !replaced.isEmpty, report.branches.count == 1 else {
          report.vanished += replaced
          return report
        }
      }
      gone = reading.vanishedFile
      guard let reached else { return report }
      if reached.size > handed.size { handed = reached }
    }
    if report.vanished.isEmpty { report.vanished = [LedgerLayout.folder(of: files.id)] }
    return report
  }

  /// Files that are no longer those that were listed under their names, among files that begin at the same seq: if two
  /// swapped names while they were read, one may have been read twice and the other not at all.
  private func replaced(
    _ segments: [Inventory.SegmentFile], of replica: ReplicaID
  ) throws(FileError) -> [String] {
    guard zip(segments, segments.dropFirst()).contains(where: { $0.first == $1.first }) else { return [] }
    let now = try inodes(of: replica)
    let replaced = segments.filter { file in now[file.path].map { $0 != file.inode } ?? false }
    // Some network file systems give a file another inode each time: there it proves nothing.
    guard !replaced.isEmpty, try inodes(of: replica) == now else { return [] }
    return replaced.map(\.path)
  }

  private func inodes(of replica: ReplicaID) throws(FileError) -> [String: UInt64] {
    Dictionary(try Inventory.segments(of: replica, in: store).map { ($0.path, $0.inode) }) { first, _ in first
    }
  }
}

extension AttestedFrame {
  /// Its commits from a leaf on; nil if there are none.
  fileprivate borrowing func beginning(at leaf: UInt64) -> AttestedFrame? {
    var first = commits.lowerBound
    while first < commits.upperBound, firstLeaf + UInt64(content.commits[first].leaves.lowerBound) < leaf {
      first += 1
    }
    guard first < commits.upperBound else { return nil }
    var rest = copy self
    rest.commits = first..<commits.upperBound
    return rest
  }
}
