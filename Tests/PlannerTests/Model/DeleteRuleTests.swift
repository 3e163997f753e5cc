import Daybook
import Testing

@testable import Planner

/// A meeting takes its notes and embeddings with it, a note its embeddings; people and tags stay.
@Suite struct DeleteRuleTests {
  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { batch in
      try batch.upsert(Person(id: "p") { $0.email = "p@x" })
      try batch.upsert(Tag(id: "t") { $0.name = "t" })
      try batch.upsert(
        MeetingRecord(id: "m") { ($0.eventIdentifier, $0.attendees, $0.tags) = ("m", ["p"], ["t"]) })
      try batch.upsert(Note(id: "n") { ($0.meetingRecord, $0.tags) = ("m", ["t"]) })
      try batch.upsert(Note(id: "free") { $0.tags = ["t"] })
      try batch.upsert(EmbeddingRecord(id: "of meeting") { $0.meetingRecord = "m" })
      try batch.upsert(EmbeddingRecord(id: "of note") { ($0.note, $0.sourceType) = ("n", .note) })
      try batch.upsert(EmbeddingRecord(id: "of free") { ($0.note, $0.sourceType) = ("free", .note) })
    }
    return ledger
  }

  private static func ids<E: Entity>(_ type: E.Type, _ ledger: Ledger) async throws -> [String] {
    try await ledger.fetch(type).map(\.id.rawValue).sorted()
  }

  @Test func aDeletedMeetingTakesItsNotesAlong() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { $0.delete(Ref<MeetingRecord>("m")) }
    #expect(try await Self.ids(Note.self, ledger) == ["free"])
    #expect(try await Self.ids(EmbeddingRecord.self, ledger) == ["of free"])
    let person = try #require(try await ledger.get(Ref<Person>("p")))
    #expect(person.meetings.isEmpty && person.meetingCount == 0 && person.lastInteractionDate == nil)
    let tag = try #require(try await ledger.get(Ref<Tag>("t")))
    #expect(tag.meetingRecords.isEmpty)
    #expect(tag.notes == ["free"])
    try await ledger.commit { $0.restore(Ref<MeetingRecord>("m")) }
    #expect(try await Self.ids(Note.self, ledger) == ["free", "n"])
    #expect(try await Self.ids(EmbeddingRecord.self, ledger) == ["of free", "of meeting", "of note"])
    #expect(try await ledger.get(Ref<Person>("p"))?.meetingCount == 1)
  }

  @Test func aDeletedNoteTakesItsEmbeddingsAlong() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { $0.delete(Ref<Note>("n")) }
    #expect(try await Self.ids(EmbeddingRecord.self, ledger) == ["of free", "of meeting"])
    #expect(try await ledger.get(Ref<MeetingRecord>("m"))?.notes == [])
    #expect(try await ledger.get(Ref<MeetingRecord>("m"))?.embeddings == ["of meeting"])
  }

  @Test func whatIsPointedAtIsNotTakenAlong() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { batch in
      batch.delete(Ref<Person>("p"))
      batch.delete(Ref<Tag>("t"))
      batch.delete(Ref<EmbeddingRecord>("of meeting"))
    }
    let meeting = try #require(try await ledger.get(Ref<MeetingRecord>("m")))
    #expect(meeting.attendees.isEmpty && meeting.tags.isEmpty && meeting.embeddings.isEmpty)
    #expect(meeting.notes == ["n"])
    #expect(try await Self.ids(Note.self, ledger) == ["free", "n"])
    try await ledger.commit { $0.restore(Ref<Person>("p")) }
    #expect(try await ledger.get(Ref<MeetingRecord>("m"))?.attendees == ["p"])
  }

  /// Either side's name writes the same link.
  @Test func bothSides() async throws {
    let ledger = try await Self.ledger()
    try await ledger.append([
      Mutation(.upsert, kind: Person.kind, id: "q", set: ["email": "q@x"]),
      Mutation(.link, kind: Person.kind, id: "q", rel: "meetings", to: "m"),
      Mutation(.link, kind: Tag.kind, id: "t", rel: "notes", to: "free"),
      Mutation(.unlink, kind: MeetingRecord.kind, id: "m", rel: "notes", to: "n"),
    ])
    #expect(try await ledger.get(Ref<MeetingRecord>("m"))?.attendees == ["p", "q"])
    #expect(try await ledger.get(Ref<Note>("n"))?.meetingRecord == nil)
    #expect(try await ledger.get(Ref<Note>("free"))?.tags == ["t"])
  }
}
