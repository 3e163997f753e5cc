import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import Planner

/// The text of rich texts.
@Suite struct RichTextTests {
  private static func text(_ content: String, _ type: RichTextType) -> String? {
    RichText(Data(content.utf8), type).plainText
  }

  @Test(arguments: [
    (#"{\rtf1\ansi Hello, {\b world}!\par Next\tab line.}"#, "Hello, world!\nNext\tline."),
    (#"{\rtf1\ansi\ansicpg1252 caf\'e9 \'93so\'94 \u8364?100 \emdash x}"#, "café “so” €100 —x"),
    (#"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2}"#, "Привет"),
    (
      #"{\rtf1\ansi{\fonttbl{\f0\fswiss Helvetica;}{\f1\fcharset204 Arial;}}\f1 \'cf\'f0\f0  ok}"#,
      "Пр ok"
    ),
    (#"{\rtf1\ansi\uc2 \u-10179??\u-8704??!}"#, "😀!"),
    (#"{\rtf1\ansi\uc1 \u55357?x}"#, "\u{FFFD}x"),
    (#"{\rtf1{\colortbl;\red1;}{\stylesheet{\s1 Heading;}}{\info{\title T}}{\*\generator G;}body}"#, "body"),
    (#"{\rtf1{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt a link}} here}"#, "a link here"),
    (#"{\rtf1{\pict\pngblip 89504e47}after\bin3 }}}still}"#, "afterstill"),
    (#"{\rtf1 a\{b\}c\\d\~e\-f\_g}"#, "a{b}c\\d\u{A0}ef‑g"),
    (#"{\rtf1\upr{ansi}{\*\ud{\u252 ?}}}"#, "ü"),
    (#"{\rtf1{\upr{ansi ?}{\*\ud{unicode \u252?}}}}"#, "unicode ü"),
    (#"{\rtf1 a\cell b\cell\row c\par\par\par d}"#, "a\tb\nc\n\nd"),
    (#"{\rtf1\ansi open {\b group"#, "open group"),
    (
      #"{\rtf1\ansi Buy:\par{\listtext\tab\uc0\u8226 \tab}Milk\par{\listtext 2.\tab}Bread\tab rye}"#,
      "Buy:\n• Milk\n2. Bread\trye"
    ),
    (
      "{\\rtf1\\ansi{\\listtext\t\\uc0\\u8226 \t}Milk\\par{\\listtext\t2.\t}Bread}",
      "• Milk\n2. Bread"
    ),
    (#"{\rtf1\ansi{\pntext\f1\'b7\tab}{\*\pn\pnlvlblt\pnf1{\pntxtb\'b7}}Milk}"#, "· Milk"),
    (#"{\rtf1 one}} two"#, "one"), (#"{\rtf1"#, ""), (#"{\rtf1\"#, ""), (#"{\rtf1\'"#, ""),
    (#"{\rtf1\'zz\u99999999999999999999 x\bin99999999999 y}"#, "zzxy"),
  ])
  func rtfBecomesPlainText(content: String, expected: String) {
    #expect(Self.text(content, .rtf) == expected)
  }

  @Test(arguments: ["", "Hello", #"\rtf1"#, "{rtf1}", "{\\rt"])
  func whatIsNoRTF(content: String) { #expect(Self.text(content, .rtf) == nil) }

  @Test(arguments: [
    ("<p>Hello, <b>world</b>!</p><p>Next</p>", "Hello, world!\n\nNext"),
    ("one<br>two<br/>three", "one\ntwo\nthree"),
    ("<ul><li>first<li>second</ul>after", "- first\n- second\n\nafter"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a\tb\nc"),
    ("a &amp; b &lt;c&gt; &eacute;&#8364;&#x20AC;&#128; &nope; &", "a & b <c> é€€€ &nope; &"),
    ("<head><title>T</title><style>p{}</style></head><script>if (a<b) {}</script>body", "body"),
    ("<!-- a > b -->x<!doctype html><?php echo 1 ?>y", "xy"),
    ("<a title=\"a > b\" href='x>y'>link</a>", "link"),
    ("<img src=x alt=\"a picture\"> of", "a picture of"), ("<pre>  two\n  lines</pre>", "  two\n  lines"),
    ("1 < 2 and 3 > 2 <", "1 < 2 and 3 > 2 <"), ("<p", ""), ("<p a='", ""), ("<!--", ""), ("</", "</"),
    ("<script>never ends", ""), ("&#0;&#xD800;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("  many   \n\n  blanks  ", "many blanks"), ("<![CDATA[a]]>b", "ab"), ("<![CDATA[", ""),
  ])
  func htmlBecomesPlainText(content: String, expected: String) {
    #expect(Self.text(content, .html) == expected)
  }

  /// In the charset that the text names, by its mark, or as most undeclared bytes were written.
  @Test func theCharsetIsThatOfTheMarkOrTheText() {
    #expect(RichText(Data([0x63, 0x61, 0x66, 0xE9]), .html).plainText == "café")
    let cyrillic = Array("<meta charset=windows-1251>".utf8) + [0xCF, 0xF0, 0xE8]
    #expect(RichText(Data(cyrillic), .html).plainText == "При")
    #expect(RichText(Data([0xFF, 0xFE, 0x41, 0, 0x42, 0]), .markdown).plainText == "AB")
    #expect(RichText(Data([0xFE, 0xFF, 0, 0x41, 0]), .markdown).plainText == "A\u{FFFD}")
    #expect(RichText(Data([0xEF, 0xBB, 0xBF, 0x41]), .html).plainText == "A")
  }

  @Test(arguments: [
    ("# Title #\n\nSome *emphasis*, __strong__ and `code`.", "Title\n\nSome emphasis, strong and code."),
    ("a [link](http://x.org \"t\") and ![pic](p.png), [ref][1]\n\n[1]: http://y", "a link and pic, ref"),
    ("[nested [deep](a(b)c)](d)", "nested deep"), ("[not a link] and [x]", "[not a link] and [x]"),
    ("```swift\nlet a = *b*\n```\nafter", "let a = *b*\nafter"), ("~~~\n# kept\n", "# kept"),
    ("> quoted\n> > twice", "quoted\ntwice"), ("- one\n- two\n  * three", "- one\n- two\n  * three"),
    ("Title\n===\nOther\n---\n* * *\nend", "Title\nOther\nend"),
    ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a\tb\n1\t2"),
    ("snake_case_name 2 * 3 ~~gone~~ ~1", "snake_case_name 2 * 3 gone ~1"),
    (##"\*kept\* \# &amp; <b>bold</b> <https://x.org> a < b"##, "*kept* # & bold https://x.org a < b"),
    ("---\ntitle: T\n---\nbody", "body"), ("#tag is not a heading", "#tag is not a heading"), ("", ""),
    ("`` a ` b `` and ` open", "a ` b and ` open"), ("a\r\nb\rc", "a\nb\nc"),
    // What an importer takes for front matter is none of the text.
    ("--- \ntitle: T\n---\t\nbody", "body"), ("---\ntitle: T\n...\nbody", "body"),
    ("    # a comment in code", "    # a comment in code"),
  ])
  func markdownBecomesPlainText(content: String, expected: String) {
    #expect(Self.text(content, .markdown) == expected)
  }

  @Test func whatIsKeptAsItIs() {
    #expect(RichText(Data("bplist00".utf8), .archive).plainText == nil)
    #expect(RichText(Data("x".utf8), "docx").plainText == nil)
    #expect(RichTextType(fileName: "a.RTF") == .rtf)
    #expect(RichTextType(fileName: "a.b.htm") == .html)
    #expect(RichTextType(fileName: "notes.md") == .markdown)
    #expect(RichTextType(fileName: "notes.txt") == nil)
    #expect(RichTextType(fileName: "md") == nil)
    #expect(RichTextType(beginning: Data("bplist00x".utf8)) == .archive)
    #expect(RichTextType(beginning: Data("{\\rtf1".utf8)) == .rtf)
    #expect(RichTextType(beginning: Data()) == nil)
  }

  /// Whatever the bytes are: it ends, and what comes out is tidy.
  @Test(.seeded, arguments: [RichTextType.rtf, .html, .markdown])
  func anyBytes(type: RichTextType) {
    var random = SeededRandom(seed: TestSeed.current)
    let pieces = [
      "{", "}", "\\", "\\u", "-1 ", "\\'e9", "\\bin", "9999", "\\*", "\\par", "\\fonttbl", "<", ">", "&",
      "#x",
      ";", "<p", " alt=", "\"", "'", "<!--", "-->", "<script>", "</", "[", "]", "(", ")", "`", "```", "\n",
      "*",
      "_", "~~", "|", "---", "text", " ", "é", "\u{0}", "<![CDATA[", "\\uc", "\\f1", "<pre>", "<li>",
    ].map { Array($0.utf8) }
    for _ in 0..<3000 {
      var bytes = type == .rtf ? Array("{\\rtf".utf8) : []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        bytes +=
          Int.random(in: 0..<8, using: &random) == 0
          ? [UInt8.random(in: .min ... .max, using: &random)] : pieces.randomElement(using: &random) ?? []
      }
      guard let text = RichText(Data(bytes), type).plainText else {
        Issue.record("no text of \(bytes)")
        continue
      }
      #expect(!text.contains("\n\n\n"), "\(bytes)")
      #expect(
        text.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
        }, "\(bytes)")
    }
  }

  /// What is read of the bytes, if anything is, holds no control characters but ends of lines and tabs.
  private static func expectReadable(_ bytes: [UInt8], _ type: RichTextType) {
    let text = RichText(Data(bytes), type).plainText ?? ""
    #expect(
      text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
      }, "\(bytes)")
  }

  /// Every beginning of a text of each kind, and every changed byte.
  @Test func everyTruncationIsReadable() {
    let texts: [(RichTextType, String)] = [
      (
        .rtf,
        #"{\rtf1\ansi{\fonttbl{\f1\fcharset204 A;}}\uc1\u8364?{\*\x y}\'e9\bin2 ab{\field{\fldrslt l}}\par}"#
      ),
      (
        .html, "<p a=\"b\" c='d' e=f>&eacute;&#233;<!-- c --><script>x</script><pre> y</pre><td><![CDATA[z]]>"
      ),
      (.markdown, "---\na\n---\n# b `c` [d](e) ![f][g] <h> **i** \\* | j |\n```\nk\n```\n[l]: m\n"),
    ]
    for (type, text) in texts {
      let bytes = Array(text.utf8)
      for count in 0...bytes.count { Self.expectReadable(Array(bytes[..<count]), type) }
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 0xFF
        Self.expectReadable(changed, type)
      }
    }
  }

  /// What is nothing but signs takes time in proportion to its length: eight times as much is far from 64 times as long.
  @Test func nothingIsReadTwice() {
    let clock = ContinuousClock()
    for (type, sign) in [
      (RichTextType.rtf, "{"), (.rtf, "\\u1 "), (.html, "<"), (.html, "<p "), (.html, "&"), (.html, "<!"),
      (.markdown, "["), (.markdown, "]("), (.markdown, "<"), (.markdown, "`x``"), (.markdown, "*"),
    ] {
      func duration(_ count: Int) -> Duration {
        let text = (type == .rtf ? "{\\rtf" : "") + String(repeating: sign, count: count) + ">"
        return clock.measure { _ = RichText(Data(text.utf8), type).plainText }
      }
      // Other work on the machine disturbs single measurements: the best of some counts.
      let ratio = (0..<5).lazy.map { _ in duration(40_000) / max(duration(5000), .milliseconds(5)) }
        .first { $0 < 24 }
      #expect(ratio != nil, "\(type) \(sign)")
    }
  }
}
