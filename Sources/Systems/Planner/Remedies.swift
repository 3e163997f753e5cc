import Daybook

extension SystemRemedy {
  /// List the people.
  static let people = SystemRemedy("planner.people", "planner.people(matching:)")
  /// List the meetings.
  static let meetings = SystemRemedy("planner.meetings", "planner.meetings(_:)")
  /// List the notes.
  static let notes = SystemRemedy("planner.notes", "planner.notes(containing:)")
  /// List the tags.
  static let tags = SystemRemedy("planner.tags", "fetch(Tag.self)")
}
