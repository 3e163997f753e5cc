import DaybookLog
public import DaybookModel
import DaybookRecords

extension Ledger {
  /// Compares what the ledger shows with what its log comes to.
  ///
  /// What it shows comes from a snapshot, or was read frame by frame, replica after replica, and was brought up to
  /// date by what came and was written since, with what this machine's journal holds; this rebuilds the records from every file anew, one
  /// commit at a time in the order of stamps. Both must be the same, byte for byte. O(size of the ledger), three
  /// times.
  ///
  /// - Parameters:
  ///   - kind: compares only entities of this kind.
  ///   - progress: is told how far the rebuild has read.
  public func checkReplay(
    kind: String? = nil, progress: ReadingProgress.Sink? = nil
  ) throws -> ReplayCheck {
    let clock = ContinuousClock()
    let start = clock.now
    var rebuilt = try rebuild(progress)
    try attachOwn(to: &rebuilt)
    var check = ReplayCheck(
      events: UInt64(rebuilt.records.eventCount), commits: UInt64(rebuilt.records.commitCount),
      digest: loaded.records.digest(), rebuiltDigest: rebuilt.records.digest())
    check.findings = rebuilt.report.findings
    if check.digest != check.rebuiltDigest {
      check.difference = RecordDifference.first(fast: loaded.records, rebuilt: rebuilt.records, kind: kind)
    }
    check.seconds = (clock.now - start).seconds
    return check
  }

  /// Rebuilds from the files what the ledger holds, and does so again if the files changed meanwhile. Neither side of
  /// the comparison has what others write meanwhile.
  private func rebuild(_ progress: ReadingProgress.Sink?) throws -> LoadedLedger {
    for _ in 1..<Self.rebuildsMax {
      try refreshWhole()
      do {
        let rebuild = try rebuildOnce(progress)
        if rebuild.isWhole { return rebuild.loaded }
      } catch let error as FileError where error.reason == .missing {
        continue
      } catch let error as LedgerError where error.code == .inputOutput {
        continue
      }
    }
    try refreshWhole()
    return try rebuildOnce(progress).loaded
  }

  private func rebuildOnce(_ progress: ReadingProgress.Sink?) throws -> LoadedLedger.Rebuild {
    if let session { loaded.noteOwn(session) }
    return try LoadedLedger.readInOrder(
      folder, descriptor, within: HeldBranches(loaded), of: session?.replica, ownCommits(),
      appliedErasures,
      progress: progress)
  }

  private static let rebuildsMax = 12
}

/// What comparing the ledger with a rebuild came to.
public struct ReplayCheck: Sendable {
  /// Of the rebuild.
  public var events: UInt64
  public var commits: UInt64
  /// Of what the ledger shows.
  public var digest: Hash256
  public var rebuiltDigest: Hash256
  /// The first one; nil where there is none, or none of the kind that was asked for.
  public var difference: RecordDifference?
  public var seconds: Double = 0
  /// What reading found in the files.
  public var findings: [Finding] = []

  public init(events: UInt64, commits: UInt64, digest: Hash256, rebuiltDigest: Hash256) {
    (self.events, self.commits) = (events, commits)
    (self.digest, self.rebuiltDigest) = (digest, rebuiltDigest)
  }

  /// Whether the ledger shows what its log comes to.
  public var isSame: Bool { difference == nil }
}
