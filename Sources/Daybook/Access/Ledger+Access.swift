import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// The time zone in which days begin.
  public nonisolated var zone: TimeZoneRule { options.zone }

  /// How many viewers' views are kept.
  private static var viewerCountMax: Int { 16 }

  /// The ledger as a viewer sees it; without a viewer, all of it. Its formulas are computed for the cut's moment.
  func view(for viewer: Viewer?, at cut: Cut = .now) -> View {
    let moment = cut.moment(now: options.now())
    let found = limitedView(for: viewer)
    (found.moment, found.zone) = (moment, options.zone)
    return found
  }

  private func limitedView(for viewer: Viewer?) -> View {
    guard let viewer else { return view }
    if let known = limitedViews[viewer] { return known }
    if limitedViews.count >= Self.viewerCountMax { limitedViews.removeAll() }
    let made = view.limited(to: viewer)
    limitedViews[viewer] = made
    return made
  }

  /// The same on other records, such as those of the past.
  nonisolated func view(of past: borrowing LedgerState, for viewer: Viewer?, at cut: Cut) -> View {
    let whole = View(registry: schemas)
    let found = viewer.map { whole.limited(to: $0) } ?? whole
    (found.moment, found.zone) = (cut.moment(now: options.now()), options.zone)
    return found
  }

  /// Refuses a kind of which the viewer may see nothing, whether or not the kind exists.
  nonisolated func requireOpen(_ kind: String, to viewer: Viewer?) throws(LedgerError) {
    guard let viewer, !schemas.isOpen(kind, to: viewer) else { return }
    throw .noAccess(viewer, to: kind)
  }

  /// Whether the viewer may see an entity, deleted or not; with a viewer, false for an entity that nobody ever wrote.
  func allows(_ kind: String, _ id: String, to viewer: Viewer?) -> Bool {
    guard let viewer else { return true }
    return view(for: viewer).allows(kind, id, in: loaded.records)
  }

  /// Refuses mutations that refer to entities which the viewer may not see or write, before any other check: the error
  /// is the same for an entity that does not exist and for one that belongs to somebody else.
  func requireReach(_ mutations: [Mutation], as viewer: Viewer?) throws {
    guard let viewer else { return }
    try requireSight(mutations, as: viewer)
    // An upsert without a field may be a mere expectation, which writes nothing.
    guard mutations.contains(where: { $0.op != .upsert || $0.set != nil }) else { return }
    let referring = mutations.filter { !$0.id.isEmpty }.map(referring)
    try requireRights(referring, as: viewer)
    // An edge that is stored as a field refers as a write of that field does.
    let references = referring.map { schemas.reference(by: $0) }
    guard references.contains(where: { $0 != nil }) else { return }
    try requireRights(zip(referring, references).map { $1 ?? $0 }, as: viewer)
  }

  /// The mutation with its references alone: who would own the entity is checked before its values.
  private nonisolated func referring(_ mutation: Mutation) -> Mutation {
    guard let set = mutation.set, let schema = schemas[mutation.kind] else { return mutation }
    var referring = mutation
    referring.set = JSONObject(
      set.filter { member in schema.relations.contains { $0.name == member.key } }.map { ($0.key, $0.value) })
    return referring
  }

  private func requireSight(_ mutations: [Mutation], as viewer: Viewer) throws {
    for mutation in mutations {
      try requireOpen(mutation.kind, to: viewer)
      if loaded.records.entity(mutation.kind, mutation.id) != nil,
        !allows(mutation.kind, mutation.id, to: viewer)
      {
        throw LedgerError.noAccess(viewer, to: mutation.kind, mutation.id)
      }
    }
  }

  private func requireRights(_ mutations: [Mutation], as viewer: Viewer) throws {
    try ViewReader.withReader(view, loaded.records) { whole in
      try schemas.requireAccess(mutations, whole, as: viewer)
    }
  }

  /// Refuses what the viewer may not write. The records are those before the commit.
  func requireAccess(_ planned: EventBodies, as viewer: Viewer?) throws {
    guard let viewer else { return }
    let mutations = planned.events().map(\.mutation)
    // A natural key may have identified an entity that the mutation did not name.
    try requireSight(mutations, as: viewer)
    try requireRights(mutations, as: viewer)
  }

  /// The error for a mutation that was refused; to a viewer it reveals nothing about entities that they may not see.
  nonisolated func told(_ refusal: MutationRefusal, of asked: MutationBuffer, to viewer: Viewer?)
    -> LedgerError
  {
    var told = refusal.error
    if let viewer, told.code == .refused || told.code == .notFound {
      let mutation = asked.mutation(refusal.index)
      told = .noAccess(viewer, to: mutation.kind, mutation.id.isEmpty ? nil : mutation.id)
    }
    told.line = refusal.index + 1
    return told
  }

  /// The viewer called `name` under the system's rules: `name` is an id, or, whatever its case, the value of a field
  /// that names viewers. With several systems that have rules, it looks in the first one only: make a ``Viewer`` for
  /// the others.
  ///
  /// - Throws: ``LedgerError``: `refused` if no viewer or several viewers have this name; `usage` in a ledger without
  ///   a system that has rules.
  public func viewer(named name: String) throws -> Viewer {
    guard let access = schemas.systems.compactMap(\.access).first else {
      throw LedgerError(.usage, "no system of this ledger has access rules")
    }
    try requireFresh()
    if view.row(access.viewers, name, in: loaded.records) != nil {
      return Viewer(kind: access.viewers, id: name)
    }
    let folded = TextFolding.fold(name)
    for field in access.names {
      var found: [String] = []
      view.forEach(access.viewers, in: loaded.records) { reader in
        if let text = reader.value(field).string, TextFolding.fold(text) == folded { found.append(reader.id) }
      }
      if found.count == 1 { return Viewer(kind: access.viewers, id: found[0]) }
    }
    throw LedgerError(
      .refused, "'\(OneLine.cut(name))' is not one of the \(access.viewers) entities of this ledger",
      advice: "give an id" + (access.names.first.map { ", or what its \($0) says" } ?? ""))
  }
}
