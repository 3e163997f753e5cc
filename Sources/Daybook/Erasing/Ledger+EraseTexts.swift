import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

// Texts are removed when they are due: see Erasing.md, "When".

extension Ledger {
  /// How long this machine holds an erase event before it removes the texts: one period for its own lines and those of
  /// replicas that write no more, one for others' lines, whose writers should act first.
  static let (ownDays, othersDays): (Int64, Int64) = (7, 30)
  /// If others erase more lines than this, they are left until somebody here agrees.
  static let foreignLinesMax = 1000

  /// See ``LedgerErasures/removeTexts(now:)``.
  @discardableResult
  func eraseTexts(now: Bool) throws -> EraseTextsReport {
    var report = EraseTextsReport()
    guard !isErasingTexts else { return report }
    // A caller that asks for it gets the error; in the background it waits.
    if now { try requireWriter() }
    try requireFresh()
    guard !loaded.erasing.events.isEmpty, machine.canWrite else { return report }
    isErasingTexts = true
    defer { isErasingTexts = false }
    try resumeWriting()
    try requireFresh()
    let state = try machine.state()
    let (events, moment) = (loaded.erasing.events, options.now())
    // They are made anew without the values. Those of other copies may date from before the erasure.
    if now { machine.removeCaches(of: descriptor.ledger) }
    machine.begin(erasing: events, of: descriptor.ledger, at: moment)
    let memory = try ErasureMemory.change(state, ledger: descriptor.ledger) { $0.note(events, at: moment) }
    let own = try ownReplicas()
    let wanted = try dueEvents(memory, own, at: moment, now: now, &report)
    guard !wanted.lines.isEmpty else { return report }
    if now { try requireRemovableTexts() }
    if try vouch(for: wanted) {
      // The events that vouch are part of what is due now.
      isErasingTexts = false
      return try eraseTexts(now: now)
    }
    let due = Erasures(wanted.all)
    let signature = wanted.signature
    let clean = memory.clean(of: signature)
    var blobs = BlobsOfErased(due)
    var erasing = FolderErasing(folder, due, vouching: appliedErasures, clean: clean)
    do throws(FileError) { try blobs.note(folder, wanted.replicas, besides: clean) } catch {
      throw LedgerError(error, in: info.path)
    }
    // Once the texts are gone, nothing else records which blobs they named.
    let named = blobs.names
    try ErasureMemory.change(state, ledger: descriptor.ledger) { $0.blobs.formUnion(named) }
    try erase(wanted, due, own, by: &erasing, state)
    let (result, looked) = (erasing.result, erasing.clean)
    (report.written, report.removed) = (result.written, result.removed)
    // A writer that was opened for a journal's texts moves damaged files aside.
    report.unreadable += result.unreadable.filter { (try? folder.status($0)) != .some(nil) }
    report.staying = result.staying
    try eraseBeside(due, own, state, &report)
    let after = try ErasureMemory.change(state, ledger: descriptor.ledger) { memory in
      memory.note(clean: looked, of: signature)
    }
    if !result.written.isEmpty {
      try refresh()
      // A session ends if unknown files appear, such as those being published at that moment; without a session,
      // nothing can report that this machine is done.
      try resumeWriting()
    }
    try removeBlobs(after.blobs, of: folder, &report)
    try noteDone(wanted, &report)
    return report
  }

  private func erase(
    _ wanted: DueEvents, _ due: Erasures, _ own: Set<ReplicaID>, by erasing: inout FolderErasing,
    _ state: any FileStore
  ) throws {
    if let session, wanted.replicas.contains(session.replica) {
      try session.writer.erase(due, vouching: appliedErasures, by: &erasing)
    }
    for replica in wanted.replicas.intersection(own).sorted() where replica != session?.replica {
      try erase(former: replica, due, by: &erasing, state)
    }
    do throws(FileError) {
      for replica in wanted.replicas.subtracting(own).sorted() { try erasing.erase(of: replica) }
    } catch {
      throw LedgerError(error, in: info.path)
    }
    do throws(FileError) {
      for replica in own.sorted() where replica != session?.replica {
        try formerSegments(of: replica, state).erase(due, vouching: appliedErasures)
      }
    } catch {
      throw LedgerError(error)
    }
  }

