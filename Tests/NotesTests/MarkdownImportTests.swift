import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookNotes
@testable import FreeThoughts
@testable import Planner

/// Folders of Markdown become notes, and notes become folders of Markdown.
@Suite struct MarkdownImportTests {
  private let folder: TemporaryFolder
  private var vault: String { folder.path + "/Vault" }

  init() throws { folder = try TemporaryFolder() }

  func write(_ path: String, _ text: String) throws {
    try write(path, Array(text.utf8))
  }

  private func write(_ path: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: vault + "/" + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func run(
    _ ledger: Ledger, _ files: [String]? = nil, into target: NotesImporter.Target = .planner
  ) async throws -> SyncReceipt {
    try await ledger.importAll(NotesImporter(files ?? [vault], into: target, zone: .utc))
  }

  func export(_ ledger: Ledger, to name: String) async throws -> String {
    let path = folder.path + "/" + name
    _ = try await MarkdownExport.planner(
      ledger, Query("planner.note"), cut: .now, zone: .utc, into: path, replaces: false)
    return path
  }

  @Test func aFolderIsTakenInOnce() async throws {
    try write("Notes/Idea.md", "---\ntitle: Idea\ntags: [a/b]\ncreated: 2024-01-02\n---\nSee [[Plan]] #c\n")
    try write("Plan.md", "# The plan\n\ntext")
    try write("picture.png", [0x89, 0x50])
    try write("data.base", "x")
    try write(".obsidian/app.md", "hidden")
    try write("binary.md", [0x00, 0x01])
    try FileManager.default.createSymbolicLink(atPath: vault + "/link.md", withDestinationPath: "Plan.md")
    let ledger = try Ledger.inMemory(systems: [.planner])
    let first = try await run(ledger)
    #expect(first.plan.summary.created == 2, "\(first.plan.skipped)")
    #expect(first.plan.skipped.map(\.file) == [vault + "/binary.md"])
    #expect(first.plan.notices.map(\.reason) == ["2 files are not Markdown, and skipped"])
    let notes = try await ledger.fetch(Planner.Note.self).sorted { $0.title < $1.title }
    try #require(notes.map(\.title) == ["Idea", "The plan"])
    #expect(notes[0].plainText == "See [[Plan]] #c")
    #expect(notes[0].importedPath == "Notes/Idea.md")
    #expect(notes[0].importedFrom?.rawValue == "notes:Vault")
    #expect(notes[0].createdAt == Date(timeIntervalSince1970: 1_704_153_600))
    #expect(Set(try await ledger.fetch(Planner.Tag.self).map(\.name)) == ["a/b", "c"])
    #expect(notes[0].tags.count == 2)
    // Again, though every file be touched.
    try FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: vault + "/Plan.md")
    #expect(try await run(ledger).events == 0)
    try write("Plan.md", "# The plan\n\nother text")
    let changed = try await run(ledger)
    #expect(changed.plan.summary.changed == 1 && changed.plan.summary.unchanged == 1)
  }

  /// What was made of a note here stays while its file says nothing new, and what was deleted stays so.
  @Test func usersWordStays() async throws {
    try write("a.md", "# A\n")
    try write("b.md", "# B\n")
    let ledger = try Ledger.inMemory(systems: [.planner])
    _ = try await run(ledger)
    var notes = try await ledger.fetch(Planner.Note.self).sorted { $0.title < $1.title }
    try #require(notes.count == 2)
    notes[0].title = "Mine"
    let (changed, deleted) = (notes[0], notes[1])
    try await ledger.commit { batch in
      try batch.upsert(changed)
      batch.delete(deleted)
    }
    #expect(try await run(ledger).events == 0)
    #expect(try await ledger.fetch(Planner.Note.self).map(\.title) == ["Mine"])
  }

  @Test func anIDIsKnownWhereverItLies() async throws {
    try write("a.md", "---\nid: 42\n---\n# A\n")
    let ledger = try Ledger.inMemory(systems: [.planner])
    _ = try await run(ledger)
    try FileManager.default.removeItem(atPath: vault + "/a.md")
    try write("deep/b.md", "---\nid: 42\n---\n# A\n")
    let moved = try await run(ledger)
    #expect(moved.plan.summary.changed == 1)
    #expect(try await ledger.fetch(Planner.Note.self).map(\.importedPath) == ["deep/b.md"])
  }

  /// Of two files that are one note the first counts, and the second is named, on every run.
  @Test func noNoteIsWrittenOverByAnotherFile() async throws {
    try write("a.md", "---\nid: 42\n---\n# A\n")
    try write("b.md", "---\nid: 42\n---\n# B\n")
    try write("Idea.md", "# bare\n")
    try write(" Idea.md", "# spaced\n")
    let ledger = try Ledger.inMemory(systems: [.planner])
    for events in [true, false] {
      let receipt = try await run(ledger)
      #expect(receipt.plan.skipped.map(\.file) == [vault + "/b.md"])
      #expect((receipt.events > 0) == events)
    }
    #expect(Set(try await ledger.fetch(Planner.Note.self).map(\.title)) == ["A", "bare", "spaced"])
    // The same file named twice is one.
    #expect(try await run(ledger, [vault + "/a.md", vault + "/a.md"]).plan.summary.skipped == 0)
  }

