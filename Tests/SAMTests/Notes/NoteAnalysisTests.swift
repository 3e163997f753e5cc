import Daybook
import Testing

@testable import SAM

struct NoteAnalysisTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger.inMemory(systems: [.sam]) }

  private static let known = KnownNames([
    ("1", "Ann Lee"), ("2", "Jo"), ("3", "Bob Smith"), ("4", "bob  smith"), ("5", "Ölaf Meier"),
  ])

  @Test(arguments: [
    ("Lunch with ann lee.", ["Ann Lee 1"]), ("Jo came, and Bob Smith", ["Bob Smith -", "bob  smith -"]),
    ("Met Dr. Carla Diaz, then Eve", ["Carla Diaz -"]),
    ("Treffen mit Ölaf Meier am Montag", ["Ölaf Meier 5"]),
    ("Spoke with Ann's brother", ["Ann -"]), ("called on Monday with the bank", []), ("with", []), ("", []),
    ("Frau Lee rief an", ["Lee -"]),
  ])
  func namesInANoteAreFound(content: String, expected: [String]) {
    let found = RuleNotes().analyze(content, known: Self.known).people
    #expect(found.map { "\($0.name) \($0.id ?? "-")" } == expected)
  }

  @Test(arguments: [
    ("Call Ann tomorrow. It rained.", ["Call Ann tomorrow"]), ("todo: the forms", ["the forms"]),
    ("- [ ] send 1.5 pages\n* Todo: Rest", ["send 1.5 pages", "Rest"]),
    ("We need to talk; she left", ["We need to talk"]),
    ("Callous. Sender unknown", []), ("Vollmacht schicken\nschicken an Ann", ["schicken an Ann"]),
    ("call\ncall", ["call"]), ("todo:", []),
  ])
  func actionsInANoteAreFound(content: String, expected: [String]) {
    #expect(RuleNotes().analyze(content, known: KnownNames([])).actions == expected)
  }

  @Test func topicsAreTheWordsThatMakeSignals() {
    let found = RuleNotes().analyze("Lunch: wedding, life insurance, WEDDING again", known: KnownNames([]))
    #expect(found.topics == ["wedding", "life insurance", "insurance"])
  }

  @Test func aLongNoteIsBounded() {
    let long =
      String(repeating: "call \(String(repeating: "x", count: 300))\n", count: 2)
      + (0..<100).map { "send \($0)\n" }.joined()
    let found = RuleNotes().analyze(long, known: KnownNames([]))
    #expect(found.actions.count == 20)
    #expect(found.actions.allSatisfy { $0.count <= 200 })
  }

  private func note(_ content: String) async throws {
    let note = Note(id: "n") { ($0.content, $0.person, $0.context) = (content, "ann", "home") }
    try await ledger.commit { batch in
      try batch.upsert(Person(id: "ann") { $0.displayNameCache = "Ann Lee" })
      try batch.upsert(Person(id: "bob") { $0.displayNameCache = "Bob Smith" })
      try batch.upsert(Context(id: "home") { $0.name = "Home" })
      try batch.upsert(note)
    }
  }

  @Test func anUnchangedNoteWritesNothingAndAChangedOneUpdates() async throws {
    try await note("Lunch with Bob Smith.\nCall him.")
    let first = try await ledger.sam.analyzeNotes()
    #expect(first.notes == 1)
    #expect(first.analyzed == 1)
    let artifact = try #require(try await ledger.fetch(AnalysisArtifact.self).first)
    #expect(artifact.sourceNote == "n")
    #expect(artifact.peopleJSON == #"[{"id":"bob","name":"Bob Smith"}]"#)
    #expect(artifact.topicsJSON == "[]")
    #expect(artifact.actions == ["Call him"])
    #expect(artifact.usedLLM == nil)
    #expect(artifact.analyzedBy == "rules")
    #expect(artifact.analyzedAt != .unwritten)
    #expect(try await ledger.sam.analyzeNotes().events == 0)
    try await note("A wedding")
    #expect(try await ledger.sam.analyzeNotes().analyzed == 1)
    let again = try await ledger.fetch(AnalysisArtifact.self)
    #expect(again.map(\.id) == [artifact.id])
    #expect(again.first?.topicsJSON == #"["wedding"]"#)
    #expect(again.first?.actions == [])
    // What somebody deleted stays deleted.
    try await ledger.commit { $0.delete(artifact.id) }
    try await note("Call Ann")
    #expect(try await ledger.sam.analyzeNotes(asEvidence: false).events == 0)
  }

  @Test func aNoteIsEvidenceOfWhomItIsAbout() async throws {
    try await note("Wedding!\nWith Bob Smith.")
    try await ledger.sam.analyzeNotes()
    let evidence = try #require(try await ledger.fetch(EvidenceItem.self).first)
    #expect(evidence.source == .note)
    #expect(evidence.sourceUID == "note:n")
    #expect(evidence.state == .done)
    #expect(evidence.title == "Wedding!")
    #expect(evidence.snippet == "With Bob Smith.")
    #expect(evidence.linkedPeople == ["ann"])
    #expect(evidence.linkedContexts == ["home"])
    #expect(evidence.signals.contains { $0.kind == .lifeEvent })
    try await InsightGenerator(ledger: ledger).generate()
    #expect(try await ledger.fetch(Insight.self).contains { $0.kind == .lifeEvent && $0.samPerson == "ann" })
    // Whom it names is a participant: a proposal, by the name.
    #expect(try await ledger.sam.matchParticipants().pending == 1)
    #expect(try await ledger.sam.analyzeNotes().events == 0)
    try await ledger.commit { $0.delete(Ref<Note>("n")) }
    #expect(try await ledger.sam.analyzeNotes().events == 1)
    #expect(try await ledger.fetch(EvidenceItem.self).isEmpty)
    #expect(try await ledger.sam.analyzeNotes().events == 0)
  }

  @Test func aModelIsAskedOnceForTheSameNote() async throws {
    try await note("Bob Smith wants a quote")
    let provider = ScriptedProvider(
      .success(#"{"people":["Bob Smith","Bob Smith"],"topics":["quote"],"actions":["Send a quote"]}"#))
    #expect(try await ledger.sam.analyzeNotes(with: ModelNotes(provider)).analyzed == 1)
    let artifact = try #require(try await ledger.fetch(AnalysisArtifact.self).first)
    #expect(artifact.usedLLM == "small")
    #expect(artifact.peopleJSON == #"[{"id":"bob","name":"Bob Smith"}]"#)
    #expect(artifact.actions == ["Send a quote"])
    #expect(try await ledger.sam.analyzeNotes(with: ModelNotes(provider)).events == 0)
    #expect(provider.asked.count == 1)
    // The rules have an artifact of their own.
    #expect(try await ledger.sam.analyzeNotes().analyzed == 1)
    #expect(try await ledger.fetch(AnalysisArtifact.self).count == 2)
  }

  @Test(arguments: [
    "", "{}", #"{"people":[],"topics":[]}"#, #"{"people":{},"topics":[],"actions":[]}"#,
    #"{"people":[5],"topics":[],"actions":[]}"#, #"{"people":[],"topics":[""],"actions":[]}"#,
    #"{"people":[],"topics":[],"actions":["\#(String(repeating: "x", count: 500))"]}"#,
    #"{"people":[\#(Array(repeating: "\"a\"", count: 51).joined(separator: ","))],"topics":[],"actions":[]}"#,
  ])
  func whatIsNoAnalysisIsNotWritten(answer: String) async throws {
    try await note("text")
    let summary = try await ledger.sam.analyzeNotes(
      with: ModelNotes(ScriptedProvider(.success(answer))), asEvidence: false)
    #expect(summary.failed == 1)
    #expect(summary.events == 0)
  }

  @Test func oneNoteThatIsNotThereIsAnError() async throws {
    await #expect {
      try await ledger.sam.analyzeNotes(only: "none")
    } throws: {
      ($0 as? LedgerError)?.code == .notFound
    }
  }
}
