import DaybookModel
public import DaybookView

extension Ledger {
  /// Everything that is committed from now on, a whole commit at a time: through this ledger, and in files that come into
  /// its folder by whatever tool. A commit of 5,000 changes is one change set; no follower gets a part of one, or gets
  /// one before it is durable.
  ///
  ///     for await set in await ledger.changeSets(touching: [Person.self]) {
  ///       for change in set.changes(to: Person.self) where change.changed(\.name) { reload(change.ref) }
  ///     }
  ///
  /// If several arrive together, the one with the earlier stamp comes first. A set waits in memory until the caller
  /// asks for it. The stream ends when the folder can no longer be read, which the ledger's next reading explains.
  ///
  /// - Parameters:
  ///   - kinds: only commits that write to an entity of one of these, with all of their changes; by default all.
  ///   - viewer: the viewer; nil: all changes. Changes that the viewer may not see are left out, as are commits
  ///     without any other changes.
  public func changeSets(
    touching kinds: [any Entity.Type] = [], as viewer: Viewer? = nil
  ) -> AsyncStream<ChangeSet> {
    let (stream, continuation) = AsyncStream.makeStream(of: ChangeSet.self)
    let names = Set(kinds.map { $0.kind })
    let schemas = schemas
    let id = follow(
      Follower(viewer: viewer) { entries in
        guard names.isEmpty || entries.contains(where: { names.contains($0.event.mutation.kind) }),
          let set = ChangeSet(entries, schemas)
        else { return }
        continuation.yield(set)
      } finish: { _ in
        continuation.finish()
      })
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(id) }
    }
    return stream
  }
}

extension Ledger {
  /// The changes to entities of one kind from now on, event by event: those committed through this ledger, and those in
  /// files that come into its folder by whatever tool. For whole commits see ``changeSets(touching:as:)``.
  public func changes<E: Entity>(to type: E.Type, as viewer: Viewer? = nil) -> AsyncStream<EntityChange<E>> {
    let schemas = schemas
    return changes(to: E.kind, as: viewer) { EntityChange<E>($0, schemas) }
  }

  /// The changes to entities of one kind, or of all, from now on: those committed through this ledger, and those in
  /// files that come into its folder by whatever tool. A change is reported once, when its event becomes part of what
  /// the ledger reads; to see whether it won, read the entity. With a viewer, only changes to what that
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

  /// See ``LedgerHistory/follow(_:as:)``.
  func follow(
    _ filter: LogFilter, as viewer: Viewer?
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

extension Ledger {
  /// Signals that something was written, here or elsewhere: one signal for all writes before the caller asks again. The
  /// stream ends when the folder can no longer be read.
  package func writeSignals() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = follow(
      Follower(viewer: nil) { _ in
        continuation.yield()
      } finish: { _ in
        continuation.finish()
      })
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(id) }
    }
    return stream
  }
}
