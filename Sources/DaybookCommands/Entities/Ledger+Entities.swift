import Daybook
import DaybookView

// Finds entities of any kind by the text that a user typed.

extension Ledger {
  /// The entity of a kind that a text names.
  ///
  /// With a viewer, a text that matches nothing is returned as an id, for the ledger to refuse: it gives the same
  /// error for an entity that does not exist and for one that the viewer may not see.
  nonisolated func entity(
    _ text: String, of kind: String, as viewer: Viewer? = nil, _ scope: EntityScope = .shown
  ) async throws -> EntityName {
    do {
      return try await withView(as: viewer) { try $0.entity(text, of: kind, scope) }
    } catch let error as LedgerError where error.code == .notFound && viewer != nil {
      return EntityName(kind: kind, id: text)
    }
  }

  /// The id of the entity that a text names among some kinds, or among all if none is named. Entities of several
  /// kinds may have the same id.
  nonisolated func entityID(_ text: String, of kinds: [String], as viewer: Viewer?) async throws -> String {
    try await withView(as: viewer) { view in
      let finder = KindFinder(kinds.isEmpty ? view.kinds : kinds, noun: "entity", scope: .written)
      let ids = Set(try finder.candidates(text, in: view).found.map(\.id))
      return try ids.first.flatMap { ids.count == 1 ? $0 : nil } ?? finder.find(text, in: view).id
    }
  }

  /// The entity as it reads at a point in time, found among those that existed then; nil if it is gone.
  nonisolated func row(_ text: String, of kind: String, at cut: Cut, as viewer: Viewer?) async throws -> Row?
  {
    // Computed entities are in no view, and have no name.
    if viewer == nil, schemas.computed(kind) != nil, let row = try await get(kind: kind, id: text, at: cut) {
      return row
    }
    do {
      return try await withView(at: cut, as: viewer) { view in
        let name = try view.entity(text, of: kind)
        return view.row(name.kind, name.id)
      }
    } catch let error as LedgerError where error.code == .notFound && viewer != nil {
      return try await get(kind: kind, id: text, at: cut, as: viewer)
    }
  }

  /// Whether the text is the whole id of an entity that its source no longer has.
  nonisolated func isGoneFromSource(_ text: String, of kind: String) async throws -> Bool {
    try await withView { $0.readStored(kind, text) { $0.isMade && !$0.isPresent } ?? false }
  }

  /// Advice for an entity that is gone; nil if it was never written, or if something else hides it.
  nonisolated func advice(ifDeleted name: EntityName, as viewer: Viewer?) async throws -> String? {
    let isDeleted = try await withView(as: viewer) {
      $0.readStored(name.kind, name.id) { $0.isDeleted && $0.isPresent } ?? false
    }
    guard isDeleted else { return nil }
    return "it was deleted; restore it with '\(ShellText.command(["restore", name.kind, name.id]))'"
  }
}

extension LedgerError {
  /// Adds to the advice.
  mutating func advise(_ text: String) {
    guard let advice else { return self.advice = text }
    self.advice =
      advice.hasSuffix("?")
      ? "\(advice) \(text.prefix(1).uppercased())\(text.dropFirst())" : "\(advice); \(text)"
  }
}

extension ViewReader {
  /// The error for a kind that neither a system nor the ledger has, with the kind that was probably meant; nil for
  /// other kinds.
  func problem(withKind kind: String) -> LedgerError? {
    guard schemas[kind] == nil else { return nil }
    let written = kinds
    guard !written.contains(kind) else { return nil }
    let known = Set(schemas.kinds.map(\.kind) + written).sorted()
    return LedgerError(
      .notFound, "there is no kind '\(OneLine.cut(kind))'", advice: Suggestion.advice(for: kind, among: known)
    )
  }

  func entity(_ text: String, of kind: String, _ scope: EntityScope = .shown) throws -> EntityName {
    if let problem = problem(withKind: kind) { throw problem }
    let advice = RegisteredSystems.advice(forKind: kind, otherwise: "see 'daybook query \(kind)'")
    let found = try entity(text, among: [kind], noun: kind, advice: advice, scope: scope)
    if scope == .shown || scope == .goneFirst { try requireInSource(found, typed: text) }
    return found
  }

  /// Refuses a text as the id of a new entity if it is the name, the address or the short id of another one.
  func requireNoOther(called text: String, of kind: String) throws {
    guard readStored(kind, text, { $0.isMade }) != true else { return }
    guard let other = other(called: text, of: kind) else { return }
    throw LedgerError(
      .usage, "'\(OneLine.cut(text))' already names the \(kind) \(other.id)",
      advice: "to change that one, leave out --new; for a new one, choose another id or leave it out")
  }

