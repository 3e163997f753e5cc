import Daybook
import Testing

@testable import FreeThoughts

/// Provocations go with their note and come back with it; a tag is only taken off.
@Suite struct DeleteRuleTests {
  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    try await ledger.commit { batch in
      batch.append(Mutation(.upsert, kind: Note.kind, id: "n", set: BadValueTests.sound[Note.kind]))
      var made = BadValueTests.sound[Provocation.kind] ?? [:]
      batch.append(Mutation(.upsert, kind: Provocation.kind, id: "ofText", set: made))
      made["sourceType"] = "note"
      made["note"] = "n"
      batch.append(Mutation(.upsert, kind: Provocation.kind, id: "ofNote", set: made))
      try batch.upsert(FreeThoughts.Tag(id: "t") { $0.name = "birds" })
      try batch.link(Ref<Note>("n"), \.tags, to: Ref<FreeThoughts.Tag>("t"))
    }
    return ledger
  }

  @Test func provocationsGoWithTheirNote() async throws {
    let ledger = try await Self.ledger()
    #expect(try await ledger.get(Ref<Note>("n"))?.provocations == ["ofNote"])
    try await ledger.commit { $0.delete(Ref<Note>("n")) }
    #expect(try await ledger.get(Ref<Provocation>("ofNote")) == nil)
    #expect(try await ledger.get(Ref<Provocation>("ofText")) != nil)
    #expect(try await ledger.get(Ref<FreeThoughts.Tag>("t"))?.notes == [])
    try await ledger.commit { $0.restore(Ref<Note>("n")) }
    #expect(try await ledger.get(Ref<Provocation>("ofNote"))?.note == "n")
    #expect(try await ledger.get(Ref<FreeThoughts.Tag>("t"))?.notes == ["n"])
  }

  @Test func aNoteStaysWithoutItsProvocationAndWithoutItsTag() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { batch in
      batch.delete(Ref<Provocation>("ofNote"))
      batch.delete(Ref<FreeThoughts.Tag>("t"))
    }
    let note = try #require(try await ledger.get(Ref<Note>("n")))
    #expect(note.provocations == [])
    #expect(note.tags == [])
    try await ledger.commit { $0.restore(Ref<FreeThoughts.Tag>("t")) }
    #expect(try await ledger.get(Ref<Note>("n"))?.tags == ["t"])
  }
}
