import DaybookModel
public import DaybookView

/// Somebody who wants to hear of changes.
struct Watcher {
  var kind: String?
  var continuation: AsyncStream<Change>.Continuation
}

extension Ledger {
  /// The changes to entities of one kind that are committed through this ledger from now on.
  public func changes<E: Entity>(to type: E.Type) -> AsyncStream<Change> { changes(to: E.kind) }

  /// The changes to entities of one kind, or of all, that are committed through this ledger from now on.
  public func changes(to kind: String? = nil) -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let id = nextWatcher
    nextWatcher += 1
    watchers[id] = Watcher(kind: kind, continuation: continuation)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(id) }
    }
    return stream
  }

  private func forget(_ id: UInt64) { watchers[id] = nil }

  func announce(_ events: [Event]) {
    guard !watchers.isEmpty else { return }
    for event in events {
      let change = Change(
        kind: event.mutation.kind, id: event.mutation.id, op: event.mutation.op, stamp: event.stamp)
      for watcher in watchers.values where watcher.kind == nil || watcher.kind == change.kind {
        watcher.continuation.yield(change)
      }
    }
  }
}