  /// Another entity with the name; any one if there are several.
  private func other(called text: String, of kind: String) -> EntityName? {
    let finder = KindFinder([kind], noun: kind, scope: .deletable)
    guard let means = try? finder.candidates(text, in: self), let first = means.found.first else {
      return nil
    }
    if !means.isWhole {
      // Ids that users choose may begin alike.
      guard means.found.count == 1, !first.id.hasPrefix(text) || first.id.utf8.count == 36 else { return nil }
    }
    return EntityName(kind: kind, id: first.id)
  }

  /// Refuses an entity that its source no longer has: whatever is written to it would not show.
  func requireInSource(_ name: EntityName, typed text: String) throws {
    guard readStored(name.kind, name.id, { $0.isMade && !$0.isPresent }) ?? false else { return }
    throw LedgerError(
      .notFound, "there is no \(name.kind) '\(OneLine.cut(text))'",
      advice:
        "its source no longer has it; see '\(ShellText.command(["history", name.kind, name.id]))'")
  }
}

extension EntityArguments {
  func find(
    in ledger: Ledger, as viewer: Viewer? = nil, _ scope: EntityScope = .shown
  ) async throws -> EntityName {
    try await ledger.entity(id, of: kind, as: viewer, scope)
  }
}

// The other ends of an entity's links.

extension Ledger {
  /// The kinds that a relation leads to, by its own or its inverse's name; for a raw kind, all kinds. Nil for a
  /// relation that the kind does not have, which the ledger refuses.
  nonisolated func kinds(relatedTo kind: String, by relation: String) async -> [String]? {
    guard let schema = schemas[kind] else { return (try? await withView { $0.kinds }) ?? [] }
    if let own = schema.relations.first(where: { $0.name == relation }) { return [own.target] }
    return schema.inverses.first { $0.inverse == relation }.map { [$0.owner] }
  }

  /// The id that a text names at the other end of a link. It must be linked, even if nothing else is known about it.
  /// - Throws: ``LedgerError``: `notFound` if there is no such link; `usage` if several match.
  nonisolated func related(
    _ text: String, to entity: EntityName, by relation: String, as viewer: Viewer?
  ) async throws -> String {
    guard let kinds = await kinds(relatedTo: entity.kind, by: relation) else { return text }
    let hides = schemas.hides(relation, of: entity.kind)
    let shown = hides ? Disclosure.mask : OneLine.cut(text)
    let found: String? = try await withView(as: viewer) { view in
      let linked = view.linkedIDs(entity, relation)
      if linked.contains(text) { return text }
      let begun = linked.filter { text.count >= 4 && $0.lowercased().hasPrefix(text.lowercased()) }
      if begun.count == 1 { return begun[0] }
      // Only linked entities count: others may have the same name.
      let finder = KindFinder(kinds, noun: "entity", scope: .written, within: Set(linked))
      let named = try finder.candidates(text, in: view).found
      let ids = Set(named.map(\.id)).union(begun)
      if ids.count > 1 {
        throw LedgerError(
          .usage, "'\(shown)' matches \(ids.count) entities that \(relation) leads to",
          advice: hides
            ? "give the whole id" : "give the id: \(ids.sorted().prefix(5).joined(separator: ", "))")
      }
      return ids.first
    }
    if let found { return found }
    if let viewer,
      try await withView(as: viewer, { $0.readStored(entity.kind, entity.id) { _ in true } }) != true
    {
      throw LedgerError.noAccess(viewer, to: entity.kind, entity.id)
    }
    throw LedgerError(
      .notFound, "\(entity.kind) \(entity.id) has no \(relation) '\(shown)'",
      advice: "see '\(ShellText.command(["get", entity.kind, entity.id]))'")
  }
}

extension ViewReader {
  /// The ids that a relation leads to, by its own or its inverse's name, whether or not the entities exist.
  func linkedIDs(_ entity: EntityName, _ relation: String) -> [String] {
    let inverses = schemas[entity.kind]?.inverses.filter { $0.inverse == relation } ?? []
    return readStored(entity.kind, entity.id) { reader in
      guard let inverse = inverses.first else { return reader.storedTargets(relation) }
      return inverse.isToMany
        ? reader.storedSources(of: inverse.name, kind: inverse.owner)
        : reader.storedReferrers(of: inverse.name, kind: inverse.owner)
    } ?? []
  }
}
