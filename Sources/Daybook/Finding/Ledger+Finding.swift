public import DaybookView

extension Ledger {
  /// The entity that a person means by a text: an id or its beginning, an address or a name. The kind's schema declares
  /// what names an entity (``Names``).
  ///
  /// - Parameters:
  ///   - text: as a person types it, in any case.
  ///   - type: the kind to look in.
  ///   - scope: which entities count; by default those that a query finds.
  ///   - viewer: the viewer for whom to look, where access rules apply.
  /// - Throws: ``LedgerError``: `usage` for a text that is empty or matches several entities, `notFound`.
  public nonisolated func find<E: Entity>(
    _ text: String, _ type: E.Type = E.self, scope: EntityScope = .shown, as viewer: Viewer? = nil
  ) async throws -> Ref<E> {
    let finder = KindFinder([E.kind], noun: E.kind, scope: scope)
    return try await withView(as: viewer) { Ref(try finder.find(text, in: $0).id) }
  }
}

extension Ledger {
  /// The entity for a natural key that is a name, and whether it must be made: the entity with exactly this name, else
  /// the one whose name differs only in case and accents, else a new one, with the id that every machine gives it.
  /// O(entities of the kind).
  public func holder<Target: Entity>(
    ofKey name: String, _ type: Target.Type
  ) throws -> (id: Ref<Target>, isNew: Bool) {
    let own = try read { state in
      let held = state.entity(Target.kind, key: name)
      let isThere = held.map { $0.isAlive && $0.isPresent } ?? false
      return (id: held?.id ?? state.newID(Target.kind, key: name), isThere: isThere)
    }
    guard !own.isThere, let field = schemas[Target.kind]?.key?.field else { return (Ref(own.id), false) }
    let folded = TextFolding.fold(OneLine.of(name))
    let alike = try withPresentView { view in
      var query = Query(Target.kind)
      query.fields = [field]
      return try view.fetch(query).rows
    }.filter {
      $0[field]?.string.map { TextFolding.fold(OneLine.of($0)) } == folded
    }
    return alike.count == 1 ? (Ref(alike[0].id), false) : (Ref(own.id), true)
  }
}
