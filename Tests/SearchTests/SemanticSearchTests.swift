import Daybook
import DaybookProviders
import DaybookTestSupport
import Foundation
import Planner
import Synchronization
import Testing

@Suite struct SemanticSearchTests {
  /// Counts what it is asked, and fails or answers otherwise where it is told to.
  private final class Watched: Embedder {
    struct State {
      var asked: [String] = []
      var failure: LedgerError?
      var extra = 0
    }

    let name: String
    let state = Mutex(State())

    init(_ name: String = "watched") { self.name = name }

    func embed(_ texts: [String]) async throws -> [[Float]] {
      let (failure, extra) = state.withLock { state in
        state.asked += texts
        return (state.failure, state.extra)
      }
      if let failure { throw failure }
      return try await BuiltInEmbedder().embed(texts).map { $0 + [Float](repeating: 0.5, count: extra) }
    }

    func take() -> [String] {
      state.withLock { state in
        defer { state.asked = [] }
        return state.asked
      }
    }
  }

  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.append([
      note("n1", "Budget", "We agreed to spend less on travel.\n\nNext year\n\nThe office moves to Lisbon."),
      note("n2", "Garden", "The roses need water. The apple tree was cut."),
      Mutation(
        .upsert, kind: MeetingRecord.kind, id: "m1",
        set: ["eventIdentifier": "e1", "title": "Hiring", "purpose": "Find two engineers for the compiler."]),
      Mutation(
        .upsert, kind: Note.kind, id: "n3",
        set: ["title": "Minutes", "plainText": "Ann interviews engineers on Monday.", "meetingRecord": "m1"]),
    ])
    return ledger
  }

  private static func note(_ id: String, _ title: String, _ text: String) -> Mutation {
    Mutation(.upsert, kind: Note.kind, id: id, set: ["title": .string(title), "plainText": .string(text)])
  }

  private static func embeddings(_ ledger: Ledger) async throws -> [EmbeddingRecord] {
    try await ledger.fetch(EmbeddingRecord.self).sorted { $0.id.rawValue < $1.id.rawValue }
  }

  @Test func findsByWhatItIsAbout() async throws {
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger)
    let summary = try await search.embed()
    #expect(summary.owners == 4 && summary.pieces == 5 && summary.embedded == 5 && summary.events == 5)
    let hits = try await search.search("watering the garden's roses")
    #expect(hits.first?.owner == .note(Ref("n2")))
    #expect(hits.first?.text.contains("roses") == true)
    let moving = try await search.search("moving our offices", limit: 1)
    #expect(moving.count == 1 && moving[0].text.contains("Lisbon"))
    let records = try await Self.embeddings(ledger)
    #expect(
      records.count == 5 && records.allSatisfy { $0.vector.count == 384 && $0.embedder == "built-in-1" })
    #expect(records.filter { $0.sourceType == .meeting }.map(\.meetingRecord) == [Ref("m1")])
    // The pieces repeat their owners' texts: who looks for words finds the owner alone.
    #expect(try await ledger.search("lisbon").map(\.kind) == [Note.kind])
  }

  @Test func onlyWhatChangedIsEmbedded() async throws {
    let ledger = try await Self.ledger()
    let embedder = Watched()
    let search = SemanticSearch(ledger: ledger, embedder: embedder)
    try await search.embed()
    #expect(embedder.take().count == 5)
    #expect(
      try await search.embed()
        == {
          var same = EmbeddingSummary(); (same.owners, same.pieces) = (4, 5); return same
        }())
    #expect(embedder.take().isEmpty)

    try await ledger.append([
      Self.note(
        "n1", "Budget", "We agreed to spend less on travel.\n\nNext year\n\nThe office moves to Porto.")
    ])
    let changed = try await search.embed()
    #expect(embedder.take() == ["Budget\nNext year\nThe office moves to Porto."])
    #expect(changed.embedded == 1 && changed.removed == 1 && changed.events == 2)
    #expect(try await search.search("Lisbon office").first?.text.contains("Porto") == true)

    // Another process asks for nothing: all is in the ledger.
    _ = embedder.take()
    let another = SemanticSearch(ledger: ledger, embedder: embedder)
    #expect(try await another.embed().events == 0)
    #expect(embedder.take().isEmpty)

    // A title says what every piece is about.
    try await ledger.append([
      Mutation(.upsert, kind: Note.kind, id: "n1", set: ["title": "Costs"])
    ])
    #expect(try await search.embed().embedded == 2)
    // Another embedder's vectors stand beside.
    let other = SemanticSearch(ledger: ledger, embedder: Watched("other"))
    #expect(try await other.embed().embedded == 5)
    #expect(try await search.embed().events == 0)
    #expect(try await Self.embeddings(ledger).count == 10)
  }

  @Test func whatIsGoneIsNotFound() async throws {
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger)
    try await search.embed()
    try await ledger.append([Mutation(.delete, kind: MeetingRecord.kind, id: "m1")])
    // Hidden with their meeting, before anything is brought up to date, and after.
    for _ in 0..<2 {
      let found = try await search.search("engineers", limit: 5).map(\.owner)
      #expect(!found.contains(.note(Ref("n3"))) && !found.contains(.meeting(Ref("m1"))))
      try await search.embed()
    }
    try await ledger.append([Mutation(.restore, kind: MeetingRecord.kind, id: "m1")])
    try await search.embed()
    #expect(try await search.search("engineers", limit: 2).map(\.owner.kind).contains(MeetingRecord.kind))
  }

  @Test func twoMachinesMakeTheSameEntities() async throws {
    let (one, other) = (try await Self.ledger(), try await Self.ledger())
    for ledger in [one, other] { try await SemanticSearch(ledger: ledger).embed() }
    #expect(try await Self.embeddings(one).map(\.id) == Self.embeddings(other).map(\.id))
    #expect(try await Self.embeddings(one).map(\.vectorData) == Self.embeddings(other).map(\.vectorData))
  }

  @Test func whatFailsWritesNothing() async throws {
    let ledger = try await Self.ledger()
    let embedder = Watched()
    embedder.state.withLock { $0.failure = LedgerError(.unreachable, "nobody there") }
    let search = SemanticSearch(ledger: ledger, embedder: embedder)
    await #expect(throws: LedgerError.self) { try await search.embed() }
    #expect(try await Self.embeddings(ledger).isEmpty)
    embedder.state.withLock { $0.failure = nil }
    try await search.embed()
    // Another model by the same name.
    embedder.state.withLock { $0.extra = 3 }
    try await ledger.append([Self.note("n9", "New", "Something else.")])
    await #expect { try await search.embed() } throws: {
      ($0 as? LedgerError)?.what == "watched gives vectors of 384 and 387 numbers"
    }
    let another = SemanticSearch(ledger: ledger, embedder: embedder)
    await #expect(throws: LedgerError.self) { try await another.embed() }
    #expect(try await Self.embeddings(ledger).count == 5)
    await #expect { try await search.search("garden") } throws: { ($0 as? LedgerError)?.code == .badData }
    await #expect { try await search.search(" \n") } throws: { ($0 as? LedgerError)?.code == .usage }
  }

  @Test func withoutWritingVectorsAreInMemory() async throws {
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger)
    #expect(try await search.embed(writes: false).embedded == 5)
    #expect(try await search.search("roses").first?.owner == .note(Ref("n2")))
    #expect(try await search.embed(writes: false).embedded == 0)
    #expect(try await Self.embeddings(ledger).isEmpty)
  }

  /// An open search that follows what is written answers as one that begins anew.
  @Test(.seeded) func followsWhatIsWritten() async throws {
    var random = SeededRandom(seed: TestSeed.current)
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger)
    let words = ["budget", "garden", "rose", "engineer", "compiler", "travel", "lisbon", "water"]
    func text() -> String {
      (0..<8).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ") + "."
    }
    for round in 0..<25 {
      let id = "n\(Int.random(in: 0..<6, using: &random))"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try? await ledger.append([Mutation(.delete, kind: Note.kind, id: id)])
      case 1: _ = try? await ledger.append([Mutation(.restore, kind: Note.kind, id: id)])
      case 2: _ = try? await ledger.append([Mutation(.delete, kind: MeetingRecord.kind, id: "m1")])
      case 3: _ = try? await ledger.append([Mutation(.restore, kind: MeetingRecord.kind, id: "m1")])
      default:
        var written = Self.note(id, words.randomElement(using: &random) ?? "", text() + "\n\n" + text())
        if Bool.random(using: &random) { written.set?["meetingRecord"] = "m1" }
        try await ledger.append([written])
      }
      try await search.embed(writes: Bool.random(using: &random))
      let question = text()
      let fresh = SemanticSearch(ledger: ledger)
      try await fresh.embed(writes: false)
      let expected = try await fresh.search(question, limit: 10)
      let found = try await search.search(question, limit: 10)
      #expect(found.map(\.owner) == expected.map(\.owner), "seed \(TestSeed.current), round \(round)")
    }
  }

  @Test func bothMannersAreFused() async throws {
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger)
    try await search.embed()
    let hits = try await search.find("interviewing engineers", in: ledger)
    #expect(hits.first?.owner == .note(Ref("n3")))
    #expect(hits.first?.textPlace == 1 && hits.first?.semanticPlace != nil)
    #expect(try await search.find("\"agreed to spend\"", .text, in: ledger).map(\.owner.id) == ["n1"])
    #expect(try await search.find("roses", limit: 0, in: ledger).isEmpty)
  }
}
