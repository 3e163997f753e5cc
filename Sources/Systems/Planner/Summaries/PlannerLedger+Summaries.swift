public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The result of summarising one meeting or person.
public struct SummaryOutcome: Sendable, Equatable {
  /// The summary, new or existing; never empty.
  public var text: String
  /// The summarizer; nil if the summary was written by hand.
  public var summarizedBy: String?
  /// The write that stores it; nil if the existing summary is still valid: made of the same facts by the same
  /// summarizer, or written by hand.
  public var mutation: Mutation?

  /// Makes an outcome; without a mutation nothing is to be written.
  public init(text: String, summarizedBy: String? = nil, mutation: Mutation? = nil) {
    (self.text, self.summarizedBy, self.mutation) = (text, summarizedBy, mutation)
  }
}

extension PlannerLedger {
  /// A summarizer's summary of a meeting, with the write that stores it.
  ///
  /// - Parameters:
  ///   - meeting: the meeting's id; `notFound` is thrown where there is no such meeting.
  ///   - summarizer: writes the summary; by default the built-in rules.
  ///   - rewrites: whether to write it even if nothing changed, and over a summary that was written by hand.
  /// - Throws: `notFound`; what the summarizer throws; `badData` for an answer without words.
  public func summary(
    of meeting: Ref<MeetingRecord>, by summarizer: any Summarizer = RuleSummarizer(), rewrites: Bool = false
  ) async throws -> SummaryOutcome {
    guard let page = try await meetingPage(meeting), let held = try await ledger.get(meeting) else {
      throw LedgerError(.notFound, "there is no meeting '\(OneLine.cut(meeting.rawValue))'")
    }
    let facts = MeetingFacts(page, ledger.zone)
    let present = WrittenSummary(
      text: held.summary, summarizedBy: held.summarizedBy, basis: held.summaryBasis)
    if !rewrites, let outcome = present.outcome(by: summarizer.name, basis: facts.basis) { return outcome }
    return try WrittenSummary.write(
      try await summarizer.summary(of: facts), by: summarizer.name, basis: facts.basis, field: "summary",
      kind: MeetingRecord.kind, id: meeting.rawValue)
  }

  /// The same for a person, from the meetings that had begun by `now`.
  public func relationshipSummary(
    of person: Ref<Person>, by summarizer: any Summarizer = RuleSummarizer(), now: Date,
    rewrites: Bool = false
  ) async throws -> SummaryOutcome {
    guard let page = try await personPage(person), let held = try await ledger.get(person) else {
      throw LedgerError(.notFound, "there is no person '\(OneLine.cut(person.rawValue))'")
    }
    let facts = PersonFacts(page, now: now, ledger.zone)
    let present = WrittenSummary(
      text: held.relationshipSummary, summarizedBy: held.summarizedBy, basis: held.summaryBasis)
    if !rewrites, let outcome = present.outcome(by: summarizer.name, basis: facts.basis) { return outcome }
    return try WrittenSummary.write(
      try await summarizer.summary(of: facts), by: summarizer.name, basis: facts.basis,
      field: "relationshipSummary", kind: Person.kind, id: person.rawValue)
  }
}

/// A summary as the ledger holds it.
private struct WrittenSummary {
  var text: String?
  var summarizedBy: String?
  var basis: String?

  /// Longer than any summary.
  private static let textBytesMax = 8 << 10

  /// Nil if it must be written.
  func outcome(by name: String, basis: String) -> SummaryOutcome? {
    guard let text, !text.isEmpty else { return nil }
    let stands = summarizedBy == nil || summarizedBy == name && self.basis == basis
    return stands ? SummaryOutcome(text: text, summarizedBy: summarizedBy) : nil
  }

  static func write(
    _ answer: String, by name: String, basis: String, field: String, kind: String, id: String
  ) throws -> SummaryOutcome {
    let text = KeyNormalizer.trimmed.normalized(answer)
    guard !text.isEmpty, text.utf8.count <= textBytesMax else {
      throw LedgerError(
        .badData, "\(name) answered \(text.isEmpty ? "nothing" : "\(text.utf8.count) bytes")",
        advice: "try another model")
    }
    let set: JSONObject = [
      field: .string(text), "summarizedBy": .string(name), "summaryBasis": .string(basis),
    ]
    return SummaryOutcome(
      text: text, summarizedBy: name, mutation: Mutation(.upsert, kind: kind, id: id, set: set))
  }
}
