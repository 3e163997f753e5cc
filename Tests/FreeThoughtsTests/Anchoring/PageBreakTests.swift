import Daybook
import Testing

@testable import FreeThoughts

/// Sentences that go on over the end of a page, with a page number and running titles between.
@Suite struct PageBreakTests {
  static let text = DocumentText(
    """
    Of ledgers and men

    The merchant wrote every transaction down
    once, and in the order in

    12
    \u{C}A HISTORY OF BOOKS

    which it came. Nobody erased any-

    13
    \u{C}A HISTORY OF BOOKS

    thing, ever.
    \u{C}
    """, hasPages: true)

  private static func quoted(_ quote: String) -> [String] {
    AnchorFinder(text).placesAcrossPages(of: quote).map { text.text($0) }
  }

  @Test func aSentenceIsQuotedAsItIsRead() {
    #expect(Self.text.pageCount == 3)
    #expect(
      Self.quoted("in the order in which it came.") == [
        "in the order in\n\n12\n\u{C}A HISTORY OF BOOKS\n\nwhich it came."
      ])
    // A word that is divided by the end of the page.
    #expect(
      Self.quoted("erased anything, ever") == ["erased any-\n\n13\n\u{C}A HISTORY OF BOOKS\n\nthing, ever"])
  }

  @Test(arguments: [
    "in the order of which", "which it came", "anything", "in which", "ever. The merchant", "", "x",
  ])
  func othersAreNot(quote: String) {
    // One of them is over the end of a page.
    #expect(Self.quoted(quote).count == (quote == "anything" || quote == "in which" ? 1 : 0))
  }

  /// What is quoted is found again as other pieces are.
  @Test func itIsFoundAgain() throws {
    let finder = AnchorFinder(Self.text)
    let place = try #require(finder.placesAcrossPages(of: "in the order in which it came").first)
    let (anchor, rival) = try #require(finder.anchor(place))
    #expect(anchor.page == 1)
    #expect(finder.find(anchor, rivalSimilarity: rival) == .found(anchor, rivalSimilarity: rival))
  }

  @Test func aTextWithoutPagesHasNone() {
    let finder = AnchorFinder(DocumentText("one\n\n1\n\u{C}two"))
    #expect(finder.placesAcrossPages(of: "one two").isEmpty)
  }
}
