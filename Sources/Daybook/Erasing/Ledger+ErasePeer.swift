import DaybookLog
import DaybookModel
import DaybookReplication

// A copy that nobody opens, such as one on a stick, has the texts as long as no machine removes them there.

extension Ledger {
  /// The blobs that erased values named here and that no line names.
  func erasedBlobs() throws -> Set<Hash256> {
    guard !loaded.erasing.events.isEmpty, let state = machine.existingState() else { return [] }
    return try unnamedBlobs(among: ErasureMemory.read(state, ledger: descriptor.ledger).blobs)
  }

  /// Removes the texts from another copy that are due on this machine.
  func eraseDueTexts(in copy: any FileStore) -> [Notice] {
    guard !loaded.erasing.events.isEmpty, let state = machine.existingState() else { return [] }
    do {
      let memory = ErasureMemory.read(state, ledger: descriptor.ledger)
      var report = EraseTextsReport()
      let wanted = dueEvents(
        memory, try Set(ownReplicas()), at: options.now(), now: false, &report)
      if wanted.lines.isEmpty { return [] }
      var erasing = FolderErasing(copy, Erasures(wanted.all), vouching: appliedErasures)
      for replica in wanted.replicas.sorted() { try erasing.erase(of: replica) }
      try removeBlobs(memory.blobs, of: copy, &report)
      return []
    } catch {
      return [
        Notice(
          "erase-waits",
          "texts that are erased could not be removed from the other copy (\(error)); the next 'daybook replicate' tries again"
        )
      ]
    }
  }
}
