import Daybook
import Foundation
import Testing

@testable import FreeThoughts

/// A person edits the file, and takes it in again.
@Suite struct EditedFileTests {
  private let ledger: Ledger

  init() async throws {
    ledger = try Ledger.inMemory(systems: [.freethoughts])
    try await ledger.commit { batch in
      try batch.upsert(Tag(id: "t") { $0.name = "animals" })
      try batch.upsert(
        Note(id: "n") {
          ($0.documentPath, $0.anchorStart, $0.anchorEnd) = ("/home/ann/essay.md", 4, 19)
          ($0.selectedText, $0.content, $0.tags) = ("quick brown fox", "Which fox?", ["t"])
        })
      try batch.upsert(
        Provocation(id: "p") {
          ($0.documentPath, $0.sourceType, $0.note) = ("/home/ann/essay.md", .note, "n")
          ($0.sourceText, $0.promptName, $0.response) = ("Which fox?", "Challenge", "Is it one?")
        })
    }
  }

  private func exported() async throws -> String {
    try #require(try await ledger.freeThoughts.notesExport().markdown.first).text
  }

  private func take(_ text: String) async throws -> SyncReceipt {
    try await ledger.freeThoughts.importNotes([("essay.notes.md", Array(text.utf8))])
  }

  @Test func theLayoutIsReadable() async throws {
    let text = try await exported()
    let shown = text.split(separator: "\n").filter { !$0.hasPrefix("<!--") }
    #expect(
      shown == [
        "# essay.md", "- Document: /home/ann/essay.md", "## 4–19", "> quick brown fox", "Which fox?",
        "- animals",
        "### Challenge", "> Which fox?", "Is it one?",
      ])
  }

  @Test func anEditIsAnUpdate() async throws {
    let text = try await exported().replacingOccurrences(
      of: "\nWhich fox?\n\n<", with: "\nThe red one.\n\nSurely.\n\n<"
    )
    .replacingOccurrences(of: "- animals", with: "- foxes\n- Wald")
    let receipt = try await take(text)
    #expect(receipt.plan.summary.changed == 1 && receipt.plan.summary.unchanged == 1)
    let note = try #require(try await ledger.get(Ref<Note>("n")))
    #expect(note.content == "The red one.\n\nSurely.")
    let names = try await ledger.fetch(Tag.self).filter { note.tags.contains($0.id) }.map(\.name)
    #expect(Set(names) == ["foxes", "Wald"])
    // The file still says when it was exported; what it says is here now.
    #expect(try await take(text).events == 0)
  }

  @Test func aResponseMayBeEditedToo() async throws {
    let text = try await exported().replacingOccurrences(of: "Is it one?", with: "Is it two?")
    #expect(try await take(text).plan.summary.changed == 1)
    #expect(try await ledger.get(Ref<Provocation>("p"))?.response == "Is it two?")
  }

  @Test func aQuoteIsNotEdited() async throws {
    let text = try await exported().replacingOccurrences(of: "> quick brown fox", with: "> slow brown fox")
    #expect(try await take(text).events == 0)
    #expect(try await ledger.get(Ref<Note>("n"))?.selectedText == "quick brown fox")
  }

  /// An old file takes nothing back that was written here since.
  @Test func whatIsNewerHereStays() async throws {
    let text = try await exported()
    try await ledger.append([Mutation(.upsert, kind: Note.kind, id: "n", set: ["content": "newer"])])
    let receipt = try await take(text)
    #expect(receipt.events == 0 && receipt.plan.skipped.isEmpty)
    #expect(try await ledger.get(Ref<Note>("n"))?.content == "newer")
  }

  @Test func twoEditsAreNotWrittenOverOneAnother() async throws {
    let text = try await exported().replacingOccurrences(of: "\nWhich fox?\n\n<", with: "\nedited\n\n<")
    try await ledger.append([Mutation(.upsert, kind: Note.kind, id: "n", set: ["content": "newer"])])
    let receipt = try await take(text)
    #expect(receipt.events == 0 && receipt.plan.summary.skipped == 1)
    #expect(receipt.plan.skipped.first?.reason.contains("neither version overwrites the other") == true)
  }

  @Test func whatWasDeletedStaysDeleted() async throws {
    let text = try await exported()
    try await ledger.commit { $0.delete(Ref<Note>("n")) }
    let receipt = try await take(text)
    #expect(receipt.events == 0 && receipt.plan.notices.count == 2)
    #expect(try await ledger.get(Ref<Note>("n")) == nil)
  }

  @Test(
    arguments: [
      ("\"id\":\"n\"", "\"id\":\"\"", "names no id"),
      ("\"anchorStart\":4", "\"anchorStart\":-4", "must not be negative"),
      ("\"anchorStart\":4", "\"anchorStart\":\"x\"", "must be an integer"),
      ("> quick brown fox", "", "selectedText must not be empty"), ("note {", "note {{", "is not JSON"),
      ("freethoughts:text", "freethoughts:txt", "does not begin a part"),
      (" -->\n\n## 4", "\n\n## 4", "does not end"),
      ("\"fields\":{\"anchorEnd\"", "\"field\":{\"anchorEnd\"", "has no fields"),
    ])
  func aBadNoteIsNamedAndTheRestIsDone(_ part: String, _ other: String, _ reason: String) async throws {
    var text = try await exported()
    let place = try #require(text.range(of: part))
    text.replaceSubrange(place, with: other)
    let empty = try Ledger.inMemory(systems: [.freethoughts])
    let receipt = try await empty.freeThoughts.importNotes([("x.md", Array(text.utf8))])
    #expect(
      receipt.plan.skipped.contains { $0.reason.contains(reason) && $0.line > 0 }, "\(receipt.plan.skipped)")
    #expect(try await empty.get(Ref<Note>("n")) == nil)
    #expect(try await empty.get(Ref<Provocation>("p")) != nil)
  }

  @Test(arguments: ["", "plain text", "# A heading\n\nNo notes.", "<!-- freethoughts:text -->\n\nx\n"])
  func aFileWithoutNotesIsNamed(_ text: String) async throws {
    let receipt = try await take(text)
    #expect(receipt.events == 0 && receipt.plan.summary.skipped == 1)
  }
}
