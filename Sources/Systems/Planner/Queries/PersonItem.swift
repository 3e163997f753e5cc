public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person as a list shows them.
public struct PersonItem: Sendable, Hashable {
  public var id: Ref<Person>
  /// The name; the e-mail if there is none.
  public var name: String
  /// In lower case; it identifies the person.
  public var email: String
  /// Nil if unknown.
  public var company: String?
  /// The job title; nil if unknown.
  public var role: String?
  /// The number of meetings that have begun.
  public var meetingCount: Int
  /// When the latest meeting that has begun started; nil for none.
  public var lastInteractionDate: Date?
  /// The number of upcoming meetings.
  public var upcomingMeetingCount: Int
  /// When the first upcoming meeting begins; nil for none.
  public var nextMeetingDate: Date?
}

extension PersonItem: ListItem {
  /// Read from people.
  public typealias Target = Person

  /// Reads the fields, and counts the meetings as of the moment of the query. O(meetings of the person).
  public init(_ reader: borrowing EntityReader) {
    let mention = Mention<Person>(reader)
    (id, name, email) = (mention.id, mention.name, reader.text("email") ?? "")
    (company, role) = (reader.text("company"), reader.text("role"))
    meetingCount = Formulas.meetingsHeld(reader)
    lastInteractionDate = Formulas.latestMeeting(reader)
    upcomingMeetingCount = Formulas.meetingsToCome(reader)
    nextMeetingDate = Formulas.nextMeeting(reader)
  }
}

/// Everything about a person on one page.
public struct PersonPage: Sendable, Hashable {
  /// What a list shows of them: name, e-mail, company, role and meetings.
  public var item: PersonItem
  /// Stored by a ``Summarizer`` or written by hand; nil if there is none.
  public var relationshipSummary: String?
  /// What wrote the summary: `rules`, or a model's name; nil if there is none, or it was written by hand.
  public var summarizedBy: String?
  /// As the address book has them; empty if it gives none.
  public var phoneNumbers: [String]
  /// Each in one line.
  public var postalAddresses: [String]
  /// As ``Person/birthday``.
  public var birthday: String?
  /// The card's own note; nil if it has none.
  public var addressBookNote: String?
  /// The latest first, without those that are gone from their calendar.
  public var meetings: [MeetingItem]
  /// The moment that separates past from upcoming meetings; nil if none is upcoming.
  public var moment: Instant?
}

extension PersonPage {
  /// Nil if there is no such person.
  public static func read(_ id: Ref<Person>, in view: borrowing ViewReader) -> PersonPage? {
    view.read(Person.kind, id.rawValue) { person in
      PersonPage(
        item: PersonItem(person), relationshipSummary: person.text("relationshipSummary"),
        summarizedBy: person.text("summarizedBy"), phoneNumbers: person.texts("phoneNumbers"),
        postalAddresses: person.texts("postalAddresses"), birthday: person.text("birthday"),
        addressBookNote: person.text("addressBookNote"),
        meetings: person.map("meetings") { MeetingItem($0) }.filter { !$0.isGoneFromCalendar }.latestFirst,
        moment: person.moment)
    }
  }

  /// The latest meeting that had begun by a moment.
  public func lastMeeting(by now: Date) -> MeetingItem? {
    meetings.first { ($0.startDate ?? .distantFuture) <= now }
  }

  /// The first that had not.
  public func nextMeeting(after now: Date) -> MeetingItem? {
    meetings.last { ($0.startDate ?? .distantPast) > now }
  }
}

extension PlannerLedger {
  /// People by name.
  ///
  /// - Parameters:
  ///   - text: only those whose name or e-mail contains each of its words, regardless of case and accents.
  ///   - limit: how many people at most; nil: all. A negative number counts as 0.
  ///   - offset: how many people to skip before the first one returned; a negative number counts as 0.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func people(
    matching text: String? = nil, limit: Int? = nil, offset: Int = 0, at cut: Cut = .now
  ) async throws -> Page<PersonItem> {
    let query = Query(
      Person.kind, where: text.flatMap { PlannerFinder.people.condition(words: $0, ledger.schemas) },
      sort: [.folded("name"), .folded("email")], limit: limit, offset: offset)
    return try await ledger.withView(at: cut) { try $0.page(query) }
  }

  /// A person's page; nil when there is no such person.
  public func personPage(_ id: Ref<Person>, at cut: Cut = .now) async throws -> PersonPage? {
    try await ledger.withView(at: cut) { PersonPage.read(id, in: $0) }
  }
}
