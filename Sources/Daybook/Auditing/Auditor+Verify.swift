import DaybookLog
import DaybookModel
import DaybookReplication

extension Auditor {
  /// Recomputes every root, sealed name, signature and blob, and compares what the replicas, this machine and
  /// kept heads say was held. Writes nothing but, where this machine has a place for its state, what it
  /// verified and saw: the next verification reads what came since. O(size of the ledger), or of the news.
  ///
  /// - Throws: ``LedgerError`` with code `bad-data` where a kept head is of another ledger.
  public func verify(_ verifyOptions: VerifyOptions = VerifyOptions()) throws -> VerificationReport {
    let clock = ContinuousClock()
    let start = clock.now
    let state = machine.existingState()
    let memory = state.flatMap { try? Witness.stored($0, ledger: descriptor.ledger) } ?? .absent
    let witness = memory.witness
    var verifier = Verifier(store: folder, descriptor: descriptor, witness: witness, now: options.now())
    verifier.anchors = try verifyOptions.anchors.map(anchor)
    let before = (try? state.flatMap { try Checkpoint.read($0, ledger: descriptor.ledger) })
    if let state {
      if !verifyOptions.isDeep { verifier.checkpoint = before }
      // The file system's times are those of the system's clock, whatever clock the ledger was given.
      verifier.clock = { SystemClock.fileTime() }
      verifier.journals =
        (try? OwnJournals.all(state, ledger: descriptor.ledger, in: machine.folder())) ?? []
    }
    var verification = try verifier.verify()
    if verification.report.hasStubs {
      verifier.erasures = try erasures()
      verification = try verifier.verify()
    }
    if let state {
      verification.findings += memoryFindings(memory, verifier.journals, state)
      remember(verification, before, state)
    }
    verification.findings += machine.findings(in: folder, descriptor, verification.report)
    if folder.locking != nil { verification.findings += try lockingFindings(newestRings()) }
    var report = VerificationReport(verification)
    report.seconds = (clock.now - start).seconds
    return report
  }

  func anchor(_ kept: TrustedHeads) throws(LedgerError) -> Anchor {
    for note in kept.notes where note.ledger != descriptor.ledger {
      throw LedgerError(
        .badData, "the head of \(note.replica) is of another ledger, \(note.ledger)", file: kept.name,
        advice: "this one is \(descriptor.ledger)")
    }
    return Anchor(name: kept.name, notes: kept.notes)
  }

  /// Nothing is lost where it cannot be written: then more is read the next time.
  private func remember(
    _ verification: Verifier.Verification, _ before: Checkpoint?, _ state: any FileStore
  ) {
    let now = options.now()
    let withheld = counting().withheld(in: verification.report)
    _ = try? Witness.remember(state, ledger: descriptor.ledger) {
      $0.note(verification.report, at: now, besides: withheld)
    }
    try? verification.checkpoint?.write(state, ledger: descriptor.ledger, unless: before)
  }

  /// Damage to the memory itself: a machine that remembers nothing does not notice that something was removed.
  private func memoryFindings(
    _ memory: Witness.Stored, _ journals: [OwnJournal], _ state: any FileStore
  ) -> [Finding] {
    let putAside = (try? Witness.damaged(state, ledger: descriptor.ledger)) ?? []
    if memory == .damaged || !putAside.isEmpty { return [.damagedMemory] }
    let hasWritten = journals.contains { $0.summary.head.commit > 0 }
    guard memory == .absent, hasWritten else { return [] }
    // Not where the first writer began while this looked.
    return (try? Witness.stored(state, ledger: descriptor.ledger)) == .absent ? [.lostMemory] : []
  }
}

extension Finding {
  private static let memoryAdvice =
    "compare the ledger with heads that were kept elsewhere ('\(Remedy.verifyAnchored)') or with another machine's copy"

  static var damagedMemory: Finding {
    Finding(
      .corruption,
      "this machine's memory of the heads that it has read was damaged or removed: what was taken away or rewritten since may go unnoticed",
      advice: memoryAdvice + "; '\(Remedy.repair)' then ends this finding")
  }

  static var lostMemory: Finding {
    Finding(
      .corruption,
      "this machine has written to the ledger, and its memory of the heads that it has read is gone: what was taken away or rewritten since may go unnoticed",
      advice: memoryAdvice + "; '\(Remedy.repair)' then ends this finding")
  }
}

extension VerificationReport {
  init(_ verification: Verifier.Verification) {
    files = verification.report.files
    events = verification.report.events
    commits = verification.report.commits
    blobs = verification.blobs
    filesRead = verification.filesRead
    blobsRead = verification.blobsRead
    for branch in verification.report.branches {
      guard let root = branch.root else { continue }
      heads.append((replica: branch.id.replica, size: branch.size, root: root, lastSeq: branch.lastSeq))
    }
    findings = verification.findings
  }
}
