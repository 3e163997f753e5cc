import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// Notes on a file that is edited, moved and renamed, in a ledger.
@Suite struct ReanchorTests {
  /// A ledger, a folder and a document in it with two notes.
  struct Desk {
    let ledger: Ledger
    let folder: TemporaryFolder
    var path: String { folder.path + "/essay.md" }
    static let text = AnchorFinderTests.essay

    init(_ quotes: [String] = ["secretary", "asked for patience"]) async throws {
      ledger = try Ledger.inMemory(systems: [.freethoughts])
      folder = try TemporaryFolder()
      try write(Self.text)
      let document = try Document(contentsOf: path)
      let finder = AnchorFinder(document.text)
      try await ledger.commit { [quotes] batch in
        for (number, quote) in quotes.enumerated() {
          let (anchor, rival) = try #require(finder.anchor(finder.places(of: quote)[0]))
          try batch.upsert(
            Note(id: Ref("n\(number)")) {
              ($0.documentPath, $0.documentHash, $0.anchor) = (document.path, document.hash, anchor)
              ($0.rivalSimilarity, $0.anchorState, $0.content) = (rival, .anchored, "thought \(number)")
            })
        }
      }
    }

    func write(_ text: String, _ name: String = "essay.md") throws {
      try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    }

    func reanchor(
      _ name: String = "essay.md", from former: Set<String> = [], accepting: [Ref<Note>: Int] = [:],
      isDryRun: Bool = false
    ) async throws -> ReanchorReport {
      var options = AppendOptions(by: "test")
      options.isDryRun = isDryRun
      let document = try Document(contentsOf: folder.path + "/" + name)
      return try await ledger.freeThoughts.reanchor(
        document, from: former.union(ledger.freeThoughts.formerPaths(of: document)), accepting: accepting,
        options: options
      )
    }

    func note(_ id: Ref<Note>) async throws -> Note { try #require(try await ledger.get(id)) }
  }

  @Test func theSameDocumentWritesNothing() async throws {
    let desk = try await Desk()
    let before = try await desk.ledger.audit.replay()
    let report = try await desk.reanchor()
    #expect(report.notes.map(\.result) == [.unchanged, .unchanged])
    #expect(report.events == 0)
    #expect(try await desk.ledger.audit.replay().digest == before.digest)
  }

  @Test func anEditMovesNotesInOneCommitAndOnlyOnce() async throws {
    let desk = try await Desk()
    let before = try await desk.note("n0")
    try desk.write("# Minutes\n\n" + Desk.text)
    let dry = try await desk.reanchor(isDryRun: true)
    #expect(dry.notes.map(\.result) == [.moved, .moved])
    #expect(try await desk.note("n0").anchorStart == before.anchorStart)
    let commits = try await desk.ledger.audit.replay().commits
    let report = try await desk.reanchor()
    #expect(report.notes.map(\.result) == [.moved, .moved])
    #expect(report.events == 2)
    #expect(try await desk.ledger.audit.replay().commits == commits + 1)
    let note = try await desk.note("n0")
    #expect(note.anchorStart == before.anchorStart + 11)
    #expect(note.anchorEnd == before.anchorEnd + 11)
    #expect(note.selectedText == "secretary")
    let document = try Document(contentsOf: desk.path)
    #expect(note.documentHash == document.hash)
    #expect(try await desk.reanchor().events == 0)
  }

