public import Daybook

/// FreeThoughts: notes on documents that stay where they are, and provocations about them.
extension System {
  /// The kinds of FreeThoughts, with the built-in prompts.
  public static let freethoughts = System(
    "freethoughts", version: 1,
    kinds: [Note.self, Provocation.self, ProvocationPrompt.self, Tag.self, WebAnnotation.self],
    providing: [ProvocationPrompt.self])
}

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
