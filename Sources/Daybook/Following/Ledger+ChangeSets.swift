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
  /// Of those that arrive together the one with the earlier stamp comes first. A set waits in memory until it is asked
  /// for. The stream ends when the folder can no longer be read, which the ledger's next reading explains.
  ///
  /// - Parameters:
  ///   - kinds: only commits that write to an entity of one of these, with all of their changes; by default all.
  ///   - viewer: as whom. Changes that this one may not see are left out, and commits of which nothing is left.
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
