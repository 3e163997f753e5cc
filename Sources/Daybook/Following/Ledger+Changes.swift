import DaybookModel
public import DaybookView

extension Ledger {
  /// The changes to entities of one kind from now on, event by event: those committed through this ledger, and those in
  /// files that come into its folder by whatever tool. For whole commits see ``changeSets(touching:as:)``.
  public func changes<E: Entity>(to type: E.Type, as viewer: Viewer? = nil) -> AsyncStream<EntityChange<E>> {
    let schemas = schemas
    return changes(to: E.kind, as: viewer) { EntityChange<E>($0, schemas) }
  }

  /// The changes to entities of one kind, or of all, from now on: those committed through this ledger, and those in
  /// files that come into its folder by whatever tool. A change is reported once, when its event becomes part of what
  /// the ledger reads; whether it won can be seen by looking at the entity. With a viewer, only changes to what that
  /// viewer may see. For kinds that are known only at run time; see ``changes(to:as:)-(E.Type,_)``.
  public func changes(to kind: String? = nil, as viewer: Viewer? = nil) -> AsyncStream<Change> {
    changes(to: kind, as: viewer) { Change($0) }
  }

  private func changes<Element: Sendable>(
    to kind: String?, as viewer: Viewer?, _ change: @escaping @Sendable (LogEntry) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    var filter = LogFilter()
    filter.kind = kind
    let id = follow(
      Follower(matcher: LogMatcher(filter), viewer: viewer) { entry in
        if let change = change(entry) { continuation.yield(change) }
      } finish: { _ in
        continuation.finish()
      })
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(id) }
    }
    return stream
  }

  /// The events that are new from now on, as ``log(_:as:_:)`` shows them, this machine's and those of others
  /// (``LogFilter/limit`` is ignored). Of those that arrive together the earlier stamp comes first.
  ///
  /// - Throws: to the stream's consumer, when the folder can no longer be read.
  public func follow(
    _ filter: LogFilter = LogFilter(), as viewer: Viewer? = nil
  ) -> AsyncThrowingStream<LogEntry, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: LogEntry.self)
    let id = follow(
      Follower(matcher: LogMatcher(filter), viewer: viewer) { entry in
        continuation.yield(entry)
      } finish: { error in
        continuation.finish(throwing: error)
      })
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(id) }
    }
    return stream
  }
}
