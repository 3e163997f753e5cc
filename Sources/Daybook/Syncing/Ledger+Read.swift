extension Ledger {
  /// Lends the present state to an importer or a sync, for a plan that is worked out against it. An app reads with
  /// `get`, `fetch` or `withView`.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing LedgerState) throws -> Result
  ) throws -> Result {
    try requireFresh()
    loaded.holders.schemas = schemas
    loaded.holders.view = view(for: nil)
    return try body(loaded)
  }
}
