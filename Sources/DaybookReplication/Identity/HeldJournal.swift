import DaybookLog
import DaybookModel

/// A note in a former replica's state that its journal lies within a longer history: the sizes and roots of both. The
/// longer one's root proves everything before it, so this holds wherever that root occurs again; without the note each
/// session would read the whole history for it.
struct HeldJournal {
  private let state: any FileStore
  private let path: String
  private let journal: JournalSummary

  init(_ state: any FileStore, of journal: JournalSummary) {
    (self.state, self.journal) = (state, journal)
    path = joined(
      StateLayout.folder(ledger: journal.base.ledger, replica: journal.base.replica), StateLayout.held)
  }

  func isHeld(by branches: [BranchSummary]) -> Bool {
    let stretches = branches.flatMap(\.stretches).filter(journal.liesIn)
    guard !stretches.isEmpty, let text = (try? state.read(path, from: 0, count: 512)) else { return false }
    return stretches.contains { text == line(in: $0) }
  }

  func write(_ stretch: BranchSummary.Stretch) {
    // Without it the next session reads the history again.
    try? state.replaceFile(path, with: line(in: stretch), removingLeftovers: true)
  }

  private func line(in stretch: BranchSummary.Stretch) -> [UInt8] {
    let tree = journal.head.tree
    return Array("\(tree.size) \(tree.root) in \(stretch.leaves.upperBound) \(stretch.root)\n".utf8)
  }
}

extension JournalSummary {
  /// Whether a stretch covers all of the journal's leaves, if it is of the same history.
  func liesIn(_ stretch: BranchSummary.Stretch) -> Bool {
    stretch.leaves.lowerBound <= base.tree.size && head.tree.size <= stretch.leaves.upperBound
  }
}
