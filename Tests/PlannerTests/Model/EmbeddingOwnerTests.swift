import Daybook
import Testing

@testable import Planner

/// An embedding is of a meeting or of a note, by whichever way it is written.
@Suite struct EmbeddingOwnerTests {
  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { batch in
      try batch.upsert(MeetingRecord(id: "m") { $0.eventIdentifier = "m" })
      try batch.upsert(Note(id: "n"))
      try batch.upsert(EmbeddingRecord(id: "e") { $0.meetingRecord = "m" })
    }
    return ledger
  }

  private static func write(
    _ op: EventOperation, _ set: JSONObject?, id: String = "e", rel: String? = nil, to: String? = nil
  )
    -> Mutation
  {
    Mutation(op, kind: EmbeddingRecord.kind, id: id, set: set, rel: rel, to: to)
  }

  @Test(arguments: [
    (write(.upsert, [:], id: "new"), "note must be set while meetingRecord is null"),
    (
      write(.upsert, ["meetingRecord": "m", "note": "n"], id: "new"),
      "meetingRecord must be null while note is"
    ),
    (write(.upsert, ["note": "n"]), "meetingRecord must be null while note is set"),
    (
      write(.upsert, ["note": "n", "meetingRecord": .null]), "sourceType must be meeting where meetingRecord"
    ),
    (write(.upsert, ["meetingRecord": .null]), "note must be set while meetingRecord is null"),
    (write(.link, nil, rel: "note", to: "n"), "meetingRecord must be null while note is set"),
    (write(.unlink, nil, rel: "meetingRecord", to: "m"), "note must be set while meetingRecord is null"),
    (write(.upsert, ["sourceType": "note"]), "sourceType must be meeting where meetingRecord is set"),
    (write(.upsert, ["chunkIndex": -1]), "chunkIndex must not be negative"),
    (write(.upsert, ["vectorData": "BwAA"]), "vectorData must be a packed vector of finite numbers"),
    (Mutation(.unlink, kind: MeetingRecord.kind, id: "m", rel: "embeddings", to: "e"), "note must be set"),
    (
      Mutation(.link, kind: Note.kind, id: "n", rel: "embeddings", to: "e"),
      "meetingRecord must be null while"
    ),
  ])
  func anEmbeddingHasOneOwner(mutation: Mutation, rule: String) async throws {
    let ledger = try await Self.ledger()
    let error = await #expect(throws: LedgerError.self) { try await ledger.append([mutation]) }
    #expect(error?.code == .badData)
    #expect(error?.what.contains("planner.embeddingRecord.\(rule)") == true, "\(error?.what ?? "")")
    #expect(try await ledger.get(Ref<EmbeddingRecord>("e"))?.owner == .meeting("m"))
    #expect(try await ledger.fetch(EmbeddingRecord.self).count == 1)
  }

  /// From one to the other in one write.
  @Test func anEmbeddingMovesInOneWrite() async throws {
    let ledger = try await Self.ledger()
    try await ledger.append([
      Self.write(.upsert, ["meetingRecord": .null, "note": "n", "sourceType": "note"])
    ])
    #expect(try await ledger.get(Ref<EmbeddingRecord>("e"))?.owner == .note("n"))
    #expect(try await ledger.get(Ref<MeetingRecord>("m"))?.embeddings == [])
    #expect(try await ledger.get(Ref<Note>("n"))?.embeddings == ["e"])
  }

  /// Two owners, as merging may bring them about: it is of the one that its type names, and can be put right.
  @Test func twoOwners() async throws {
    let ledger = try await Self.ledger()
    // A source's word is not held to the rule, no more than another machine's.
    try await ledger.append([Self.write(.sync, ["note": "n"])])
    #expect(try await ledger.get(Ref<EmbeddingRecord>("e"))?.owner == .meeting("m"))
    #expect(try await ledger.get(Ref<Note>("n"))?.embeddings == ["e"])
    try await ledger.append([Self.write(.upsert, ["sourceText": "still writable"])])
    try await ledger.append([Self.write(.upsert, ["note": .null])])
    #expect(try await ledger.get(Ref<EmbeddingRecord>("e"))?.owner == .meeting("m"))
    #expect(EmbeddingRecord().owner == nil)
  }
}
