import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation

@testable import Planner

/// A planner's ledger as two machines wrote it, each with the program of its time: version 1, then 2. Each has its
/// own replica in its own folder of Fixtures/planner; laid together they are one ledger.
enum PlannerGoldens {
  static let versions: [Int64] = [1, 2]

  static let review = NaturalKey.id(of: "planner.meetingRecord", normalized: "review@calendar")
  static let standup = NaturalKey.id(of: "planner.meetingRecord", normalized: "standup#20250307T090000Z")
  static let ann = NaturalKey.id(of: "planner.person", normalized: "ann@example.org")
  static let ben = NaturalKey.id(of: "planner.person", normalized: "ben@example.org")
  static let finance = NaturalKey.id(of: "planner.tag", normalized: "finance")
  static let café = NaturalKey.id(of: "planner.tag", normalized: "café")
  static let minutes = "0193b2c4-0000-7000-8000-0000000000a1"
  static let thought = "0193b2c4-0000-7000-8000-0000000000a2"
  static let first = "0193b2c4-0000-7000-8000-0000000000b1"
  static let second = "0193b2c4-0000-7000-8000-0000000000b2"

  static let wide: [Double] = [0.1, -0.0, .pi, .leastNonzeroMagnitude]
  static let narrow: [Double] = [0.5, -0.25, 1, 0]

  /// nil only if the key is refused.
  static func ledger(_ version: Int64) -> GoldenLedger? {
    GoldenLedger(seed: Array(repeating: 0x60 + UInt8(version), count: 32)) { replica in
      var author = GoldenAuthor(
        version: version, by: "planner", replica: replica,
        start: Instant(milliseconds: 1_741_000_000_000 + (version - 1) * 31_536_000_000))
      return version == 1 ? one(&author) : two(&author)
    }
  }

  /// Numbers as they lie in memory, colours as somebody typed them, counters that the program kept.
  private static func one(_ author: inout GoldenAuthor) -> [GoldenDraft] {
    func raw(_ numbers: [Double]) -> JSONValue {
      .string(numbers.withUnsafeBytes { Data($0) }.base64EncodedString())
    }
    return [
      author.replicaMade(),
      GoldenDraft(events: [
        author.upsert(
          "planner.person", ann, ["email": "Ann@Example.org", "name": "Ann Lee", "meetingCount": 7]),
        author.upsert("planner.tag", finance, ["name": "finance", "color": "ff5733"]),
        author.upsert("planner.tag", café, ["name": "cafe\u{301}", "color": "teal"]),
      ]),
      GoldenDraft(events: [
        author.upsert(
          "planner.meetingRecord", review,
          [
            "eventIdentifier": "review@calendar", "title": "Budget review",
            "startDate": "2025-03-07T09:00:00.000Z", "endDate": "2025-03-07T10:30:00.000Z",
            "location": "Room 1", "organizerName": "Ann", "organizerEmail": "ann@example.org",
            "purpose": "the figures for 2026", "summary": "Agreed on 40k.", "calendarTitle": "Work",
          ]),
        author.link("planner.meetingRecord", review, "attendees", to: ann),
        author.link("planner.meetingRecord", review, "tags", to: finance),
      ]),
      GoldenDraft(events: [
        author.upsert(
          "planner.note", minutes,
          [
            "title": "Minutes", "plainText": "Ann brings the figures.", "meetingRecord": .string(review),
            "richTextData": .string(Data("bplist00 of an old app".utf8).base64EncodedString()),
          ]),
        author.upsert(
          "planner.embeddingRecord", first,
          [
            "vectorData": raw(wide), "sourceText": "Ann brings the figures.", "sourceType": "note",
            "chunkIndex": 0, "note": .string(minutes),
          ]),
        author.upsert(
          "planner.embeddingRecord", second,
          [
            "vectorData": raw(narrow), "sourceText": "Budget review", "sourceType": "meeting",
            "meetingRecord": .string(review),
          ]),
      ]),
    ]
  }

  /// What came with version 2: days, who summarised and embedded, packed numbers, checked colours.
  private static func two(_ author: inout GoldenAuthor) -> [GoldenDraft] {
    [
      author.replicaMade(),
      GoldenDraft(events: [
        author.upsert("planner.person", ben, ["email": "ben@example.org", "name": "Ben Ode"]),
        author.upsert(
          "planner.meetingRecord", standup,
          [
            "eventIdentifier": "standup#20250307T090000Z", "title": "Stand-up", "isRecurring": true,
            "startDate": "2026-03-09T00:00:00.000Z", "endDate": "2026-03-10T00:00:00.000Z",
            "isAllDay": true, "calendarNotes": "every day", "calendarAttendees": ["ben@example.org"],
            "summary": "Stand-up on 9 March 2026.", "summarizedBy": "rules", "summaryBasis": "00ff",
          ]),
        author.link("planner.meetingRecord", standup, "attendees", to: ben),
        author.link("planner.meetingRecord", standup, "attendees", to: ann),
      ]),
      GoldenDraft(events: [
        author.upsert(
          "planner.note", thought,
          [
            "plainText": "a thought", "richTextType": "markdown",
            "richTextData": .string(Data("*a* thought".utf8).base64EncodedString()),
          ]),
        author.upsert(
          "planner.embeddingRecord", second,
          [
            "vectorData": .string(VectorCoding.data(narrow).base64EncodedString()),
            "embedder": "built-in", "sourceHash": .string(String(repeating: "0a", count: 32)),
          ]),
        author.upsert("planner.tag", finance, ["color": "#00FF00"]),
      ]),
    ]
  }
}
