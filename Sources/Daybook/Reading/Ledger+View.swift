import DaybookLog
import DaybookRecords
public import DaybookView

extension Ledger {
  /// Lends the ledger as its schemas show it, for what a query alone does not answer: an entity with its
  /// neighbourhood, a name among names. Nothing is written meanwhile, so all that is read belongs together.
  /// O(1) now, plus what `body` reads; at any other cut O(size of the ledger). With a viewer, as that one sees it.
  ///
  ///     let names = try await ledger.withView { view in
  ///       try view.map(Query("sam.person", limit: 10)) { person in person.value("displayNameCache") }.values
  ///     }
  public func withView<Result: Sendable>(
    at cut: Cut = .now, as viewer: Viewer? = nil, _ body: @Sendable (borrowing ViewReader) throws -> Result
  ) throws -> Result {
    if cut.isNow {
      return try withFresh { records in try ViewReader.withReader(view(for: viewer, at: cut), records, body) }
    }
    let past = try past(cut)
    return try ViewReader.withReader(view(of: past, for: viewer, at: cut), past.records, body)
  }

  /// Reads the ledger as it was: the files, and what this process wrote and could not publish yet. O(size of the
  /// ledger).
  func past(_ cut: Cut) throws -> LedgerState {
    let session = try requiredSession()
    defer { note(session) }
    return try session.records(at: cut)
  }
}
