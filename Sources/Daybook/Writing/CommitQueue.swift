import DaybookModel
import Synchronization

/// A commit that somebody waits for, and what became of it.
final class PendingCommit: Sendable {
  let request: CommitRequest
  private let state = Mutex<Result<AppendReceipt, any Error>?>(nil)

  init(_ request: CommitRequest) { self.request = request }

  /// Nil until it was its turn.
  var outcome: Result<AppendReceipt, any Error>? { state.withLock { $0 } }

  func settle(_ outcome: Result<AppendReceipt, any Error>) { state.withLock { $0 = outcome } }
}

/// Commits that wait for the next flush, in the order in which they came. Outside of the ledger's actor, so that they
/// can join while it is busy with a flush.
struct CommitQueue: Sendable {
  private let waiting = Locked<[PendingCommit]>([])

  func join(_ commits: [PendingCommit]) { waiting.withLock { $0 += commits } }

  /// Removes commits that must not be written.
  func leave(_ commits: [PendingCommit]) {
    waiting.withLock { $0.removeAll { waiting in commits.contains { $0 === waiting } } }
  }

  func takeAll() -> [PendingCommit] {
    waiting.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