  /// The files beside the segments: those that were moved aside, journals of former replicas, and copies that tools
  /// made.
  private func eraseBeside(
    _ due: Erasures, _ own: Set<ReplicaID>, _ state: any FileStore, _ report: inout EraseTextsReport
  ) throws {
    let ledger = StateLayout.folder(ledger: descriptor.ledger)
    var beside = EraseBeside(state, due, opening: folder.cipher)
    do throws(FileError) {
      try beside.eraseAside(below: ledger)
      for replica in own.sorted() where replica != session?.replica {
        try beside.look(at: "\(ledger)/\(replica)/journal", removes: false)
      }
    } catch {
      throw LedgerError(error)
    }
    report.removed += beside.removed.map { "state: \($0)" }
    report.unreadable += beside.left.map { "state: \($0)" }
    var strangers = EraseBeside(folder, due, opening: folder.cipher)
    do throws(FileError) {
      for file in try Inventory.scan(folder).strangers { try strangers.look(at: file.path, removes: false) }
    } catch {
      throw LedgerError(error, in: info.path)
    }
    report.unreadable += strangers.left
  }

  /// Does the same alongside other work, which goes on even if this fails; returns what must be reported.
  func eraseDueTexts() -> [Notice] {
    guard !isErasingTexts, !loaded.erasing.events.isEmpty else { return [] }
    do {
      let report = try eraseTexts(now: false)
      guard report.unanswered > 0 else { return [] }
      return [
        Notice(
          "erase-asks",
          "other machines erase \(report.unanswered) events: '\(Remedy.erasures)' lists the erasures, '\(Remedy.eraseNow)' agrees to them"
        )
      ]
    } catch {
      return [
        Notice(
          "erase-waits", "erased texts could not be removed (\(error)); the next write tries again")
      ]
    }
  }

  // MARK: What is due

  /// - Parameter events: the known erase events; nil: those that were read.
  func dueEvents(
    _ memory: ErasureMemory, _ own: Set<ReplicaID>, at moment: Instant, now: Bool,
    among events: [EraseEvent]? = nil, _ report: inout EraseTextsReport
  ) throws -> DueEvents {
    let all = events ?? loaded.erasing.events
    let withdrawals = Withdrawals(all)
    let revoked = try revokedReplicas()
    let isDone = Set(all.filter { $0.act == .done && own.contains($0.author) }.map(\.erasure))
    var (foreign, lines): ([EraseEvent], [EraseEvent]) = ([], [])
    for event in all {
      guard case .line(let line) = event.act, !withdrawals.end(line, event) else { continue }
      // Nobody else comes first.
      let isOwn = own.contains(line.replica) || isRetired(line.replica) || revoked.contains(line.replica)
      let days = isOwn ? Self.ownDays : Self.othersDays
      // For others' lines, their writers should act first; texts that come back are removed again.
      let isBegun =
        withdrawals.hasBegun(line.replica, event.erasure) || isDone.contains(event.erasure)
      guard memory.isHeld(event, for: days, at: moment) || now && isOwn || isBegun else {
        report.waiting += 1
        report.waitingFor.insert(line.replica)
        continue
      }
      let isAgreed = own.contains(event.author) || isDone.contains(event.erasure)
      if isAgreed { lines.append(event) } else { foreign.append(event) }
    }
    if foreign.count > Self.foreignLinesMax, !now {
      report.unanswered = foreign.count
    } else {
      lines += foreign
    }
    return DueEvents(lines: lines, acts: all.filter { if case .line = $0.act { false } else { true } })
  }
}

// A journal that nobody continues has texts as well: see FormerReplicas.

extension Ledger {
  /// Erases lines of a replica as which this machine writes no more. If its journal has texts, it is sealed first and
  /// begins anew. No commit is written: a program that still writes as the replica, on a copy of this machine's state,
  /// continues.
  func erase(
    former replica: ReplicaID, _ due: Erasures, by erasing: inout FolderErasing, _ state: any FileStore
  ) throws {
    do throws(FileError) { try erasing.erase(of: replica) } catch {
      throw LedgerError(error, in: info.path)
    }
    let stateFolder = StateLayout.folder(ledger: descriptor.ledger, replica: replica)
    var journal = EraseBeside(state, due, opening: folder.cipher)
    do throws(FileError) { try journal.look(at: "\(stateFolder)/journal", removes: false) } catch {
      throw LedgerError(error)
    }
    // Without its key it stays, and is listed.
    guard !journal.left.isEmpty,
      let key = try SigningKey.read(state, ledger: descriptor.ledger, replica: replica)
    else { return }
    do {
      let lock = try WriterLock.acquire(state: state, folder: stateFolder, wait: options.wait)
      let (writer, _) = try LogWriter.open(
        ledger: folder, state: state, stateFolder: stateFolder, descriptor: descriptor, key: key,
        options: WriterOptions())
      writer.lock = lock
      defer { writer.close() }
      try writer.erase(due, vouching: appliedErasures, by: &erasing)
    } catch {
      // It also counts as damaged if its history continues elsewhere; then it stays, and is listed.
      if error.code != .damaged { throw error }
    }
  }
}