  @Test func twoFoldersOfOneNameAreToldApart() async throws {
    try write("x/notes/a.md", "# A\n")
    try write("y/notes/a.md", "# B\n")
    let ledger = try Ledger.inMemory(systems: [.planner])
    let folders = [vault + "/x/notes", vault + "/y/notes/"]
    let refused = await #expect(throws: ImportFailure.self) { try await run(ledger, folders) }
    let error = try #require(refused?.cause as? LedgerError)
    #expect(error.code == .usage && error.advice?.contains("--source") == true)
    #expect(try await ledger.count(Planner.Note.self) == 0)
    for (folder, name) in zip(folders, ["x", "y"]) {
      _ = try await ledger.importAll(NotesImporter([folder], into: .planner, source: name, zone: .utc))
    }
    #expect(try await ledger.count(Planner.Note.self) == 2)
  }

  /// A ledger of the vault and a note of its own, and the folder that it goes out to.
  private func exported() async throws -> (ledger: Ledger, folder: String) {
    let ledger = try Ledger.inMemory(systems: [.planner])
    _ = try await run(ledger)
    var note = Planner.Note()
    note.title = "Made here"
    let made = note
    try await ledger.commit { batch in try batch.upsert(made) }
    return (ledger, try await export(ledger, to: "notes"))
  }

  /// The whole folder of an export is the notes that it was made of: of this ledger, and of a new one.
  @Test func theFolderOfAnExportIsItsNotes() async throws {
    try write("a.md", "---\nid: 7\n---\n# A\n")
    try write("deep/b.md", "# B #tag\n")
    try write("latin.md", [0x23, 0x20, 0xe4, 0x0a])
    let (ledger, out) = try await exported()
    #expect(try await run(ledger, [out]).events == 0)
    let other = try Ledger.inMemory(systems: [.planner])
    #expect(try await run(other, [out]).plan.summary.created == 4)
    #expect(try await HostileNotes.said(in: other) == HostileNotes.said(in: ledger))
    #expect(try await run(other, [out]).events == 0)
    // Where they came from they are the same notes, too, and go out as the same files.
    #expect(try await run(other).plan.summary.created == 0)
    let again = try await export(other, to: "again")
    #expect(try contents(again) == contents(out))
    // A file that was edited changes its note.
    try Data("# Better #tag\n".utf8).write(to: URL(filePath: out + "/Vault/deep/b.md"))
    #expect(try await run(other, [out]).plan.summary.changed == 1)
    #expect(try await run(other, [out]).events == 0)
    #expect(try await other.fetch(Planner.Note.self).map(\.title).sorted().contains("Better #tag"))
    // What the export remembers is made anew where it cannot be read.
    try Data("[".utf8).write(to: URL(filePath: out + "/.daybook-notes.json"))
    #expect(try await run(other, [out]).plan.notices.first?.file == out + "/.daybook-notes.json")
  }

  /// Packed with its folder or without, it is the same notes.
  @Test(arguments: ["notes", "."], ["zip", "gztar"])
  func theArchiveOfAnExportIsItsNotes(_ base: String, _ form: String) async throws {
    try write("a.md", "# A\n")
    try write("deep/b.md", "# B #tag\n")
    let (ledger, out) = try await exported()
    let root = base == "." ? out : folder.path
    try await folder.run(
      "python3", "-c",
      "import shutil; shutil.make_archive('packed', '\(form)', '\(root)', '\(base)')")
    let packed = folder.path + (form == "zip" ? "/packed.zip" : "/packed.tar.gz")
    #expect(try await run(ledger, [packed]).events == 0)
    let other = try Ledger.inMemory(systems: [.planner])
    #expect(try await run(other, [packed]).plan.summary.created == 3)
    #expect(try await HostileNotes.said(in: other) == HostileNotes.said(in: ledger))
    #expect(try await run(other).plan.summary.created == 0)
  }

