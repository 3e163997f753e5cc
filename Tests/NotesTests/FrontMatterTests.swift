import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookNotes

/// What Markdown files say of themselves, by the programs that write them.
@Suite struct FrontMatterTests {
  private func note(_ text: String, path: String = "Notes/Idea.md") throws -> MarkdownNote {
    try MarkdownNote(Array(text.utf8), path: path)
  }

  @Test func frontMatterOfObsidianIsRead() throws {
    let found = try note(
      """
      ---
      aliases: [Thought]
      tags:
        - ideas
        - "#work/plans"
      created: 2023-09-14
      url:
      topics: "[[Evergreen]]"
      ---
      A thought #Idea, see [[Other#Part]] and `#code` at https://x.org/#part #2023 #y2023 (#no).

      ```
      #not-here
      ```
      """)
    #expect(found.title == "Idea")
    #expect(found.tags == ["ideas", "work/plans", "Idea", "y2023"])
    #expect(found.created?.description == "2023-09-14T00:00:00.000Z")
    #expect(found.bodyLine == 10)
    #expect(found.body.hasPrefix("A thought"))
    #expect(found.problems.isEmpty)
  }

  @Test(arguments: [
    ("---\ntitle: 'A: b'\n---\n# Other\n", "A: b"), ("# Heading *one* #\n\n# Two\n", "Heading *one*"),
    ("One\n===\n", "One"), ("## Section\n", "Idea"), ("```\n# code\n```\n", "Idea"), ("", "Idea"),
    ("---\n", "Idea"),
    ("---\ntitle:\n---\n#tag\n", "Idea"), ("\u{feff}---\r\ntitle: B\r\n---\r\ntext\r\n", "B"),
    ("#\n", "Idea"), ("    # code\n\t# code\n", "Idea"), ("> One\n===\n", "Idea"),
    ("Text\n```\n```\n===\n", "Idea"),
    ("  One ##\n  =====\n", "One ##"),
  ])
  func theTitleIsThatOfTheFrontMatterOrHeading(_ text: String, _ title: String) throws {
    #expect(try note(text).title == title)
  }

  @Test(arguments: [
    ("tags: a, b c", ["a", "b c"]), ("tags: [A, 2023, null, '']", ["A", "2023"]), ("tags: solo", ["solo"]),
    ("tags:", []), ("tag: x", ["x"]), ("keywords: [k]", ["k"]), ("tags: {a: 1}", []), ("tags: [[a]]", []),
  ])
  func tagsAreReadInEveryForm(_ line: String, _ tags: [String]) throws {
    #expect(try note("---\n\(line)\n---\n").tags == tags)
  }

  @Test(arguments: [
    ("`` `#a` `` #b", ["b"]), ("\\` #a `", ["a"]), ("`` #a `", ["a"]), ("\\#a", []),
    ("> #a\n\n| #b |\n\n# #c", ["a", "b", "c"]), ("~~~\n#a\n~~~", []), ("#a/ #/b #1/2", ["a", "b"]),
  ])
  func tagsOfTheText(_ text: String, _ tags: [String]) throws { #expect(try note(text).tags == tags) }

  /// Jekyll, Hugo and Zettelkasten say when and which.
  @Test func datesAndIDs() throws {
    let found = try note(
      "---\ndate: 2024-05-06T07:08:09+02:00\nlastmod: 2024-05-07 10:00\nid: 202405060708\n---\nx")
    #expect(found.created?.description == "2024-05-06T05:08:09.000Z")
    #expect(found.modified?.description == "2024-05-07T10:00:00.000Z")
    #expect(found.ownID == "202405060708")
  }

  /// Bad front matter costs nothing but itself, and is named with its line.
  @Test(arguments: [
    ("a: 1\n\tb: 2", 3), ("a: 1\na: 2", 2), ("a: [1", 3), ("created: 99999-01-01", 2),
    ("- a\n- b", 2), ("a: \"\u{1}\"", 2),
  ])
  func badFrontMatterIsNamedWithItsLine(_ yaml: String, _ line: Int) throws {
    let found = try note("---\n\(yaml)\n---\n# Title\n\ntext #tag\n")
    #expect(found.problems.count == 1, "\(found.problems)")
    #expect(found.problems.first.map { abs($0.line - line) <= 1 } == true, "\(found.problems)")
    #expect(found.title == "Title")
    #expect(found.tags == ["tag"])
  }

  /// Aliases that stand for thousands of millions of values, and nesting that would take the stack.
  @Test func aliasesAndNestingAreBounded() throws {
    var laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for (former, name) in zip("abcdefgh", "bcdefghi") {
      laughs +=
        "\(name): &\(name) [" + Array(repeating: "*\(former)", count: 9).joined(separator: ", ") + "]\n"
    }
    #expect(try note("---\n\(laughs)tags: *i\ntitle: Still\n---\nbody").body == "body")
    for nesting in [
      String(repeating: "[", count: 60_000), "a: " + String(repeating: "{b: ", count: 10_000),
      String(repeating: "- ", count: 20_000) + "x", String(repeating: "? ", count: 20_000) + "x",
      (0..<350).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n"),
      String(repeating: "a", count: 200_000) + ": 1",
    ] {
      #expect(try note("---\n\(nesting)\n---\nbody").body == "body")
    }
  }

  @Test func otherCharsetsAreRead() throws {
    #expect(try MarkdownNote([0x23, 0x20, 0x47, 0xf6], path: "a.md").title == "Gö")
    let wide: [UInt8] =
      [0xff, 0xfe] + "# Gö\n".utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xff), UInt8(unit >> 8)] }
    #expect(try MarkdownNote(wide, path: "a.md").title == "Gö")
    #expect(throws: MarkdownNote.NotText.self) { try MarkdownNote([0x89, 0x50, 0x00, 0x01], path: "a.md") }
    #expect(throws: MarkdownNote.NotText.self) { try MarkdownNote([0x61, 0x00], path: "a.md") }
  }

  /// Every beginning of a file and every flipped byte is a note, or no text, and no trap.
  @Test(.seeded) func damageIsANoteOrNoText() throws {
    let whole = Array(
      "---\ntitle: \"A\\u00e4\"\ntags: [a, &b c, *b]\ncreated: 2024-01-01\ndaybook: {\"id\":\"x\"}\n---\n# H #t\n> q\n"
        .utf8)
    for count in 0...whole.count {
      #expect(try MarkdownNote(Array(whole.prefix(count)), path: "a.md").bytes.count == count)
    }
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<2000 {
      var bytes = whole
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      do {
        let note = try MarkdownNote(bytes, path: "a.md")
        #expect(note.bytes == bytes, "\(bytes)")
        _ = CarriedNote.read(note)
      } catch {
        #expect(!error.reason.isEmpty, "\(bytes)")
      }
    }
  }
}
