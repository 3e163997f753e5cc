import DaybookModel
import DaybookView

/// Erasing what was written, on every machine. A delete hides an entity and keeps its values in the log; an erasure
/// removes them from it: see <doc:Erasing>.
///
///     let preview = try await ledger.erasures.preview(request)
///     let receipt = try await ledger.erasures.erase(request, by: "ann", why: "asked to")
public struct LedgerErasures: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// What was erased, and ways to erase more.
  public nonisolated var erasures: LedgerErasures { LedgerErasures(ledger: self) }
}

extension LedgerErasures {
  /// What an erasure would erase, and which other entities contain a string value of it. Writes nothing. O(size of the log × texts)
  ///
  /// - Throws: ``LedgerError`` with code `not-found` if nobody ever wrote the entity, `bad-data` for a field
  ///   that its kind does not have.
  public func preview(_ request: ErasureRequest) async throws -> ErasurePreview {
    try await ledger.previewErasure(request)
  }

  /// Erases what was written of an entity: from now on every replica that holds the erase events reads the values as
  /// erased, whichever file still has their text. Each machine removes the lines' original text later: see
  /// <doc:Erasing>, "When". O(size of the log)
  ///
  /// After an interruption, the same request continues with the rest: entities that belong to others are erased before
  /// those others, and the requested entity last.
  ///
  /// - Parameters:
  ///   - request: the entity to erase, or fields of it, and whether what belongs or refers to it is erased too.
  ///   - author: the author of the erase events; nil: none is named.
  ///   - why: the reason that the erase events give; nil: none.
  ///   - progress: called as entities are erased.
  @discardableResult
  public func erase(
    _ request: ErasureRequest, by author: String? = nil, why: String? = nil,
    progress: @Sendable (ErasureProgress) -> Void = { _ in }
  ) async throws -> ErasureReceipt {
    try await ledger.erase(request, by: author, why: why, progress: progress)
  }

  /// Withdraws an erasure: the values show again. Refused once a machine has begun to remove the texts of its lines, or
  /// if some of its texts are no longer here. O(size of the log)
  @discardableResult
  public func withdraw(_ id: String, by author: String? = nil, why: String? = nil) async throws
    -> ErasureWithdrawal
  {
    try await withdraw([id], by: author, why: why)
  }

  /// Withdraws erasures, in few commits; those whose texts are gone stay. After an interruption, the same call
  /// continues with the rest. O(size of the log)
  ///
  /// - Throws: ``LedgerError`` with code `not-found` for an id that is not an erasure's, `refused` if all of them are
  ///   withdrawn already, or it is too late.
  @discardableResult
  public func withdraw(_ ids: [String], by author: String? = nil, why: String? = nil) async throws
    -> ErasureWithdrawal
  {
    try await ledger.withdrawErasures(ids, by: author, why: why)
  }
}

// MARK: Texts

extension LedgerErasures {
  /// Removes the texts that are due from the folder and from what this machine keeps beside it. Does nothing, in
  /// O(erase events), if none are due. O(files that may have such texts)
  ///
  /// - Parameter now: removes the texts of this machine's own lines at once, and those that others erased, however
  ///   many.
  /// - Throws: ``LedgerError`` if the folder or the state cannot be written; in a tar, only with `now`.
  @discardableResult
  public func removeTexts(now: Bool = false) async throws -> EraseTextsReport {
    try await ledger.eraseTexts(now: now)
  }

  /// Searches every byte that this machine keeps of the ledger, unpacked, for values: the folder, the state and the
  /// cache; as they are, as JSON text, within data fields, and as the text index folds them. Values shorter than three
  /// bytes occur everywhere. O(bytes × values)
  public func find(values: [String]) async throws -> [FoundValue] {
    try await ledger.find(values: values)
  }
}
