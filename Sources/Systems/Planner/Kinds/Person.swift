public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Somebody whom one meets. Two machines that meet the same address have the same person.
public struct Person: Entity {
  public var id = ID()
  public var email = ""
  public var name = ""
  public var company: String?
  public var role: String?
  /// By a ``Summarizer``, stored so that nobody works it out again.
  public var relationshipSummary: String?
  /// When the latest of ``meetings`` begins, be it to come; null for none.
  public var lastInteractionDate: Date?
  /// How many there are in ``meetings``.
  public var meetingCount = 0
  public var meetings: [Ref<MeetingRecord>] = []

  /// Who wrote ``relationshipSummary``: `rules`, or a model's name; null where somebody did by hand.
  public var summarizedBy: String?
  /// A digest of what ``relationshipSummary`` was made from: while it stands, the summary does.
  public var summaryBasis: String?

  public init() {}

  public static let schema = Schema("planner.person") {
    Key(\.email, .trimmedLowercased)
    Personal()
    Names(\.name, addresses: [\.email], detail: \.email)
    // Programs of version 1 kept addresses as somebody typed them.
    Upcast(\.email, before: 2) { $0.string.map { .string(EmailAddress.normalized($0)) } ?? $0 }
    Check(\.email, "must be an address such as ann@example.org", isOfTheWhole: true) {
      EmailAddress.isOne($0.email)
    }
    // Who writes a summary without saying who they are is no summarizer.
    Derived(\.summarizedBy, from: \.relationshipSummary) { _ in nil }
    Derived(\.summaryBasis, from: \.relationshipSummary) { _ in nil }
    Projection(\.lastInteractionDate) { Formulas.latestMeeting($0) }
    Projection(\.meetingCount) { $0.count("meetings") }
  }
}
