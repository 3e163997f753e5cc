import DaybookLog
package import DaybookRecords
package import DaybookReplication
public import DaybookView

extension Ledger {
  /// Lends the ledger as its schemas show it, for questions that a single query cannot answer: an entity with its
  /// neighbourhood, a name among names. Nothing is written meanwhile, so everything that is read is consistent. O(1)
  /// now, plus what `body` reads; at any other cut O(size of the ledger), and others read and write meanwhile. With a
  /// viewer, the ledger as the viewer sees it.
  ///
  ///     let names = try await ledger.withView { view in
  ///       try view.map(Query("sam.person", limit: 10)) { person in person.value("displayNameCache") }.values
  ///     }
  public nonisolated(nonsending) func withView<Result: Sendable>(
    at cut: Cut = .now, as viewer: Viewer? = nil, _ body: @Sendable (borrowing ViewReader) throws -> Result
  ) async throws -> Result {
    if cut.isNow { return try await withPresentView(at: cut, as: viewer, body) }
    return try await withPast(cut, as: viewer) { view, records in
      try ViewReader.withReader(view, records, body)
    }
  }

  /// See ``withView(at:as:_:)``; for callers that hold the ledger's actor.
  func withPresentView<Result: Sendable>(
    at cut: Cut = .now, as viewer: Viewer? = nil, _ body: @Sendable (borrowing ViewReader) throws -> Result
  ) throws -> Result {
    try withFresh { records in try ViewReader.withReader(view(for: viewer, at: cut), records, body) }
  }

  /// Reads the ledger as it was: the files, and what this process wrote and could not publish yet. O(size of the
  /// ledger).
  func past(_ cut: Cut) throws -> LedgerState {
    let session = try requiredSession()
    defer { note(session) }
    return try session.records(at: cut)
  }
}

extension Ledger {
  /// Called before a reading that must include what others wrote: newly read events may erase values that were read
  /// before.
  func refreshWhole() throws {
    try refresh()
    try requireFresh()
  }
}

// Internals for the code in this package that tests them: simulations and benchmarks.

extension Ledger {
  /// What the last reading of the folder found; it is not brought up to date by own commits.
  package var reading: ReadReport { loaded.report }

  /// Whether it holds the right to write.
  package var isWriting: Bool { session != nil }

  /// Lends the records as they are, without looking at the folder.
  package func withRecords<Result: Sendable>(
    _ body: @Sendable (borrowing Records) throws -> Result
  ) throws -> Result {
    try requireFresh()
    return try body(loaded.records)
  }
}
