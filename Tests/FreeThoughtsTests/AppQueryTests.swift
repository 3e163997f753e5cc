import Daybook
import DaybookPredicates
import Foundation
import Testing

@testable import FreeThoughts

/// The reader's own queries, as an app writes them.
@Suite struct AppQueryTests {
  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    try await ledger.commit { batch in
      for (id, start, path) in [
        ("late", 90, "/a.md"), ("early", 5, "/a.md"), ("other", 1, "/b.md"), ("middle", 30, "/a.md"),
      ] {
        try batch.upsert(
          Note(id: Ref(id)) {
            ($0.documentPath, $0.anchorStart, $0.anchorEnd) = (path, start, start + 5)
            $0.selectedText = "words"
          })
      }
      for (id, note, seconds) in [("p2", "early", 200.0), ("p1", "early", 100.0), ("p3", "late", 50.0)] {
        try batch.upsert(
          Provocation(id: Ref(id)) {
            ($0.documentPath, $0.sourceType, $0.note) = ("/a.md", .note, Ref(note))
            ($0.sourceText, $0.promptName, $0.response) = ("words", "Expand", "And then?")
            $0.createdAt = Date(timeIntervalSince1970: seconds)
          })
      }
    }
    return ledger
  }

  @Test func notesForTheCurrentDocument() async throws {
    let currentDocumentPath = "/a.md"
    let notes = try await Self.ledger().fetch(
      Note.self, where: #Predicate { note in note.documentPath == currentDocumentPath },
      sortedBy: [SortDescriptor(\.anchorStart)])
    #expect(notes.map(\.id) == ["early", "middle", "late"])
  }

  @Test func provocationsForANote() async throws {
    let noteId: Ref<Note> = "early"
    let provocations = try await Self.ledger().fetch(
      Provocation.self, where: #Predicate { provocation in provocation.note?.id == noteId },
      sortedBy: [SortDescriptor(\.createdAt)])
    #expect(provocations.map(\.id) == ["p1", "p2"])
  }
}
