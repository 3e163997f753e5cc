public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person whom the user meets. Two machines that have the same address have the same person.
public struct Person: Entity {
  public var id = ID()
  /// The natural key: an address, trimmed and in lower case.
  public var email = ""
  /// As a calendar or an address book gives it, or as it was set here; may be empty.
  public var name = ""
  /// The card's organization, or as it was set here; null if unknown.
  public var company: String?
  /// The card's job title, or as it was set here; null if unknown.
  public var role: String?
  /// Written by a ``Summarizer``, and stored so that it is not made again.
  public var relationshipSummary: String?
  /// When the latest of ``meetings`` that have begun started, at the moment of the query; null for none.
  public var lastInteractionDate: Date?
  /// How many of ``meetings`` have begun.
  public var meetingCount = 0
  /// The meetings that they are linked to: the inverse of ``MeetingRecord/attendees``.
  public var meetings: [Ref<MeetingRecord>] = []

  /// What wrote ``relationshipSummary``: `rules`, or a model's name; null if it was written by hand.
  public var summarizedBy: String?
  /// A digest of what ``relationshipSummary`` was made from: as long as it is unchanged, the summary is valid.
  public var summaryBasis: String?

  /// When the first upcoming meeting begins; null for none.
  public var nextMeetingDate: Date?
  /// The number of upcoming meetings.
  public var upcomingMeetingCount = 0

  /// The phone numbers in an address book: see ``ContactPeople``.
  public var phoneNumbers: [String] = []
  /// Each in one line.
  public var postalAddresses: [String] = []
  /// `1980-05-12`, without a year `--05-12`, or the card's own words.
  public var birthday: String?
  /// The card's own note; null if it has none.
  public var addressBookNote: String?
  /// The card's photo, as the bytes of a picture file; null if it has none.
  public var photo: Data?
  /// The vCard as it came, unfolded, each property in its place; ``photo`` is in it without its bytes. Null where it
  /// is longer than 64 KiB.
  public var sourceCard: String?
  /// The vCard in UTF-8, if it is longer.
  public var sourceCardData: Data?

  public init() {}

  public static let schema = Schema("planner.person") {
    Key(\.email, .trimmedLowercased)
    Personal()
    Sensitive(\.sourceCard, \.sourceCardData)
    Names(\.name, addresses: [\.email], detail: \.email)
    // Programs of version 1 kept addresses as somebody typed them.
    Upcast(\.email, before: 2) { $0.string.map { .string(EmailAddress.normalized($0)) } ?? $0 }
    Check(value: \.email, "must be an address such as ann@example.org", isOfTheWhole: true) {
      EmailAddress.isOne($0)
    }
    // A summary that is written without a summarizer has none.
    Derived(\.summarizedBy, from: \.relationshipSummary) { _ in nil }
    Derived(\.summaryBasis, from: \.relationshipSummary) { _ in nil }
    Projection(\.lastInteractionDate) { Formulas.latestMeeting($0) }
    Projection(\.meetingCount) { Formulas.meetingsHeld($0) }
    Projection(\.nextMeetingDate) { Formulas.nextMeeting($0) }
    Projection(\.upcomingMeetingCount) { Formulas.meetingsToCome($0) }
  }
}
