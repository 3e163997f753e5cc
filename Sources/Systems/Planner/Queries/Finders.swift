package import Daybook

extension MeetingRecord: Named { package static let nameFields = ["title", "eventIdentifier"] }
extension Person: Named { package static let nameFields = ["name", "email"] }
extension Note: Named { package static let nameFields = ["title", "plainText"] }
extension Tag: Named { package static let nameFields = ["name"] }

/// Whom and what somebody means by an id, the beginning of an id, or a name; a person by an e-mail too.
///
/// Each throws ``LedgerError``: `usage` with the candidates where several may be meant, `notFound`.
package enum PlannerFinder {
  package static let people = EntityFinder<Person>(
    noun: "person", plural: "people", advice: "see 'daybook planner people'")
  package static let meetings = EntityFinder<MeetingRecord>(
    noun: "meeting", plural: "meetings", advice: "see 'daybook planner agenda'")
  package static let notes = EntityFinder<Note>(
    noun: "note", plural: "notes", advice: "see 'daybook planner note list'")
  package static let tags = EntityFinder<Tag>(
    noun: "tag", plural: "tags", advice: "see 'daybook planner tag list'")
}
