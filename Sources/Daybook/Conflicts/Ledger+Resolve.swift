import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// Decides a conflict, by writing ordinary events that win on every machine, whatever the clocks: they are written
  /// though they say what shows already, their author has seen all sides, and they count as later than any of them.
  /// What a machine has written meanwhile, not knowing of it, is a new conflict.
  ///
  /// To keep a delete is to delete once more; to bring the entity back is to restore it, of a hidden child its owner.
  /// Where a value is shared, the others' field is cleared; where a rule forbids the delete, keeping it clears the
  /// reference. Costs what ``conflicts(kind:id:as:)`` costs.
  ///
  /// - Parameters:
  ///   - conflict: its id, or as much of it as no other begins with.
  ///   - choice: the side or the value that is to stand; one that does not fit the conflict is refused.
  ///   - options: their `why` is by default "resolve <id>".
  /// - Throws: ``LedgerError``: `not-found` when there is no such conflict (any more), `usage` for a choice that does
  ///   not fit it; else as ``append(_:options:)``, when a rule forbids what was chosen.
  @discardableResult
  public func resolve(
    _ conflict: String, keep choice: ConflictChoice, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    if !options.isDryRun { try publishLacking() }
    let id = try await self.conflict(conflict, as: options.viewer).id
    var options = options
    options.why = options.why ?? "resolve \(id)"
    // A side was written already; only what somebody gives is new.
    if case .value = choice {} else { options.exceedsBounds = true }
    var batch = Batch()
    batch.append(resolving: id, choice)
    do {
      return try await commit(CommitRequest(content: batch, options: options))
    } catch var error as LedgerError {
      // Nobody wrote the mutations that it would count.
      error.line = nil
      throw error
    }
  }

  /// The conflict with an id, or the one whose id begins so.
  /// - Throws: ``LedgerError`` with code `not-found`; of one that was settled it says by whom. With a viewer `refused`
  ///   for what that one may not see, or what is not there.
  public nonisolated func conflict(
    _ id: String, as viewer: Viewer? = nil
  ) async throws -> EntityConflict {
    if let viewer {
      let found = try await conflicts(as: viewer).filter { !id.isEmpty && $0.id.hasPrefix(id) }
      guard found.count == 1 else { throw LedgerError.noAccess(viewer, to: "the conflict", id) }
      return found[0]
    }
    if let found = try await describedConflict(id) { return found }
    if !id.isEmpty, let settled = try await settledConflicts().last(where: { $0.conflict.id.hasPrefix(id) }) {
      throw LedgerError(.notFound, settled.text)
    }
    throw LedgerError(.notFound, "there is no conflict '\(id)'", advice: "see '\(Remedy.conflicts)'")
  }

  private func describedConflict(_ id: String) throws -> EntityConflict? {
    try requireFresh()
    return try openConflict(id).map { described($0) }
  }

  private func openConflict(_ id: String) throws -> ViewConflict? {
    let found = view.conflicts(in: loaded.records).filter { $0.id.hasPrefix(id) }
    if let exact = found.first, found.count == 1, !id.isEmpty { return exact }
    guard found.count > 1 else { return nil }
    throw LedgerError(
      .usage, "\(found.count) conflicts begin with '\(id)'", advice: "give more of its id")
  }

  /// What a choice comes to on the present state.
  func mutations(
    resolving id: String, _ choice: ConflictChoice
  ) throws -> (mutations: [Mutation], Resolving) {
    guard let found = try openConflict(id) else {
      throw LedgerError(.notFound, "there is no conflict '\(id)' any more")
    }
    return try Resolution(conflict: found, choice: choice, schemas: schemas).mutations(on: loaded.records)
  }
}

extension SettledConflict {
  /// Who settled it, and what it came to.
  fileprivate var text: String {
    let to = settling.isSensitive ? conflict.to.map { _ in Disclosure.mask } : conflict.to
    let place = [conflict.kind, conflict.entity, conflict.field, to].compactMap { $0 }
    var value = settling.value.description
    if settling.isSensitive { value = Disclosure.mask }
    if settling.field == nil { value = settling.value == true ? "there" : "deleted" }
    let author = settling.by.map { " by \($0)" } ?? ""
    return
      "the conflict \(conflict.id) of \(place.joined(separator: " ")) was settled at \(settling.stamp)\(author): it is now \(value)"
  }
}