  @Test func whatIsGoneIsAnOrphanAndComesBack() async throws {
    let desk = try await Desk()
    let before = try await desk.note("n0")
    try desk.write(Desk.text.replacing("which the secretary had sent out a week before", with: "of course"))
    let report = try await desk.reanchor()
    #expect(report.notes.map(\.result) == [.orphaned, .moved])
    let orphan = try await desk.note("n0")
    #expect(orphan.anchorState == .orphaned)
    #expect(orphan.content == "thought 0")
    #expect(orphan.anchor == before.anchor)
    #expect(orphan.documentHash == before.documentHash)
    // Looked for again, and still not there: nothing is written.
    #expect(try await desk.reanchor().events == 0)
    try desk.write("New beginning.\n\n" + Desk.text)
    #expect(try await desk.reanchor().notes.map(\.result) == [.moved, .moved])
    #expect(try await desk.note("n0").anchorState == .anchored)
    #expect(try await desk.note("n0").anchorStart == before.anchorStart + 16)
    // And in the very version in which it was written.
    try desk.write("Nothing at all.")
    #expect(try await desk.reanchor().count(.orphaned) == 2)
    try desk.write("New beginning.\n\n" + Desk.text)
    #expect(try await desk.reanchor().count(.unchanged) == 2)
    #expect(try await desk.note("n1").anchorState == .anchored)
  }

  @Test func aSuggestionIsTakenByAPersonAlone() async throws {
    let desk = try await Desk(["In the end they agreed on what"])
    try desk.write(
      Desk.text.replacing("In the end they agreed on what", with: "At the end they agreed on that"))
    let report = try await desk.reanchor()
    let suggestion = try #require(report.notes[0].suggestions.first)
    #expect(suggestion.anchor.quote.exact.contains("end they agreed on"))
    for number in [0, 9] {
      await #expect(throws: LedgerError.self) { try await desk.reanchor(accepting: ["n0": number]) }
    }
    let stranger = await #expect(throws: LedgerError.self) {
      try await desk.reanchor(accepting: ["other": 1])
    }
    #expect(stranger?.code == .usage && stranger?.advice == "see 'freeThoughts.notes(of:)'")
    #expect(try await desk.note("n0").anchorState == .orphaned)
    #expect(try await desk.reanchor(accepting: ["n0": 1]).notes[0].result == .accepted)
    let note = try await desk.note("n0")
    #expect(note.anchorState == .anchored)
    #expect(note.anchor == suggestion.anchor)
    #expect(try await desk.reanchor().notes[0].result == .unchanged)
  }

  @Test func aMovedAndRenamedFileIsKnownByItsContent() async throws {
    let desk = try await Desk()
    try FileManager.default.moveItem(atPath: desk.path, toPath: desk.folder.path + "/other.txt")
    let document = try Document(contentsOf: desk.folder.path + "/other.txt")
    #expect(try await desk.ledger.freeThoughts.notes(of: document).map(\.id) == ["n0", "n1"])
    let report = try await desk.reanchor("other.txt")
    #expect(report.notes.map(\.result) == [.unchanged, .unchanged])
    #expect(report.events == 2)
    #expect(try await desk.ledger.freeThoughts.notes(ofDocument: document.path).map(\.id) == ["n0", "n1"])
  }

  /// A copy is another document as long as the first is there.
  @Test func aCopyTakesNoNotes() async throws {
    let desk = try await Desk()
    try desk.write(Desk.text, "copy.md")
    #expect(try await desk.reanchor("copy.md").notes.isEmpty)
    #expect(try await desk.reanchor().notes.count == 2)
  }

