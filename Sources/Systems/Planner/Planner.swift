public import Daybook

/// Planner: meetings from calendars, what was prepared for them and came of them, the notes and the people around
/// them, and the embeddings by which they are found again.
extension System {
  /// The five kinds of Planner. The built-in embedder's embeddings are computed from meetings and notes, not written.
  public static let planner = System(
    "planner", version: 2,
    kinds: [MeetingRecord.self, Note.self, Person.self, EmbeddingRecord.self, Tag.self],
    computing: [
      ComputedKind(EmbeddingRecord.kind, from: ComputedVectors.kinds) { EmbeddingRecord.computed(of: $0) }
    ])
}
