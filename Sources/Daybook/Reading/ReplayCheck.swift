import DaybookLog
public import DaybookModel
import DaybookRecords

extension LedgerAudit {
  /// Compares what the ledger shows with a rebuild from its log.
  ///
  /// The present records come from a snapshot, or were read frame by frame, replica after replica, then updated with
  /// what arrived and was written since and with this machine's journal. This check rebuilds the records from every
  /// file anew, one commit at a time in the order of stamps. Both must be the same, byte for byte. O(size of the
  /// ledger), three times.
  ///
  /// - Parameters:
  ///   - kind: compares only entities of this kind.
  ///   - progress: receives how far the rebuild is.
  public func checkReplay(
    kind: String? = nil, progress: ReadingProgress.Sink? = nil
  ) async throws -> ReplayCheck {
    let clock = ContinuousClock()
    let start = clock.now
    var check: ReplayCheck
    if let made = try await checkBeside(progress), made.digest == made.rebuiltDigest {
      check = made
    } else {
      // What differs is looked for in records that nobody changes meanwhile.
      check = try await ledger.checkWithDifference(kind, progress)
    }
    check.seconds = (clock.now - start).seconds
    return check
  }

  /// Compares the digests alone. Does so again if the files changed meanwhile; nil if that does not end.
  private func checkBeside(_ progress: ReadingProgress.Sink?) async throws -> ReplayCheck? {
    for _ in 1..<Self.rebuildsMax {
      let (session, digest) = try await ledger.checkStart()
      let check = try await ledger.read(in: session) { session -> ReplayCheck? in
        do {
          let rebuild = try session.rebuild(progress)
          return rebuild.isWhole ? ReplayCheck(digest, rebuild.loaded) : nil
        } catch let error as FileError where error.reason == .missing {
          return nil
        } catch let error as LedgerError where error.code == .inputOutput {
          return nil
        }
      }
      if let check { return check }
    }
    return nil
  }

  private static let rebuildsMax = 12
}

extension Ledger {
  fileprivate func checkStart() throws -> (ReadSession, Hash256) {
    let session = try freshSession()
    return (session, loaded.records.digest())
  }

  fileprivate func checkWithDifference(_ kind: String?, _ progress: ReadingProgress.Sink?) throws
    -> ReplayCheck
  {
    let session = try freshSession()
    defer { note(session) }
    let rebuild = try session.rebuild(progress)
    var check = ReplayCheck(loaded.records.digest(), rebuild.loaded)
    if check.digest != check.rebuiltDigest {
      check.difference = RecordDifference.first(
        fast: loaded.records, rebuilt: rebuild.loaded.records, kind: kind)
    }
    return check
  }
}

extension ReplayCheck {
  fileprivate init(_ digest: Hash256, _ rebuilt: borrowing LedgerState) {
    self.init(
      events: UInt64(rebuilt.records.eventCount), commits: UInt64(rebuilt.records.commitCount),
      digest: digest, rebuiltDigest: rebuilt.records.digest())
    findings = rebuilt.report.findings
  }
}

extension ReadSession {
  /// Rebuilds from the files what the ledger held, without what others write meanwhile.
  fileprivate func rebuild(_ progress: ReadingProgress.Sink?) throws -> LedgerState.Rebuild {
    let own = try ownCommits()
    var rebuild = try LedgerState.readInOrder(
      folder, descriptor, within: held, of: writer, own, readOptions.erasures, progress: progress)
    for commits in own { rebuild.loaded.takeIn(commits) }
    if !own.isEmpty { try rebuild.loaded.decideSeen(folder, descriptor) }
    return rebuild
  }
}

/// The result of comparing the ledger with a rebuild.
public struct ReplayCheck: Sendable {
  /// The number of events in the rebuild.
  public var events: UInt64
  /// Commits that the rebuild counts.
  public var commits: UInt64
  /// The digest of what the ledger shows.
  public var digest: Hash256
  /// The digest of the rebuild. Where it equals ``digest``, the records are the same.
  public var rebuiltDigest: Hash256
  /// The first difference; nil if there is none, or none of the requested kind.
  public var difference: RecordDifference?
  /// How long the check took.
  public var seconds: Double = 0
  /// What reading found in the files.
  public var findings: [Finding] = []

  /// A check without a difference and without findings.
  public init(events: UInt64, commits: UInt64, digest: Hash256, rebuiltDigest: Hash256) {
    (self.events, self.commits) = (events, commits)
    (self.digest, self.rebuiltDigest) = (digest, rebuiltDigest)
  }

  /// Whether the ledger shows what a rebuild from its log shows.
  public var isSame: Bool { difference == nil }
}
