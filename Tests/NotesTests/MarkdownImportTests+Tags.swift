import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookNotes
@testable import FreeThoughts
@testable import Planner

// The tags of a file, and of the note that it became.

extension MarkdownImportTests {
  private func tags(_ ledger: Ledger) async throws -> [String] {
    let names = Dictionary(
      uniqueKeysWithValues: try await ledger.fetch(Planner.Tag.self).map { ($0.id.rawValue, $0.name) })
    return try await ledger.fetch(Planner.Note.self).flatMap(\.tags).compactMap { names[$0.rawValue] }
      .sorted()
  }

  private func unlink(_ name: String, _ ledger: Ledger) async throws {
    let tag = try #require(try await ledger.fetch(Planner.Tag.self).first { $0.name == name })
    let note = try #require(try await ledger.fetch(Planner.Note.self).first)
    try await ledger.append([
      Mutation(.unlink, kind: "planner.note", id: note.id.rawValue, rel: "tags", to: tag.id.rawValue)
    ])
  }

  /// The file's tags are compared with those it had, so that only what was changed in it changes here; also of a text that
  /// is kept beside the log.
  @Test(arguments: ["text", String(repeating: "a long text ", count: 4000)])
  func tagsFollowTheirFile(_ text: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    func take(_ names: String, _ round: Int) async throws -> SyncReceipt {
      try write("a.md", "---\nid: 7\ntags: [\(names)]\n---\n# A\n\(text) \(round)\n")
      return try await run(ledger)
    }
    _ = try await take("one, two, three", 1)
    #expect(try await tags(ledger) == ["one", "three", "two"])
    let second = try await take("two, three, four", 2)
    #expect(second.plan.summary.changed == 1)
    #expect(try await tags(ledger) == ["four", "three", "two"])
    #expect(try await run(ledger).events == 0)
    // What its user took away stays away while the file has it as before, and comes back where the file says so anew.
    try await unlink("two", ledger)
    _ = try await take("two, three, four", 3)
    #expect(try await tags(ledger) == ["four", "three"])
    _ = try await take("three, four", 4)
    _ = try await take("two, three, four, one", 5)
    #expect(try await tags(ledger) == ["four", "one", "three", "two"])
    #expect(try await run(ledger).events == 0)
  }

  /// Of a file that an export wrote, with front matter of its own or byte for byte.
  @Test(arguments: [true, false]) func tagsFollowAnExportedFile(isOwn: Bool) async throws {
    try write("a.md", "---\ntags:\n  - \"one\"\n  - \"two\"\n---\n# A\n")
    let ledger = try Ledger.inMemory(systems: [.planner])
    _ = try await run(ledger)
    if isOwn {
      var note = try #require(try await ledger.fetch(Planner.Note.self).first)
      note.title = "Mine"
      let changed = note
      try await ledger.commit { batch in try batch.upsert(changed) }
    }
    let out = try await export(ledger, to: "notes")
    let path = out + "/Vault/a.md"
    let written = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    #expect(written.contains("daybook: ") == isOwn)
    // Meanwhile the note got a tag here.
    let held = try #require(try await ledger.fetch(Planner.Note.self).first)
    var made = Planner.Tag()
    made.name = "here"
    let tag = made
    try await ledger.commit { batch in
      try batch.upsert(tag)
      try batch.link(held, \.tags, to: tag)
    }
    try Data(written.replacing("  - \"one\"\n", with: "  - \"new\"\n").utf8).write(to: URL(filePath: path))
    #expect(try await run(ledger, [out]).plan.summary.changed == 1)
    #expect(try await tags(ledger) == ["here", "new", "two"])
    #expect(try await run(ledger, [out]).events == 0)
  }
}
