public import Daybook

extension MeetingRecord: Named {
  /// A meeting is named by its title, else by the identifier of its event.
  public static let nameFields = ["title", "eventIdentifier"]
}

extension Person: Named {
  /// A person is named by their name, else by their e-mail.
  public static let nameFields = ["name", "email"]
}

extension Note: Named {
  /// A note is named by its title, else by its text.
  public static let nameFields = ["title", "plainText"]
}

extension Tag: Named {
  /// A tag is named by its `name`.
  public static let nameFields = ["name"]
}

/// Finds entities of Planner by id, the beginning of an id, or a name; people also by e-mail.
///
/// Each throws `LedgerError`: `usage` with the candidates where several may be meant, `notFound`.
public enum PlannerFinder {
  /// Finds people by id, name or e-mail; its errors point to `daybook planner people`.
  public static let people = EntityFinder<Person>(
    noun: "person", plural: "people", advice: "see 'daybook planner people'")
  /// Finds meetings by id or name; its errors point to `daybook planner agenda`.
  public static let meetings = EntityFinder<MeetingRecord>(
    noun: "meeting", plural: "meetings", advice: "see 'daybook planner agenda'")
  /// Finds notes by id or name; its errors point to `daybook planner note list`.
  public static let notes = EntityFinder<Note>(
    noun: "note", plural: "notes", advice: "see 'daybook planner note list'")
  /// Finds tags by id or name; its errors point to `daybook planner tag list`.
  public static let tags = EntityFinder<Tag>(
    noun: "tag", plural: "tags", advice: "see 'daybook planner tag list'")
}
