public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something that happened to a person or in a context.
public struct TimelineEntry: Sendable, Hashable {
  public enum Event: String, Sendable, CaseIterable {
    /// A piece of evidence.
    case evidence
    case note
    /// A consent was asked for, came due and is still missing, or was decided upon.
    case consentRequired, consentDue, consentDecided
    /// A product was issued, or a coverage began.
    case productIssued, covered
    case joined, left
    case responsibilityBegan, responsibilityEnded
    case insight, insightDismissed
  }

  public var at: Date
  /// Set for what took a whole day, which has no time zone.
  public var day: CivilDay?
  public var event: Event
  /// What happened, in a line.
  public var text: String
  /// The entity that says so.
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
  /// In the order of time; of what happened at once, in the order of ids.
  var inOrder: [TimelineEntry] {
    sorted { left, right in
      if left.at != right.at { return left.at < right.at }
      return left.id != right.id ? left.id < right.id : left.event.rawValue < right.event.rawValue
    }
  }
}
