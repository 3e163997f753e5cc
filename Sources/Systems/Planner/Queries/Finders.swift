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
  /// Finds people by id, name or e-mail.
  public static var people: EntityFinder<Person> {
    EntityFinder(noun: "person", plural: "people", advice: "see '\(SystemRemedy.people)'")
  }
  /// Finds meetings by id or name.
  public static var meetings: EntityFinder<MeetingRecord> {
    EntityFinder(noun: "meeting", plural: "meetings", advice: "see '\(SystemRemedy.meetings)'")
  }
  /// Finds notes by id or name.
  public static var notes: EntityFinder<Note> {
    EntityFinder(noun: "note", plural: "notes", advice: "see '\(SystemRemedy.notes)'")
  }
  /// Finds tags by id or name.
  public static var tags: EntityFinder<Tag> {
    EntityFinder(noun: "tag", plural: "tags", advice: "see '\(SystemRemedy.tags)'")
  }
}
