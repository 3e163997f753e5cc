public import Daybook

extension MeetingRecord: Named { public static let nameFields = ["title", "eventIdentifier"] }
extension Person: Named { public static let nameFields = ["name", "email"] }
extension Note: Named { public static let nameFields = ["title", "plainText"] }
extension Tag: Named { public static let nameFields = ["name"] }

/// Whom and what somebody means by an id, the beginning of an id, or a name; a person by an e-mail too.
///
/// Each throws ``LedgerError``: `usage` with the candidates where several may be meant, `notFound`.
public enum PlannerFinder {
  public static let people = EntityFinder<Person>(
    noun: "person", plural: "people", advice: "see 'daybook planner people'")
  public static let meetings = EntityFinder<MeetingRecord>(
    noun: "meeting", plural: "meetings", advice: "see 'daybook planner agenda'")
  public static let notes = EntityFinder<Note>(
    noun: "note", plural: "notes", advice: "see 'daybook planner note list'")
  public static let tags = EntityFinder<Tag>(
    noun: "tag", plural: "tags", advice: "see 'daybook planner tag list'")
}
