public import Daybook

extension System {
  /// Meetings, notes, people, embeddings and tags.
  public static let planner = System("planner", version: 1, kinds: [])
}
