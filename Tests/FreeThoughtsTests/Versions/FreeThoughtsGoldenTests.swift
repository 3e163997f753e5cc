import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// What version 1 wrote is read for ever.
@Suite struct FreeThoughtsGoldenTests {
  private static let fixture = GoldenFixture("freethoughts/v1")

  private static func ledger(in folder: TemporaryFolder) async throws -> Ledger {
    try await fixture.copy(to: "l", in: folder)
    return try await Ledger.open("l", in: folder, systems: [.freethoughts])
  }

  /// `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) writes the files.
  @Test func theFilesHoldWhatTheProgramWrote() async throws {
    let golden = try #require(FreeThoughtsGoldens.ledger)
    try Self.fixture.writeIfAsked(golden, sealing: 3)
    #expect(try await Self.fixture.events() == golden.commits.flatMap(\.events))
  }

  @Test func versionOne() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(in: folder)
    #expect(try await ledger.audit.verify().findings.isEmpty)
    let notes = try await ledger.freeThoughts.notes(ofDocument: FreeThoughtsGoldens.essay)
    #expect(notes.map(\.id) == [Ref(FreeThoughtsGoldens.quick)])
    let note = try #require(notes.first)
    #expect(
      note.anchor
        == Anchor(start: 4, end: 15, quote: Quote(exact: "quick brown", prefix: "The ", suffix: " fox")))
    #expect(note.content == "Why brown?")
    #expect(note.documentHash == FreeThoughtsGoldens.hash)
    #expect(note.anchorState == .anchored)
    #expect(note.rivalSimilarity == 0.25)
    #expect(note.tags == [Ref(FreeThoughtsGoldens.animals)])
    #expect(note.provocations == [Ref(FreeThoughtsGoldens.answer)])
    #expect(note.syncStatus == .local)
    #expect(note.createdAt < note.updatedAt, "putting a tag on is a change")
    #expect(try await ledger.freeThoughts.tag(named: "animals").id == Ref(FreeThoughtsGoldens.animals))
    let paper = try #require(try await ledger.get(Ref<Note>(FreeThoughtsGoldens.paper)))
    #expect(paper.anchorPage == 2)
    #expect(paper.content == "Letters or digits?")
    #expect(paper.anchorState == .unchecked)
    #expect(paper.documentHash == nil)
    #expect(paper.updatedAt > paper.createdAt)
    let provocations = try await ledger.freeThoughts.provocations(of: note.id)
    #expect(provocations.map(\.response) == ["Why not?"])
    #expect(provocations.first?.sourceType == .note)
    #expect(try await ledger.get(Ref<Provocation>(FreeThoughtsGoldens.selection))?.generatedBy == nil)
    let prompts = try await ledger.freeThoughts.prompts()
    #expect(prompts.map(\.name) == ["Challenge", "Simplify", "Question", "Haiku"])
    #expect(prompts.first?.promptTemplate == "Doubt {selection}.")
    // What was deleted comes back as an orphan.
    try await ledger.commit { $0.restore(Ref<Note>(FreeThoughtsGoldens.orphan)) }
    #expect(try await ledger.get(Ref<Note>(FreeThoughtsGoldens.orphan))?.anchorState == .orphaned)
  }
}