  @Test func missingDocumentsAreLookedForInFolders() async throws {
    let desk = try await Desk()
    let place = desk.folder.path + "/deep/er"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: place + "/loop", withDestinationPath: desk.folder.path)
    try FileManager.default.removeItem(atPath: desk.path)
    let missing = try await desk.ledger.freeThoughts.annotatedDocuments()
    #expect(missing.map(\.notes) == [2])
    func search() async throws -> String? {
      try await desk.ledger.freeThoughts.search(for: missing, in: [desk.folder.path])[0].path?.split(
        separator: "/"
      )
      .suffix(2)
      .joined(separator: "/")
    }
    #expect(try await search() == nil)
    // The same name alone proves nothing.
    try desk.write("Something else.", "deep/essay.md")
    #expect(try await search() == nil)
    // Edited, too, but most notes are in it.
    try desk.write("Edited. " + Desk.text, "deep/er/essay.md")
    #expect(try await search() == "er/essay.md")
    // Two that are equally good are none.
    try desk.write("Edited otherwise. " + Desk.text, "deep/essay.md")
    #expect(try await search() == nil)
    // Its very content is it, whatever it is called.
    try desk.write(Desk.text, "deep/zzz.txt")
    #expect(try await search() == "deep/zzz.txt")
    await #expect(throws: LedgerError.self) {
      try await desk.ledger.freeThoughts.search(for: [], in: [desk.folder.path + "/none"])
    }
    await #expect(throws: LedgerError.self) {
      try await desk.ledger.freeThoughts.search(for: [], in: [desk.folder.path + "/deep/zzz.txt"])
    }
  }

  /// Notes that another program wrote, with positions that nobody checked.
  @Test func notesThatNobodyChecked() async throws {
    let desk = try await Desk([])
    let document = try Document(contentsOf: desk.path)
    try await desk.ledger.commit { batch in
      for (id, start, words) in [
        ("right", 4, "committee"), ("wrong", 0, "asked for patience.\n\nIn the end they agreed on what"),
      ] {
        try batch.upsert(
          Note(id: Ref(id)) {
            ($0.documentPath, $0.anchorStart, $0.anchorEnd) = (document.path, start, start + words.count)
            $0.selectedText = words
            $0.documentHash = document.hash
          })
      }
    }
    let report = try await desk.reanchor()
    #expect(Set(report.notes.map(\.result)) == [.unchanged, .moved])
    for id in ["right", "wrong"] as [Ref<Note>] {
      let note = try await desk.note(id)
      #expect(note.anchorState == .anchored)
      #expect(document.text.text(note.anchorStart..<note.anchorEnd) == note.selectedText)
      #expect(!note.suffix.isEmpty)
      #expect(note.rivalSimilarity != nil)
    }
    #expect(try await desk.reanchor().events == 0)
  }
}

/// Real PDFs, moved and renamed: their notes go along.
@Suite(.realData("pdf")) struct RealPDFTests {
  @Test(.seeded) func movedFilesKeepTheirNotes() async throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger.seeded(systems: [.freethoughts])
    var random = SeededRandom(seed: TestSeed.current)
    var count = 0
    for (number, path) in try RealData.paths("pdf", extensions: ["pdf"]).enumerated() {
      let copy = folder.path + "/paper \(number).pdf"
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let document = try Document(contentsOf: copy)
      let finder = AnchorFinder(document.text)
      var place: (anchor: Anchor, rivalSimilarity: Double)?
      // White space alone gives no anchor.
      for _ in 0..<50 where place == nil {
        let start = Int.random(in: 0..<max(1, document.text.count), using: &random)
        place = finder.anchor(start..<document.text.count)
      }
      guard let (anchor, rival) = place else { continue }
      try await ledger.commit { batch in
        try batch.upsert(
          Note {
            ($0.documentPath, $0.documentHash, $0.anchor) = (document.path, document.hash, anchor)
            ($0.rivalSimilarity, $0.anchorState) = (rival, .anchored)
          })
      }
      try FileManager.default.moveItem(atPath: copy, toPath: folder.path + "/\(number) renamed")
    }
    let missing = try await ledger.freeThoughts.annotatedDocuments()
    for found in try await ledger.freeThoughts.search(for: missing, in: [folder.path]) {
      let path = try #require(found.path)
      let report = try await ledger.freeThoughts.reanchor(
        Document(contentsOf: path), from: [found.document.path])
      #expect(report.notes.map(\.result) == [.unchanged])
      count += report.notes.count
      for note in try await ledger.freeThoughts.notes(ofDocument: path) { #expect(note.anchorPage != nil) }
    }
    #expect(count == missing.count)
    #expect(count > 3)
  }
}
