import DaybookLocking
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookPaper

@Suite struct RecoveryPaperTests {
  let key = Samples.key(4)

  @Test func theTextFitsItsWidth() {
    for width in [30, 40, 80, 200] {
      for line in Samples.paper(key, name: "Our family").text(width: width, code: .none).split(
        separator: "\n")
      {
        #expect(line.count <= max(width, "Ledger \(Samples.ledger)".count), "\(line)")
      }
    }
  }

  @Test func theCodeIsLeftOutWhereItDoesNotFit() {
    let paper = Samples.paper(key)
    for (code, columns) in [(RecoveryPaper.Code.halfBlocks, 37), (.spaces, 74)] {
      #expect(paper.text(width: columns, code: code).contains("\u{1b}["))
      let narrow = paper.text(width: columns - 1, code: code)
      #expect(!narrow.contains("\u{1b}") && narrow.contains("needs \(columns)"))
    }
    #expect(!paper.text(width: 80, code: .none).contains("QR code"))
  }

  @Test func withoutUTF8ItIsASCII() {
    let paper = Samples.paper(key)
    #expect(paper.text(width: 80, code: .spaces).utf8.allSatisfy { $0 < 128 })
    #expect(paper.text(width: 80, code: .none).utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) })
  }

  @Test func aNameControlsNothing() {
    let paper = Samples.paper(key, name: "\u{1b}[31mred\u{202e}\n<b>&")
    #expect(paper.text(width: 80, code: .none).hasPrefix("Recovery key of [31mred <b>&\n"))
    let page = paper.html()
    #expect(!page.contains("<b>") && page.contains("&lt;b&gt;&amp;") && !page.contains("\u{202e}"))
  }

  @Test func thePageAsksNothingOfANetworkAndRunsNothing() {
    let page = Samples.paper(key, name: "Our family").html()
    for word in ["<script", "src=", "href=", "url(", "@import", "onload"] { #expect(!page.contains(word)) }
    for word in ["@page", "daybook key recover", Samples.ledger, "2024-10-04", "Our family"] {
      #expect(page.contains(word), "\(word)")
    }
    // What the browser prints in the margin and keeps in its history is no part of the key.
    let title = page.firstMatch(of: #/<title>(.*?)</title>/#)?.1
    #expect(title == "Recovery key of Our family")
  }

  /// Whoever copies the table from the page can paste it.
  @Test func thePageHasTheKeyAsText() {
    let cells = Samples.paper(key).html().split(separator: "\n").filter { $0.hasPrefix("<tr>") }
      .map { $0.replacing(#/<[^>]*>/#, with: " ") }
    #expect(typed(cells.joined(separator: "\n")) == .success(key.paper))
  }

  @Test func thePageDrawsTheCode() throws {
    let code = QRCode(key.paper, .quartile)
    let picture = try #require(Picture(svg: Samples.paper(key).html()))
    #expect(picture.width == code.size + 8 && picture.height == picture.width)
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        #expect((picture[column, row] == 0) == code.isDark(column - 4, row - 4))
      }
    }
  }

  /// No copy of the key lies in a file, since no source of the module can open one.
  @Test func theModuleOpensNoFiles() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/DaybookPaper").path
    let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 5)
    for file in files {
      let source = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
      for match in source.matches(of: #/(?m)^ *(?:\w+ +)?import +(\w+)/#) {
        #expect(
          ["CQREncode", "DaybookLocking", "DaybookModel", "DaybookText"].contains(match.1), "\(file)")
      }
    }
  }
}

/// Debian's age takes the key as it is typed from the paper.
@Suite(.tools("age-keygen")) struct PaperAgeTests {
  @Test(.seeded) func ageTakesTheKey() throws {
    let sandbox = try Sandbox()
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<3 {
      let key = Samples.key(&random)
      // As the instructions say: one line, without spaces, numbers and check digits.
      let line = Samples.keyLines(key).map { line in
        line.dropFirst(4).prefix { $0 != "=" }.filter { $0 != " " }
      }.joined()
      let outcome = try sandbox.run(try #require(SystemTool.path("age-keygen")), ["-y"], input: line + "\n")
      #expect(outcome.output == "\(key.keys.recipient)\n", "\(outcome.errors)")
    }
  }
}
