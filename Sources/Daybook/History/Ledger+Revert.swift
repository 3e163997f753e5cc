import DaybookModel
import DaybookRecords

extension Ledger {
  /// Sets an entity back to what it was at a point of the past: takes back, as ordinary events of one commit, all that
  /// was written of it since. What it was not made by then is deleted. What belongs to it is left as it is. An undo
  /// of that commit works as of any other.
  ///
  /// What cannot be set back is named in the receipt: what a server says is the server's.
  ///
  /// - Parameters:
  ///   - kind: the entity's kind.
  ///   - id: the entity's whole id.
  ///   - cut: the point of the past; where nothing was written of the entity since, nothing is written.
  ///   - options: their `why` is by default "revert to its state <point>".
  /// - Throws: ``LedgerError``: `not-found` when nothing was ever written of the entity; else as
  ///   ``append(_:options:)``, when a rule forbids what was there before.
  @discardableResult
  public func revert(
    kind: String, id: String, to cut: Cut, options: AppendOptions = AppendOptions()
  ) async throws -> UndoReceipt {
    if !options.isDryRun { try publishLacking() }
    try refreshWhole()
    try requireSight(of: kind, id, as: options.viewer)
    guard let entity = loaded.records.entity(kind, id), loaded.records.lastWrite(entity) != nil else {
      throw LedgerError(
        .notFound, "there is no \(kind) '\(id)'", advice: "see '\(Remedy.deleted.of(kind))'")
    }
    let session = try readSession()
    let later = try await read(in: session) { try $0.events(of: EntityName(kind: kind, id: id), behind: cut) }
    guard !later.isEmpty else { return UndoReceipt(undone: []) }
    var options = options
    options.why = options.why ?? "revert to its state \(cut)"
    return try await takeBack(later, options)
  }
}
