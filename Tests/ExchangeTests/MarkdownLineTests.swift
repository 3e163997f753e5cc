import Testing

@testable import DaybookText

/// What each line of a Markdown text is, by CommonMark 0.31 where it says so.
@Suite struct MarkdownLineTests {
  private static func lines(_ text: String) -> [MarkdownLine] { MarkdownLine.lines(of: Array(text.utf8)) }

  @Test(arguments: [
    ("# a", MarkdownLine.Role.heading(level: 1)), ("   ###### a ######", .heading(level: 6)),
    ("#", .heading(level: 1)), ("####### a", .text), ("#tag", .text), ("    # code", .text),
    ("\t# code", .text), ("==", .underline), ("=", .text), ("---", .rule), (" * * *", .rule), ("__", .text),
    ("|---|:-:|", .rule), ("[a]: /b", .definition), ("[^a]: note", .text), ("[]: b", .text),
    ("[a] : b", .text), ("| a | b |", .row), ("a | b |", .row), ("a | b", .text), ("- a", .text), ("", .text),
    ("`a` ```", .text), ("``` a`b", .text), ("~~~ a`b", .fence), ("```swift", .fence),
  ])
  func roles(line: String, role: MarkdownLine.Role) {
    #expect(Self.lines(line).map(\.role) == [role])
    #expect(Self.lines("> " + line).map(\.isQuoted) == [true])
  }

  @Test(arguments: [
    ("## Title ##", "Title"), ("# a#", "a#"), ("# ##", ""), ("#\ta\t#", "a"), (" > > a", "a"), (">a", "a"),
    (">  a", " a"), ("> # a", "a"), ("  a", "  a"),
  ])
  func content(line: String, content: String) {
    #expect(Self.lines(line).map { String(decoding: $0.content, as: UTF8.self) } == [content])
  }

  /// Code and front matter go on until a line ends them.
  @Test(arguments: [
    ("```\n# a\n~~~\n````\nb", [MarkdownLine.Role.fence, .code, .code, .fence, .text]),
    ("~~~~\n~~~\n> a", [.fence, .code, .code]), ("```\n``` a\n  ``` \t", [.fence, .code, .fence]),
    ("---\na: 1\n---\n---", [.frontMatter, .frontMatter, .frontMatter, .rule]),
    (
      "--- \r\n# a\r\n...\t\r\n# b\r\n",
      [.frontMatter, .frontMatter, .frontMatter, .heading(level: 1), .text]
    ),
    ("\u{feff}---\n---", [.frontMatter, .frontMatter]), ("---\na: 1", [.rule, .text]),
    ("\n---\na\n---", [.text, .rule, .text, .rule]), ("", [.text]),
  ])
  func whatSpansLines(text: String, roles: [MarkdownLine.Role]) {
    #expect(Self.lines(text).map(\.role) == roles)
  }

  /// Whatever the text is: its lines are its bytes, in their places.
  @Test func placesInTheText() {
    let bytes = Array("---\r\na\n---\n\n> # b\n```\nc\r\n```\n| d |\né\n".utf8)
    for count in 0...bytes.count {
      let text = Array(bytes.prefix(count))
      let lines = MarkdownLine.lines(of: text)
      #expect(lines.count == text.count { $0 == 10 } + 1)
      var end = -1
      for line in lines {
        #expect(line.bytes == text[line.bytes.indices])
        #expect(line.content == text[line.content.indices])
        #expect(text[(end + 1)..<line.bytes.startIndex].allSatisfy { $0 == 10 || $0 == 13 })
        end = line.bytes.endIndex - 1
      }
    }
  }

  @Test(arguments: [
    ("a `b` c", ["a ", " c"]), ("`a`", ["", ""]), ("`` a ` b `` c", ["", " c"]), ("a ` b", ["a ` b"]),
    ("`` a ` b", ["`` a ` b"]), (#"\` a `"#, [#"\` a `"#]), (#"`a\` b"#, ["", " b"]), ("", [""]),
  ])
  func outsideCode(line: String, pieces: [String]) {
    let found = MarkdownInline.outsideCode(Array(line.utf8)[...])
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == pieces)
  }
}
