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
