import Daybook
import DaybookProviders
import DaybookTestSupport
import Foundation
import Synchronization
import Testing

@testable import Planner

@Suite struct SemanticSearchTests {
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

  /// As the kind reads: with those that are computed.
  private static func embeddings(_ ledger: Ledger) async throws -> [EmbeddingRecord] {
    try await ledger.fetch(EmbeddingRecord.self).sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// Those that somebody wrote.
  private static func written(_ ledger: Ledger) async throws -> [String] {
    try await ledger.withView { view in
      try view.map(Query(EmbeddingRecord.kind)) { $0.id }.values.sorted()
    }
  }

  /// What is in quotes must be there as it is; what only comes near does not hold it.
  @Test func aPhraseIsHeld() async throws {
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger, embedder: BuiltInEmbedder())
    _ = try await search.embed(writes: false)
    func found(_ text: String) async throws -> [String] {
      try await search.find(text, in: ledger).map(\.owner.id)
    }
    #expect(try await found("\"apple tree\"") == ["n2"])
    #expect(try await found("\"tree apple\"").isEmpty)
    #expect(try await found("tree apple").first == "n2")
  }

  @Test func findsByWhatItIsAbout() async throws {
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger)
    let summary = try await search.embed()
    #expect(summary.owners == 4 && summary.pieces == 5 && summary.embedded == 5 && summary.events == 0)
    let hits = try await search.search("watering the garden's roses")
    #expect(hits.first?.owner == .note(Ref("n2")))
    #expect(hits.first?.text.contains("roses") == true)
    let moving = try await search.search("moving our offices", limit: 1)
    #expect(moving.count == 1 && moving[0].text.contains("Lisbon"))
    // The pieces repeat their owners' texts: who looks for words finds the owner alone.
    #expect(try await ledger.search("lisbon").map(\.kind) == [Note.kind])
  }

  @Test func onlyWhatChangedIsEmbedded() async throws {
    let ledger = try await Self.ledger()
    let embedder = WatchedEmbedder()
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
    let other = SemanticSearch(ledger: ledger, embedder: WatchedEmbedder("other"))
    #expect(try await other.embed().embedded == 5)
    #expect(try await search.embed().events == 0)
    #expect(try await Self.written(ledger).count == 10)
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

  /// What follows from the texts alone is no event, whether or not writing is asked for.
  @Test func computedVectorsAreNoEvents() async throws {
    let ledger = try await Self.ledger()
    let before = try await ledger.audit.replay().events
    let search = SemanticSearch(ledger: ledger)
    for writes in [true, false] { #expect(try await search.embed(writes: writes).events == 0) }
    try await ledger.append([Self.note("n2", "Garden", "The tulips need water.")])
    let summary = try await search.embed()
    #expect(summary.embedded == 1 && summary.removed == 0 && summary.events == 0)
    #expect(try await ledger.audit.replay().events == before + 1)
    #expect(try await search.search("tulips").first?.owner == .note(Ref("n2")))
  }

  /// Former versions wrote them: they stay, and are neither counted nor taken for another's.
  @Test func computedVectorsOfFormerVersionsStay() async throws {
    let ledger = try await Self.ledger()
    try await SemanticSearch(ledger: ledger, embedder: WatchedEmbedder("built-in-1")).embed()
    let former = try await Self.written(ledger)
    #expect(former.count == 5)
    try await ledger.append([Self.note("n1", "Budget", "Something else altogether.")])
    let search = SemanticSearch(ledger: ledger)
    let summary = try await search.embed()
    #expect(summary.pieces == 4 && summary.removed == 0 && summary.events == 0)
    #expect(try await Self.written(ledger) == former)
    #expect(try await search.search("altogether").first?.owner == .note(Ref("n1")))
  }

  /// The kind reads as if they had been written: what is computed and what a service made, side by side.
  @Test func embeddingsReadTheSameWhetherComputedOrStored() async throws {
    let (computed, written) = (try await Self.ledger(), try await Self.ledger())
    try await SemanticSearch(ledger: written, embedder: WatchedEmbedder("built-in-1")).embed()
    let found = try await Self.embeddings(computed)
    let expected = try await Self.embeddings(written)
    #expect(found.count == 5 && found.map(\.id) == expected.map(\.id))
    for (one, other) in zip(found, expected) {
      #expect(one.vector == other.vector && one.sourceText == other.sourceText && one.owner == other.owner)
      #expect(one.chunkIndex == other.chunkIndex && one.sourceHash == other.sourceHash)
      #expect(one.embedder == other.embedder && one.sourceType == other.sourceType)
      #expect(try await computed.get(one.id)?.vector == one.vector)
    }
    #expect(try await computed.audit.replay().events == Self.ledger().audit.replay().events)

    try await SemanticSearch(ledger: computed, embedder: WatchedEmbedder("other")).embed()
    var query = Query(EmbeddingRecord.kind)
    query.groupBy = "embedder"
    #expect(try await computed.query(query).groups?.map(\.count) == [5, 5])
    let ofNote = Query(
      EmbeddingRecord.kind,
      where: .and([
        .compare("note.title", .equal, "Budget"), .compare("embedder", .equal, "built-in-1"),
      ]), sort: [SortKey("chunkIndex")])
    let rows = try await computed.query(ofNote).rows
    #expect(rows.map { $0["chunkIndex"]?.int } == [0, 1] && rows.allSatisfy { $0.stamp == nil })
    try await computed.append([Mutation(.delete, kind: Note.kind, id: "n1")])
    #expect(try await computed.query(ofNote).rows.isEmpty)
  }

  /// Another process takes them from the cache, and makes only those of texts that changed.
  @Test func computedVectorsAreCached() async throws {
    let folder = try TemporaryFolder()
    var options = LedgerOptions()
    options.stateDirectory = folder.path + "/state"
    options.cacheDirectory = folder.path + "/cache"
    try await Ledger.create(at: folder.path + "/l", options: options)
    func open() async throws -> Ledger {
      try await Ledger.open(at: folder.path + "/l", systems: [.planner], options: options)
    }
    let ledger = try await open()
    try await ledger.append((0..<300).map { Self.note("n\($0)", "Note \($0)", "It is about word\($0).") })
    #expect(try await SemanticSearch(ledger: ledger).embed().embedded == 300)

    #expect(try await SemanticSearch(ledger: try await open()).embed().embedded == 0)
    try await ledger.append([
      Self.note("n7", "Note 7", "The office moves to Lisbon."), Mutation(.delete, kind: Note.kind, id: "n8"),
    ])
    let later = SemanticSearch(ledger: try await open())
    let summary = try await later.embed()
    #expect(summary.embedded == 1 && summary.owners == 299 && summary.pieces == 299)
    #expect(try await later.search("moving to lisbon").first?.owner == .note(Ref("n7")))
    #expect(try await later.search("word8", limit: 300).contains { $0.owner == .note(Ref("n8")) } == false)

    // A cache that is damaged or gone is made anew.
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/cache")
      .filter { $0.hasSuffix(".vectors") }
    #expect(files.count == 1)
    for file in files {
      let path = folder.path + "/cache/" + file
      var bytes = Array(try #require(FileManager.default.contents(atPath: path)))
      bytes[bytes.count / 2] ^= 1
      try Data(bytes).write(to: URL(filePath: path))
    }
    #expect(try await SemanticSearch(ledger: try await open()).embed().embedded == 299)
  }

  @Test func twoMachinesMakeTheSameEntities() async throws {
    let (one, other) = (try await Self.ledger(), try await Self.ledger())
    for ledger in [one, other] {
      try await SemanticSearch(ledger: ledger, embedder: WatchedEmbedder()).embed()
    }
    #expect(try await Self.embeddings(one).map(\.id) == Self.embeddings(other).map(\.id))
    #expect(try await Self.embeddings(one).map(\.vectorData) == Self.embeddings(other).map(\.vectorData))
  }

  @Test func whatFailsWritesNothing() async throws {
    let ledger = try await Self.ledger()
    let embedder = WatchedEmbedder()
    embedder.state.withLock { $0.failure = LedgerError(.unreachable, "nobody there") }
    let search = SemanticSearch(ledger: ledger, embedder: embedder)
    await #expect(throws: LedgerError.self) { try await search.embed() }
    #expect(try await Self.written(ledger).isEmpty)
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
    #expect(try await Self.written(ledger).count == 5)
    await #expect { try await search.search("garden") } throws: { ($0 as? LedgerError)?.code == .badData }
    await #expect { try await search.search(" \n") } throws: { ($0 as? LedgerError)?.code == .usage }
  }

  @Test func withoutWritingVectorsAreInMemory() async throws {
    let ledger = try await Self.ledger()
    let search = SemanticSearch(ledger: ledger)
    #expect(try await search.embed(writes: false).embedded == 5)
    #expect(try await search.search("roses").first?.owner == .note(Ref("n2")))
    #expect(try await search.embed(writes: false).embedded == 0)
    #expect(try await Self.written(ledger).isEmpty)
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
    let hits = try await search.find("who interviews the engineers", in: ledger)
    #expect(hits.first?.owner == .note(Ref("n3")))
    #expect(hits.first?.textPlace == 1 && hits.first?.semanticPlace != nil)
    #expect(try await search.find("\"agreed to spend\"", .text, in: ledger).map(\.owner.id) == ["n1"])
    #expect(try await search.find("roses", limit: 0, in: ledger).isEmpty)
  }
}
