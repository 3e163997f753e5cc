import DaybookLog
import DaybookModel
import DaybookView
import Synchronization

/// A commit that somebody waits for, and its outcome.
final class PendingCommit: Sendable {
  let request: CommitRequest
  private let state = Mutex<Result<AppendReceipt, any Error>?>(nil)

  init(_ request: CommitRequest) { self.request = request }

  /// Nil until it was its turn.
  var outcome: Result<AppendReceipt, any Error>? { state.withLock { $0 } }

  func settle(_ outcome: Result<AppendReceipt, any Error>) { state.withLock { $0 = outcome } }
}

/// Commits that wait for the next flush, in the order in which they came. Outside the ledger's actor, so that they
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

/// A caller's idempotency key. The log holds its hash, since a key may name a person and a commit's line is never
/// erased.
struct CommitKey {
  let plain: String
  /// The key in the form that the commit's line holds.
  let written: String

  init(_ key: String, ledger: String) {
    plain = key
    let hash = Hash256.of(Array("daybook-key\n\(ledger)\n\(key)".utf8).span)
    written = Self.prefix + hash.description.prefix(32)
  }

  /// Whether a commit that was read has this key; one of format 1 has the key itself.
  func isKey(of commit: Commit) -> Bool {
    guard let key = commit.key?.utf8 else { return false }
    return key.elementsEqual(written.utf8) || key.elementsEqual(plain.utf8) && !isHashed
  }

  /// Whether the caller's own key has the form of a hash, and so cannot be distinguished from one.
  fileprivate var isHashed: Bool { plain.hasPrefix(Self.prefix) && plain.utf8.count == written.utf8.count }

  private static let prefix = "hash:"
}

extension KeyedCommits {
  subscript(key: CommitKey) -> Place? { self[key.written] ?? (key.isHashed ? nil : self[key.plain]) }
}

/// A commit that somebody waits for.
struct CommitRequest {
  var content: Batch
  var options: AppendOptions
}

extension Mutation {
  /// Whether a value may be data for a separate file: copying it first would cost several times its size.
  var hasLargeText: Bool {
    self.set?.contains { ($0.value.string?.utf8.count ?? 0) > BlobReference.inlineSizeBytesMax } ?? false
  }
}
