import Daybook
import DaybookView

// Finds the entities that commands on any kind take, by what people type.

extension Ledger {
  /// The entity of a kind that a text means.
  ///
  /// With a viewer, a text that matches nothing is returned as an id, for the ledger to refuse: it gives the same
  /// error for an entity that does not exist and for one that the viewer may not see.
  func entity(
    _ text: String, of kind: String, as viewer: Viewer? = nil, _ scope: EntityScope = .shown
  ) throws -> EntityName {
    do {
      return try withView(as: viewer) { try $0.entity(text, of: kind, scope) }
    } catch let error as LedgerError where error.code == .notFound && viewer != nil {
      return EntityName(kind: kind, id: text)
    }
  }

  /// The id of the entity that a text means among some kinds, or among all if none is named. Entities of several
  /// kinds may have the same id.
  func entityID(_ text: String, of kinds: [String], as viewer: Viewer?) throws -> String {
    try withView(as: viewer) { view in
      let finder = KindFinder(kinds.isEmpty ? view.kinds : kinds, noun: "entity", scope: .written)
      let ids = Set(try finder.candidates(text, in: view).found.map(\.id))
      return try ids.first.flatMap { ids.count == 1 ? $0 : nil } ?? finder.find(text, in: view).id
    }
  }

  /// The entity as it reads at a point in time, found among those that existed then; nil if it is gone.
  nonisolated func row(_ text: String, of kind: String, at cut: Cut, as viewer: Viewer?) async throws -> Row?
  {
    // What is computed is in no view, and has no name.
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
  func isGoneFromSource(_ text: String, of kind: String) throws -> Bool {
    try withView { $0.readStored(kind, text) { $0.isMade && !$0.isPresent } ?? false }
  }

  /// Advice for an entity that is gone; nil if nothing was ever written of it, or if something else hides it.
  func advice(ifDeleted name: EntityName, as viewer: Viewer?) throws -> String? {
    let isDeleted = try withView(as: viewer) {
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
      .usage, "'\(OneLine.cut(text))' already means the \(kind) \(other.id)",
      advice: "to change that one, leave out --new; for a new one, choose another id or leave it out")
  }

  /// Of several with the name, one.
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
