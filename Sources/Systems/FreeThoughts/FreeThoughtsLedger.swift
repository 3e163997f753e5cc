public import Daybook

/// A ledger's notes on documents: the operations of the system FreeThoughts.
///
/// ```swift
/// let notes = try await ledger.freeThoughts.notes(of: document)
/// let report = try await ledger.freeThoughts.reanchor(document)
/// ```
public struct FreeThoughtsLedger: Sendable {
  /// The ledger that is read and written.
  public let ledger: Ledger
}

extension Ledger {
  /// The notes on documents of this ledger.
  public nonisolated var freeThoughts: FreeThoughtsLedger { FreeThoughtsLedger(ledger: self) }
}
