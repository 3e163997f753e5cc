import DaybookLog
import DaybookModel
import DaybookReplication

// A copy that nobody opens, such as one on a stick, keeps the texts until a machine removes them there.

extension Ledger {
  /// The combined erase events of both sides during a replication.
  struct ErasedForCopying {
    var erasures: Erasures
    /// The erasures whose texts are not copied.
    var due = Erasures.none
    /// The blobs that erased values named here and that no line names.
    var blobs: Set<Hash256> = []
  }

  /// This machine may have been offline while the others erased: erased values must not come back to them, not even
  /// until the end of the run. So the other side's erase events are read before anything is copied.
  func erasedForCopying(
    to copy: any FileStore, _ path: String, _ direction: ReplicationDirection
  ) async throws -> ErasedForCopying {
    let news =
      direction.pushes
      ? try await Self.eraseEvents(in: copy, path, besides: folder, info.path, descriptor) : []
    let events = loaded.erasing.events + news
    if events.isEmpty { return ErasedForCopying(erasures: appliedErasures) }
    let memory =
      machine.existingState().map { ErasureMemory.read($0, ledger: descriptor.ledger) } ?? ErasureMemory()
    var report = EraseTextsReport()
    let due = try dueEvents(
      memory, try ownReplicas(), at: options.now(), now: false, among: events, &report)
    let erasures = news.isEmpty ? appliedErasures : Erasures(events)
    var erased = ErasedForCopying(erasures: erasures, due: Erasures(due.all))
    if due.lines.isEmpty { erased.due = .none }
    var blobs = try unnamedBlobs(among: memory.blobs)
    // Their texts are here.
    if report.waiting > 0 || !news.isEmpty {
      let replicas = DueEvents(lines: events, acts: []).replicas
      blobs.formUnion(try blobsOfErased(by: erasures, of: replicas))
    }
    erased.blobs = blobs
    return erased
  }

  /// Outside the actor, which continues meanwhile.
  private nonisolated static func eraseEvents(
    in copy: any FileStore, _ there: String, besides folder: any FileStore, _ here: String,
    _ descriptor: LedgerDescriptor
  ) async throws -> [EraseEvent] {
    do {
      return try EraseEventsThere.find(there: copy, besides: folder, descriptor)
    } catch let failure as CopyFailure {
      throw LedgerError(failure.error, in: failure.side == .here ? here : there)
    }
  }

  /// Removes from another copy the texts that are due on this machine.
  func eraseDueTexts(in copy: any FileStore) -> [Notice] {
    guard !loaded.erasing.events.isEmpty, let state = machine.existingState() else { return [] }
    do {
      let memory = ErasureMemory.read(state, ledger: descriptor.ledger)
      var report = EraseTextsReport()
      let wanted = try dueEvents(memory, try ownReplicas(), at: options.now(), now: false, &report)
      if wanted.lines.isEmpty { return [] }
      var erasing = FolderErasing(copy, Erasures(wanted.all), vouching: appliedErasures)
      for replica in wanted.replicas.sorted() { try erasing.erase(of: replica) }
      try removeBlobs(memory.blobs, of: copy, &report)
      return []
    } catch {
      return [
        Notice(
          "erase-waits",
          "erased texts could not be removed from the other copy (\(error)); the next '\(Remedy.replicate)' tries again"
        )
      ]
    }
  }
}
