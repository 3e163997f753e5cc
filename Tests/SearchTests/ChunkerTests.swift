import DaybookTestSupport
import Testing

@testable import Planner

@Suite struct ChunkerTests {
  @Test func headingsLeadTheirPieces() {
    let pieces = TextChunker().pieces(
      of: "# Budget\n\nWe met. We agreed.\n\nNext steps\n\n- Ann writes.\n- Ben reads.")
    #expect(pieces == ["Budget\nWe met. We agreed.", "Next steps\n- Ann writes. - Ben reads."])
  }

  @Test(arguments: [("", 0), (" \n\n \t", 0), ("# Title", 1), ("One", 1), ("a\nb", 1)])
  func smallTexts(text: String, count: Int) { #expect(TextChunker().pieces(of: text).count == count) }

  @Test func piecesOverlapBySentences() throws {
    let sentences = (0..<60).map { "This is sentence number \($0) of a text." }
    let pieces = TextChunker().pieces(of: sentences.joined(separator: " "))
    #expect(pieces.count > 2)
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      let end = try #require(piece.split(separator: ".").last)
      #expect(next.contains(end), "\(piece)\n\(next)")
    }
  }

  /// Whatever the text: no word is lost, no piece is too long, and the same comes again.
  @Test(.seeded) func randomTexts() {
    var random = SeededRandom(seed: TestSeed.current)
    let parts = [
      "word", "Ärger", "e\u{301}", "会議。", "👩‍👩‍👧", "\n", "\n\n", ". ", "! ", "# ", "- ", " ", "1. ", "\r\n",
      "\u{2028}",
      String(repeating: "x", count: 40), "한국어 ", "?",
    ]
    var chunker = TextChunker()
    (chunker.targetBytes, chunker.overlapBytes) = (60, 20)
    for _ in 0..<300 {
      let count = Int.random(in: 0...60, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let pieces = chunker.pieces(of: text)
      #expect(pieces == chunker.pieces(of: text))
      // Headings of up to 200 bytes stand before what is cut.
      for piece in pieces {
        #expect(piece.utf8.count <= 200 + 1 + 60 + 30 && !piece.isEmpty, "\(text.debugDescription)")
      }
      let kept = Set(pieces.joined().unicodeScalars)
      // The marks of headings alone are left out.
      let wanted = Set(text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "#" })
      #expect(wanted.isSubset(of: kept), "\(text.debugDescription) \(pieces)")
    }
  }
}
