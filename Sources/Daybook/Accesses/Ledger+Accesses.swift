extension Ledger {
  /// Records that somebody reads the ledger. Once it returns, the record is durable, and what was asked for may be
  /// shown: so nothing is shown that is not recorded. Costs one commit.
  ///
  /// The record is an entity of its own, with an id of its own whatever id `access` has; it is replicated as
  /// everything else is. Nothing in this library calls it by itself: an app calls it where it shows something, the
  /// command does for each of its readings when ``Setting/Name/auditReads`` is on.
  ///
  /// - Parameter author: who reads, unless `access` says so.
  /// - Throws: ``LedgerError`` where nothing can be written: then show nothing.
  @discardableResult
  public func recordAccess(_ access: Access, by author: String? = nil) async throws -> AppendReceipt {
    var access = access
    access.id = Access.ID()
    access.by = access.by ?? author
    let record = access
    return try await commit(by: record.by) { try $0.upsert(record) }
  }
}
