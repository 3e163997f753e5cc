public import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// Lends the ledger as its schemas show it, for what a query alone does not answer: an entity with its
  /// neighbourhood, a name among names. Nothing is written meanwhile, so all that is read belongs together.
  /// O(1) now, plus what `body` reads; with `asOf` O(size of the ledger). With a viewer, as that one sees it.
  ///
  ///     let names = try await ledger.withView { view in
  ///       try view.map(Query("sam.person", limit: 10)) { person in person.value("displayNameCache") }.values
  ///     }
  public func withView<Result: Sendable>(
    asOf: Instant? = nil, as viewer: Viewer? = nil, _ body: @Sendable (borrowing ViewReader) throws -> Result
  ) throws -> Result {
    guard let asOf else {
      try requireFresh()
      return try ViewReader.withReader(view(for: viewer), loaded.records, body)
    }
    let past = try LoadedLedger.read(folder, descriptor, schemas: schemas, asOf: asOf)
    return try ViewReader.withReader(view(of: past, for: viewer), past.records, body)
  }
}
