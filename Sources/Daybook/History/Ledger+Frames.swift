import DaybookLog
import DaybookModel
import DaybookReplication

// For what plans a write on what it reads of the log, and must not let others write meanwhile. All else reads the log in
// a ``ReadSession`` of its own.

extension Ledger {
  /// See ``ReadSession/forEachFrame(replicas:erasures:_:)``.
  func forEachFrame(
    replicas: Set<ReplicaID>? = nil, erasures: Erasures? = nil, _ body: (HeldFrame) throws -> Void
  ) throws {
    let session = try readSession()
    defer { note(session) }
    try session.forEachFrame(replicas: replicas, erasures: erasures, body)
  }
}
