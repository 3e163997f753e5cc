public import DaybookView

extension Ledger {
  /// The entity that a person means by a text: an id or its beginning, an address or a name. The kind's schema declares
  /// what names an entity (``Names``).
  ///
  /// - Parameters:
  ///   - text: as a person types it, in any case.
  ///   - type: the kind to look in.
  ///   - scope: which entities count; by default those that a query finds.
  ///   - viewer: who looks, where access rules bind.
  /// - Throws: ``LedgerError``: `usage` for a text that is empty or matches several entities, `notFound`.
  public nonisolated func find<E: Entity>(
    _ text: String, _ type: E.Type = E.self, scope: EntityScope = .shown, as viewer: Viewer? = nil
  ) async throws -> Ref<E> {
    let finder = KindFinder([E.kind], noun: E.kind, scope: scope)
    return try await withView(as: viewer) { Ref(try finder.find(text, in: $0).id) }
  }
}
