public import Daybook

/// Planner: meetings from calendars, with their preparation and results, notes and people, and the embeddings that make
/// them searchable.
extension System {
  /// The five kinds of Planner. The built-in embedder's embeddings are computed from meetings and notes, not written.
  public static let planner = System(
    "planner", version: 2,
    kinds: [MeetingRecord.self, Note.self, Person.self, EmbeddingRecord.self, Tag.self],
    computing: [
      ComputedKind(EmbeddingRecord.kind, from: ComputedVectors.kinds) { EmbeddingRecord.computed(of: $0) }
    ])
}

/// A ledger's meetings, people and notes: the operations of the system Planner.
///
/// ```swift
/// let agenda = try await ledger.planner.meetings(today...today)
/// let summary = try await ledger.planner.summary(of: agenda.items[0].id)
/// ```
public struct PlannerLedger: Sendable {
  /// The ledger that is read and written.
  public let ledger: Ledger
}

extension Ledger {
  /// The meetings, people and notes of this ledger.
  public nonisolated var planner: PlannerLedger { PlannerLedger(ledger: self) }
}
