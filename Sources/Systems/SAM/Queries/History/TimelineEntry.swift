public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An entry in the timeline of a person or a context.
public struct TimelineEntry: Sendable, Hashable {
  /// What happened to the entity that ``TimelineEntry/kind`` and ``TimelineEntry/id`` name.
  public enum Event: String, Sendable, CaseIterable {
    /// A piece of evidence.
    case evidence
    /// A note was written, at the note's ``Note/createdAt``.
    case note
    /// A consent was required, became due and is still missing, or was decided.
    case consentRequired, consentDue, consentDecided
    /// A product was issued, or a coverage began.
    case productIssued, covered
    /// A person joined or left a context.
    case joined, left
    /// A person became responsible for another, or no longer is.
    case responsibilityBegan, responsibilityEnded
    /// An insight was first written, or a user dismissed it.
    case insight, insightDismissed
  }

  /// When it happened or, for upcoming evidence and due consents, will happen. The time of the entity's first write if
  /// a participation, responsibility, product or coverage has no date.
  public var at: Date
  /// The day of an all-day entry, which has no time zone.
  public var day: CivilDay?
  /// The event, which determines the content of ``text`` and the kind of the entity.
  public var event: Event
  /// What happened, in a line.
  public var text: String
  /// The kind of the entity that it comes from.
  public var kind: String
  public var id: String

  init?(
    _ event: Event, at: Date?, day: CivilDay? = nil, _ text: String, _ kind: String, _ id: String
  ) {
    guard let at else { return nil }
    (self.event, self.at, self.day, self.text) = (event, at, day, text)
    (self.kind, self.id) = (kind, id)
  }

  /// At a time that may be a day without a time.
  init?(_ event: Event, on time: Date?, _ text: String, _ kind: String, _ id: String) {
    self.init(event, at: time, day: time.flatMap { Instant($0).wholeDay }, text, kind, id)
  }
}

extension [TimelineEntry] {
  /// In order of time; at equal times, in the order of ids.
  var inOrder: [TimelineEntry] {
    sorted { left, right in
      if left.at != right.at { return left.at < right.at }
      return left.id != right.id ? left.id < right.id : left.event.rawValue < right.event.rawValue
    }
  }
}
