import DaybookLog
import DaybookModel
import DaybookReplication

extension Auditor {
  /// What is read as erased: of the erase events in the files, and in this machine's journals. O(size of the ledger)
  func erasures() throws -> Erasures {
    var state = ErasureState()
    let report = try LedgerReader(store: folder, descriptor: descriptor).read(Inventory.scan(folder)) {
      frame in
      for index in frame.commits { state.note(frame.content, events: frame.content.commits[index].events) }
    }
    try report.requireWhole()
    if let (store, waiting) = machine.waitingJournals(descriptor.ledger) {
      for journal in waiting where report.isContinued(by: journal.summary) {
        for (_, content) in try journal.contents(store) {
          state.note(content, events: content.events.indices)
        }
      }
    }
    return Erasures(state.events)
  }
}
