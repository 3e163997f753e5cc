import DaybookModel
public import DaybookView
import Synchronization

extension Ledger {
  /// Reads and writes in one step: `body` receives the ledger as of the moment when the commit is written, and no other
  /// write of this machine comes between. What it writes is one commit, durable as a whole; if it throws, nothing is
  /// written. It must not take long, since other writes wait for it. It runs in the ledger's actor, and the values that
  /// it uses are sent there: the caller can no longer use one that is not `Sendable`.
  ///
  ///     let left = try await ledger.write { tx in
  ///       guard var item = try tx.get(id), item.count > 0 else { throw Shortage() }
  ///       item.count -= 1
  ///       try tx.upsert(item)
  ///       return item.count
  ///     }.value
  ///
  /// - Returns: what `body` returns, and what was written.
  @discardableResult
  public nonisolated func write<Value: Sendable>(
    by author: String? = nil, why: String? = nil, as viewer: Viewer? = nil,
    _ body: sending @escaping (inout Transaction) throws -> Value
  ) async throws -> (value: Value, receipt: AppendReceipt) {
    let outcome = Outcome<Value>()
    let sent = Sent(body)
    var batch = Batch()
    batch.append { transaction in
      let value = try sent.body(&transaction)
      outcome.value.withLock { $0 = value }
    }
    let options = AppendOptions(by: author, why: why, as: viewer)
    let receipt = try await commit(CommitRequest(content: batch, options: options))
    guard let value = outcome.value.withLock({ $0 }) else {
      preconditionFailure("a transaction that was written was run")
    }
    return (value, receipt)
  }

  /// The same under an idempotency key: once the commit is written, a repetition does not run `body` again, and its
  /// receipt has `isRepeat`.
  @discardableResult
  public nonisolated func write(
    by author: String? = nil, why: String? = nil, key: String, as viewer: Viewer? = nil,
    _ body: sending @escaping (inout Transaction) throws -> Void
  ) async throws -> AppendReceipt {
    let sent = Sent(body)
    var batch = Batch()
    batch.append { try sent.body(&$0) }
    let options = AppendOptions(by: author, why: why, key: key, as: viewer)
    return try await commit(CommitRequest(content: batch, options: options))
  }
}

/// A closure that was sent to the ledger.
///
/// Sound: nobody else holds the closure, and the ledger's actor calls it, once at a time.
private final class Sent<Value>: @unchecked Sendable {
  let body: (inout Transaction) throws -> Value

  init(_ body: sending @escaping (inout Transaction) throws -> Value) { self.body = body }
}

/// The value that a transaction returned, for the caller that waits for its commit.
private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
