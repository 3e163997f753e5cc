import Daybook
import Testing

@testable import FreeThoughts

/// Notes on texts whose quotes, dashes, spaces and letters another program set in its own way.
@Suite struct TypographyTests {
  static let typed = """
    # On speech

    "It's a lie," he said - and nobody moved. We didn't answer; the room's silence was "thick".

    The years 1914-1918 were hard... The end -- or so it seemed -- came late, by the first office clock.
    """

  /// The same with round quotes, long dashes, dots as one sign, ligatures, and signs that show nothing.
  static let set =
    typed.replacing("\"It", with: "“It").replacing(",\" he", with: ",” he").replacing(
      "\"thick\"", with: "“thick”"
    )
    .replacing("'", with: "’").replacing(" - ", with: "\u{A0}— ").replacing(" -- ", with: " – ")
    .replacing("1914-1918", with: "1914–1918").replacing("...", with: "…").replacing(
      "office", with: "o\u{FB03}ce"
    )
    .replacing("first", with: "\u{FB01}rst").replacing("silence", with: "si\u{AD}lence")
    .replacing("moved", with: "\u{200B}moved\u{200B}")

  private static let pieces = [
    "It's a lie", "he said - and nobody moved", "We didn't answer", "the room's silence", "thick",
    "1914-1918 were hard...", "The end -- or so it seemed", "by the first office clock", "moved",
  ]

  /// What stands at the place that is found.
  private static func found(_ words: String, in text: String, now: String) throws -> String? {
    let (anchor, rival) = try AnchorFinderTests.anchor(words, in: text)
    guard case .found(let found, _) = AnchorFinder(DocumentText(now)).find(anchor, rivalSimilarity: rival)
    else {
      return nil
    }
    return found.quote.exact
  }

  @Test(
    arguments: zip(
      pieces,
      [
        "It’s a lie", "he said\u{A0}— and nobody \u{200B}moved", "We didn’t answer",
        "the room’s si\u{AD}lence", "thick",
        "1914–1918 were hard…", "The end – or so it seemed", "by the \u{FB01}rst o\u{FB03}ce clock",
        "\u{200B}moved",
      ]))
  func areFoundAgain(typed words: String, set: String) throws {
    let there = try Self.found(words, in: Self.typed, now: "Preface.\n\n" + Self.set)
    #expect(there?.drop { $0 == "\u{200B}" } == set.drop { $0 == "\u{200B}" })
    // And the other way round.
    let back = try Self.found(words, in: Self.set, now: "Preface.\n\n" + Self.typed)
    #expect(back == words)
  }

  @Test(arguments: pieces)
  func areQuotedAsTheyAreTyped(words: String) {
    #expect(AnchorFinder(DocumentText(Self.set)).places(of: words).count == 1)
  }

  /// `…` is one sign: nobody quotes a third of it.
  @Test func aPartOfASignIsNoPlace() {
    let finder = AnchorFinder(DocumentText("It was hard… and long."))
    #expect(finder.places(of: "hard.").isEmpty)
    #expect(finder.places(of: "hard...").count == 1)
    #expect(AnchorFinder(DocumentText("an o\u{FB03}ce")).places(of: "of").isEmpty)
  }

  /// The trap: two places differ by their quotes alone, and the one that is meant goes.
  @Test func whatDiffersByTypographyAloneIsARival() throws {
    let row = { (quote: String) in "| He said \(quote)no\(quote) to all of it, and left the room at once. |\n"
    }
    let text = "The first table.\n\n" + row("\"") + "\nAnother table.\n\n" + row("”")
    let (anchor, rival) = try AnchorFinderTests.anchor("\"no\"", in: text)
    #expect(rival > 0.6)
    let now = text.replacing(row("\""), with: "")
    #expect(AnchorFinder(DocumentText(now)).find(anchor, rivalSimilarity: rival) == .orphaned)
  }

  /// Cells that change places take their quotes along; notes on them are not put on others.
  @Test func swappedCells() throws {
    let cells = ["-", "–", "'x'", "’x’"]
    let text = cells.enumerated().map { "| row \($0) | \($1) | yes |\n" }.joined()
    for index in cells.indices {
      let finder = AnchorFinder(DocumentText(text))
      let start = text.unicodeScalars.count * index / cells.count
      let place = try #require(finder.places(of: cells[index]).first { $0.lowerBound >= start })
      let (anchor, rival) = try #require(finder.anchor(place))
      let swapped = cells.reversed().enumerated().map { "| row \($0) | \($1) | yes |\n" }.joined()
      guard
        case .found(let there, _) = AnchorFinder(DocumentText(swapped)).find(anchor, rivalSimilarity: rival)
      else { continue }
      #expect(there.quote.prefix.hasSuffix("row \(index) | "), "'\(cells[index])' was put on another row")
    }
  }

  /// A run of dashes is compared as one dash; a quote that begins or ends amid one keeps its own.
  @Test(arguments: [1..<11, 4..<14, 2..<14])
  func aQuoteAmidDashesKeepsThem(range: Range<Int>) throws {
    let text = "---\ntags: x\n-----\nThe end of it.\n"
    let made = try #require(AnchorFinder(DocumentText(text)).anchor(range))
    let finder = AnchorFinder(DocumentText("Above it.\n\n" + text))
    guard case .found(let found, _) = finder.find(made.anchor, rivalSimilarity: made.rivalSimilarity) else {
      Issue.record("'\(made.anchor.quote.exact)' was not found")
      return
    }
    #expect(found.quote.exact == made.anchor.quote.exact)
    #expect(found.start == made.anchor.start + 11)
  }
}
