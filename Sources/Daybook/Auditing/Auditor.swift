package import DaybookLog
public import DaybookModel
import DaybookReplication

/// Looks at a ledger's files alone: whether they are what was signed, which heads they have, and proofs of single
/// events. Reads no records, needs no schema, no identity and no lock, and opens whatever a ``Ledger`` opens.
///
///     let auditor = try Auditor.open(at: "family.daybook")
///     let report = try auditor.verify()
///     for finding in report.findings { print(finding) }
public struct Auditor: Sendable {
  /// The ledger's description as `daybook.json` had it when the auditor was opened, and the folder's absolute path.
  public let info: LedgerInfo
  let folder: any FileStore
  let descriptor: LedgerDescriptor
  let machine: Machine
  let options: LedgerOptions

  init(
    info: LedgerInfo, folder: any FileStore, descriptor: LedgerDescriptor, machine: Machine,
    options: LedgerOptions
  ) {
    (self.info, self.folder, self.descriptor) = (info, folder, descriptor)
    (self.machine, self.options) = (machine, options)
  }

  /// Opens the ledger at a path, without reading its events.
  /// - Throws: ``LedgerError`` with code `no-ledger` where there is none.
  public static func open(at path: String, options: LedgerOptions = LedgerOptions()) throws -> Auditor {
    let (store, machine) = try Ledger.files(at: path, options)
    return try Auditor(
      folder: store, path: SystemFolder.resolved(path), machine: machine, options: options)
  }

  /// Of a ledger in a store of any kind.
  package init(folder: any FileStore, path: String, machine: Machine, options: LedgerOptions) throws {
    let descriptor = try LedgerDescriptor.settled(in: folder, path: path)
    let folder = try FolderLocking.opened(folder, path: path, descriptor, machine, options)
    self.init(
      info: LedgerInfo(descriptor, path: path), folder: folder, descriptor: descriptor, machine: machine,
      options: options)
  }
}

extension Ledger {
  /// The same ledger's files.
  package nonisolated var auditor: Auditor {
    Auditor(info: info, folder: folder, descriptor: descriptor, machine: machine, options: options)
  }
}

extension Auditor {
  /// The latest signed head of each replica, or of some. For this machine's own replica, the head of its journal if
  /// that is ahead of the folder. O(the last files of each).
  ///
  /// - Throws: ``LedgerError`` with code `not-found` for a replica that has no head here.
  public func heads(of replicas: [ReplicaID] = []) throws -> [TreeHead] {
    let wanted = replicas.isEmpty ? nil : Set(replicas)
    let state = machine.existingState()
    let checkpoint = (try? state.flatMap { try Checkpoint.read($0, ledger: descriptor.ledger) })
    let survey = HeadSurvey(store: folder, descriptor: descriptor, checkpoint: checkpoint)
    var heads = try survey.heads(of: wanted)
    if let state, let mark = try? machine.folder() {
      for own in try OwnJournals.heads(state, ledger: descriptor.ledger, in: mark) {
        guard wanted?.contains(own.branch.replica) ?? true else { continue }
        let known = heads.firstIndex { $0.branch.replica == own.branch.replica }
        if let known {
          if heads[known].note.size < own.note.size { heads[known] = own }
        } else {
          heads.append(own)
        }
      }
    }
    for replica in replicas where !heads.contains(where: { $0.branch.replica == replica }) {
      throw LedgerError(
        .notFound, "there is no signed head of replica \(replica) here",
        advice: "see '\(Remedy.replicas)', or '\(Remedy.verify)' if it should be here")
    }
    return heads.sorted { $0.branch < $1.branch }.map(TreeHead.init)
  }

  /// A head as OpenSSH's signature over its note: only for the replica that this machine writes as.
  ///
  /// - Throws: ``LedgerError`` with code `refused` where this machine does not have the key.
  public func sshSignature(of head: TreeHead) throws -> String {
    guard let key = try signingKey(of: head.replica) else {
      throw LedgerError(
        .refused, "this machine has no key of replica \(head.replica)",
        advice:
          "sign on the machine that writes as this replica, or keep the note, which is signed in every copy")
    }
    return try SSHSignature.armored(Array(head.note.utf8), key: key)
  }

  /// Whether this machine has the key of a replica.
  public func hasKey(of replica: ReplicaID) -> Bool { (try? signingKey(of: replica)) ?? nil != nil }

  private func signingKey(of replica: ReplicaID) throws -> SigningKey? {
    try machine.existingState().flatMap {
      try SigningKey.read($0, ledger: descriptor.ledger, replica: replica)
    }
  }
}

extension Auditor {
  /// Recomputes every root, sealed name, signature and blob, and compares what the replicas, this machine and
  /// kept heads say was held. Writes only a record of what it verified and saw, if this machine has a place for its
  /// state: the next verification then reads only what is new. O(size of the ledger), or of the news.
  ///
  /// - Throws: ``LedgerError`` with code `bad-data` if a kept head belongs to another ledger.
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

  /// If it cannot be written, nothing is lost: the next verification reads more.
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
    // No finding if the first writer began during this check.
    return (try? Witness.stored(state, ledger: descriptor.ledger)) == .absent ? [.lostMemory] : []
  }
}

extension Finding {
  private static let memoryAdvice =
    "compare the ledger with heads that were kept elsewhere ('\(Remedy.verifyAnchored)') or with another machine's copy"

  static var damagedMemory: Finding {
    Finding(
      .corruption,
      "this machine's memory of the heads that it has read was damaged or removed: lines removed or rewritten since then may go unnoticed",
      advice: memoryAdvice + "; '\(Remedy.repair)' then clears this finding")
  }

  static var lostMemory: Finding {
    Finding(
      .corruption,
      "this machine has written to the ledger, and its memory of the heads that it has read is gone: lines removed or rewritten since then may go unnoticed",
      advice: memoryAdvice + "; '\(Remedy.repair)' then clears this finding")
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