  private func contents(_ folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      contents[path] = FileManager.default.contents(atPath: folder + "/" + path)
    }
    return contents
  }

  /// Files go out as they came, whatever their front matter and charset, and come back to where they were.
  @Test func filesComeBackByteForByte() async throws {
    let files: [String: [UInt8]] = [
      "a.md": Array("---\r\ntitle: x # note\r\nodd:   [1,  2]\r\n---\r\nText  \r\n".utf8),
      "deep/er/b.md": Array("---\nbad: [\n---\nno newline at the end".utf8), "empty.md": [],
      "latin.md": [0x23, 0x20, 0xe4, 0x0a], "What? so.md": Array("# \u{1f332}\n".utf8),
      "big.md": Array(("# Big\n" + String(repeating: "words and words\n", count: 3000)).utf8),
    ]
    for (path, bytes) in files { try write(path, bytes) }
    let ledger = try Ledger.inMemory(systems: [.planner])
    #expect(try await run(ledger).plan.summary.created == files.count)
    let out = try await export(ledger, to: "out")
    for (path, bytes) in files {
      #expect(
        FileManager.default.contents(atPath: out + "/Vault/" + path).map { Array($0) } == bytes, "\(path)")
    }
    #expect(try await run(ledger, [out + "/Vault"]).events == 0)
    // The same folder again: nothing is in the way.
    _ = try await export(ledger, to: "out")
  }

  /// Random notes with hostile titles and texts go out and come back into another ledger as they were.
  @Test(.seeded) func randomNotesComeBack() async throws {
    var random = SeededRandom(seed: TestSeed.current)
    let ledger = try Ledger.seeded(systems: [.planner])
    for _ in 0..<60 {
      let note = HostileNotes.note(using: &random)
      let tags = HostileNotes.tags(using: &random)
      try await ledger.commit { batch in
        try batch.upsert(note)
        for name in tags {
          var tag = Planner.Tag()
          tag.name = name
          tag.id = Planner.Tag.ID(NaturalKey.id(of: Planner.Tag.kind, normalized: name))
          try batch.upsert(tag)
          try batch.link(note, \.tags, to: tag)
        }
      }
    }
    let out = try await export(ledger, to: "notes")
    let other = try Ledger.seeded(systems: [.planner])
    let receipt = try await run(other, [out + "/planner"])
    #expect(receipt.plan.summary.created == 60)
    #expect(receipt.plan.skipped.isEmpty && receipt.plan.notices.isEmpty, "\(receipt.plan.notices)")
    #expect(try await HostileNotes.said(in: other) == HostileNotes.said(in: ledger))
    #expect(try await run(other, [out + "/planner"]).events == 0)
    #expect(try await run(ledger, [out + "/planner"]).events == 0)
    #expect(try await HostileNotes.said(in: other) == HostileNotes.said(in: ledger))
  }

  /// A file that somebody edited changes the note that it was.
  @Test func editedFilesCount() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    var note = Planner.Note()
    note.title = "Idea"
    note.setText("old")
    let made = note
    try await ledger.commit { batch in try batch.upsert(made) }
    let out = try await export(ledger, to: "notes")
    let path = out + "/planner/Idea.md"
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    try Data(text.replacing("\"Idea\"", with: "Better idea").replacing("\nold", with: "\nnew").utf8)
      .write(to: URL(filePath: path))
    #expect(try await run(ledger, [path]).plan.summary.changed == 1)
    let held = try await ledger.fetch(Planner.Note.self)
    #expect(held.map(\.title) == ["Better idea"])
    #expect(held.map(\.plainText) == ["new"])
  }

  /// Those that are wanted, as they were.
  @Test func freeThoughtsGoOutAsTheyWere() async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    func note(_ id: String, _ text: String) -> Mutation {
      Mutation(
        .upsert, kind: "freethoughts.note", id: id,
        set: [
          "documentPath": .string("/\(id).md"), "selectedText": "x", "anchorStart": 0, "anchorEnd": 1,
          "content": .string(text),
        ])
    }
    let first = try await ledger.append([note("a", "first"), note("b", "other")])
    try await ledger.append([note("a", "second")])
    let cut = Cut.until(try #require(first.lastStamp))
    func files(_ name: String, _ condition: Condition? = nil, _ cut: Cut = .now) async throws -> [String] {
      let path = folder.path + "/" + name
      let count = try await MarkdownExport.freethoughts(
        ledger, where: condition, cut: cut, into: path, replaces: false)
      let found = try contents(path).map { String(decoding: $0.value, as: UTF8.self) }
      #expect(found.count == count)
      return found.sorted()
    }
    let isA = Condition.compare("documentPath", .equal, "/a.md")
    #expect(try await files("now").count == 2)
    let now = try await files("one", isA)
    #expect(now.count == 1 && now[0].contains("second"))
    let then = try await files("then", isA, cut)
    #expect(then.count == 1 && then[0].contains("first"))
  }

  @Test func intoFreeThoughts() async throws {
    try write(
      "reading.md",
      "---\ntags: [books]\n---\n# On forests\n\n> Trees talk\n> to trees\n>\n> \u{2014} Kevin Kelly, *Out of Control*\n\n> no source\n\n```\n> of code\n> \u{2014} Nobody\n```\n"
    )
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let receipt = try await run(ledger, into: .freethoughts)
    #expect(receipt.plan.summary.read == 1)
    let notes = try await ledger.fetch(FreeThoughts.Note.self).sorted { $0.anchorStart < $1.anchorStart }
    try #require(notes.map(\.selectedText) == ["# On forests", "Trees talk\n> to trees"])
    #expect(notes[1].content == "Kevin Kelly, *Out of Control*")
    #expect(notes[0].content.hasPrefix("# On forests"))
    #expect(notes.allSatisfy { $0.anchorState == .anchored && $0.tags.count == 1 })
    let document = try Document(contentsOf: vault + "/reading.md")
    #expect(notes.allSatisfy { $0.documentPath == document.path && $0.documentHash == document.hash })
    for note in notes { #expect(document.text.text(note.anchorStart..<note.anchorEnd) == note.selectedText) }
    #expect(try await run(ledger, into: .freethoughts).events == 0)
  }
}
