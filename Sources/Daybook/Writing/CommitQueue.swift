import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
///
/// The lock is one that the thread sanitizer knows: it takes what a `Mutex` protects on Linux for unprotected.
///
/// Sound: `waiting` is read and changed only while the lock is held, whose place never changes.
final class CommitQueue: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var waiting: [PendingCommit] = []

  init() {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func join(_ commit: PendingCommit) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    waiting.append(commit)
  }

  /// Removes a commit that must not be written.
  func leave(_ commit: PendingCommit) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    waiting.removeAll { $0 === commit }
  }

  func takeAll() -> [PendingCommit] {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let all = waiting
    waiting = []
    return all
  }
}
