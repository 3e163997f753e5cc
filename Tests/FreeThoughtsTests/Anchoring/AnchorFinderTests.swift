import Daybook
import Testing

@testable import FreeThoughts

/// Anchors in texts that were changed in one way each.
@Suite struct AnchorFinderTests {
  static let essay = """
    The committee met on Tuesday. It was raining, and the chairman was late.

    Nobody had read the report, which the secretary had sent out a week before. The chairman asked for patience.

    In the end they agreed on what the report had said from the beginning: that nothing needed to be done.
    """

  /// An anchor on the n-th place of some words.
  static func anchor(_ words: String, _ number: Int = 0, in text: String = essay) throws -> (Anchor, Double) {
    let finder = AnchorFinder(DocumentText(text))
    let found = try #require(finder.anchor(finder.places(of: words)[number]))
    return (found.anchor, found.rivalSimilarity)
  }

  /// What is found, as its words with what stands next to them, or nil.
  static func find(_ words: String, _ number: Int = 0, in text: String = essay, now: String) throws -> String?
  {
    let (anchor, rival) = try anchor(words, number, in: text)
    guard case .found(let found, _) = AnchorFinder(DocumentText(now)).find(anchor, rivalSimilarity: rival)
    else { return nil }
    #expect(found.quote.exact == DocumentText(now).text(found.start..<found.end))
    return "\(found.quote.prefix.suffix(8))[\(found.quote.exact)]\(found.quote.suffix.prefix(8))"
  }

  private static func changed(_ old: String, _ new: String) -> String {
    essay.replacing(old, with: new)
  }

  @Test func whatDidNotChange() throws {
    #expect(try Self.find("chairman", 1, now: Self.essay) == "re. The [chairman] asked f")
  }

  @Test func whatWasShifted() throws {
    #expect(try Self.find("the", 2, now: "A heading\n\n" + Self.essay) == ", which [the] secreta")
  }

  @Test func whatWasWrappedAnew() throws {
    let now = Self.essay.replacing(" ", with: "\n").replacing("\n\n\n", with: "\r\n\r\n")
    #expect(
      try Self.find("agreed on what the report", now: now)
        == "nd\nthey\n[agreed\non\nwhat\nthe\nreport]\nhad\nsai")
  }

  @Test func lettersWithMarksPutTogetherOtherwise() throws {
    let text = "Un café crème, s'il vous plaît, et un autre café noir pour mon ami."
    let now = "Pardon! " + text.replacing("é", with: "e\u{301}").replacing("î", with: "i\u{302}")
    #expect(try Self.find("café noir", in: text, now: now) == "n autre [cafe\u{301} noir] pour mo")
  }

  /// The trap: the right one is gone, others are there.
  @Test func aCommonWordThatWasTakenOut() throws {
    #expect(try Self.find("the", 2, now: Self.changed("which the secretary", "which a secretary")) == nil)
    #expect(
      try Self.find("chairman", 0, now: Self.changed("and the chairman was late", "and we were late")) == nil)
    // The next one slips into its place.
    #expect(
      try Self.find(
        "the", 2,
        now: Self.changed(
          "the secretary had sent out a week before. The chairman asked for patience.\n\nIn the", "the"))
        == nil)
  }

  /// By chance the old position holds the same word.
  @Test func theSameWordAtTheOldPosition() throws {
    let text = "yes, he said; yes, she said; yes, they all said, and so it was that they agreed on it."
    let (anchor, rival) = try Self.anchor("yes", 1, in: text)
    let now = DocumentText(
      "oh no yes, we said; no, she said; yes, they all said, and so it was that they agreed.")
    let shifted = DocumentText(
      String(repeating: " ", count: 0) + "yes, he said; "
        + "yes, they all said, and so it was that they agreed on it.")
    #expect(shifted.text(anchor.start..<anchor.end) == "yes")
    #expect(AnchorFinder(now).find(anchor, rivalSimilarity: rival) == .orphaned)
    #expect(AnchorFinder(shifted).find(anchor, rivalSimilarity: rival) == .orphaned)
  }

  @Test func aParagraphThatIsThereTwice() throws {
    let paragraph = Self.essay.split(separator: "\n\n")[1]
    let twice = Self.essay + "\n\n" + paragraph
    // It is where it was, and its surroundings are.
    #expect(try Self.find("secretary", now: twice) == "ich the [secretary] had sen")
    // Both have moved, and nothing tells them apart.
    let text = "\(paragraph)\n\n\(paragraph)\n\n\(paragraph)"
    #expect(try Self.find("secretary", 1, in: text, now: "New. " + text) == nil)
    // One of two that nothing told apart is gone: which?
    let (anchor, rival) = try Self.anchor("secretary", 1, in: text)
    #expect(rival == 1)
    let less = AnchorFinder(DocumentText("New. \(paragraph)\n\n\(paragraph)"))
    #expect(less.find(anchor, rivalSimilarity: rival) == .orphaned)
  }

  @Test func aSentenceThatWasMoved() throws {
    let sentence = "In the end they agreed on what the report had said from the beginning"
    let now = "\(sentence). \(Self.changed(sentence, "At last they were told"))"
    #expect(try Self.find(sentence, now: now) == "[\(sentence)]. The co")
    // A short one says too little.
    let short = "It was raining, and the chairman was late."
    #expect(try Self.find(short, now: Self.changed(" " + short, "") + " " + short) == nil)
  }

  @Test func smallEditsNearby() throws {
    let now = Self.changed("had sent out", "sent").replacing("Nobody had", with: "No one had")
    #expect(try Self.find("secretary", now: now) == "ich the [secretary] sent a ")
  }

  @Test func partsOfOtherWordsAreNotMeant() throws {
    let text = "An art is long, and life is short, they say."
    #expect(try Self.find("art", in: text, now: "An artist is long, and life is short, they say.") == nil)
    #expect(
      try Self.find("art", in: text, now: "So: An art is long, and life is short, they say.")
        == "So: An [art] is long")
  }

  @Test func nothingProvesNothing() throws {
    #expect(try Self.find("yes", in: "yes", now: "no. yes") == nil)
    #expect(AnchorFinder(DocumentText("a")).anchor(0..<0) == nil)
    #expect(AnchorFinder(DocumentText(" \n ")).anchor(0..<3) == nil)
    let blank = Anchor(start: 0, end: 1, quote: Quote(exact: " "))
    #expect(AnchorFinder(DocumentText(Self.essay)).find(blank, rivalSimilarity: nil) == .orphaned)
  }

  /// The row before says all but the same, and comes into the place of the one that was taken out.
  @Test func theEndOfATable() throws {
    let rows = (1...5).map { "| row \($0) | yes | no |\n" }
    let text = rows.joined() + "\n\n- [ ] then naïve which\n- [ ] call most of them\n- [ ] the time\n"
    let now = text.replacing(rows[4], with: "").replacing("- [ ] the time", with: "see some, any, but")
    #expect(try Self.find("no |\n\n\n- [", in: text, now: now) == nil)
    let shifted = try Self.find("no |\n\n\n- [", in: text, now: "Before.\n\n" + text)
    #expect(shifted == "| yes | [no |\n\n\n- []" + " ] then ")
  }

  /// An anchor from elsewhere, with no surroundings.
  @Test func quotesAlone() throws {
    let finder = AnchorFinder(DocumentText(Self.essay))
    func find(_ words: String) -> Bool {
      let anchor = Anchor(start: 0, end: 1, quote: Quote(exact: words))
      if case .found = finder.find(anchor, rivalSimilarity: nil) { return true }
      return false
    }
    #expect(find("which the secretary had sent out a week before. The chairman asked"))
    #expect(!find("the"))
    #expect(!find("chairman"))
  }

  /// The likest first, each with what is there now.
  @Test func theLikestSuggestionComesFirst() throws {
    let (anchor, _) = try Self.anchor("agreed on what the report had said")
    let now = Self.changed("agreed on what the report had said", "agreed to what that report said")
    let found = SuggestionFinder(AnchorFinder(DocumentText(now))).suggestions(for: anchor.quote)
    #expect(found.first?.anchor.quote.exact == "agreed to what that report said")
    #expect((0.6..<1).contains(found.first?.similarity ?? 0))
    let (word, _) = try Self.anchor("raining")
    let replaced = Self.changed("raining", "snowing")
    let likely = SuggestionFinder(AnchorFinder(DocumentText(replaced))).suggestions(for: word.quote)
    #expect(likely.first?.anchor.quote.exact == "snowing")
    let other = SuggestionFinder(AnchorFinder(DocumentText("Something else altogether.")))
    #expect(other.suggestions(for: anchor.quote) == [])
    // A common word far off is not a part of it.
    let diary = SuggestionFinder(
      AnchorFinder(DocumentText("- water the plants\n- call mum\n\nSlept badly; the neighbour's dog.")))
    let near = diary.suggestions(for: Quote(exact: "the neighbor's dog")).first
    #expect(near?.anchor.quote.exact == "the neighbour's dog")
  }

  @Test func placesOfTypedWords() {
    let finder = AnchorFinder(DocumentText("a  b\nc a b"))
    #expect(finder.places(of: " a b ") == [0..<4, 7..<10])
    #expect(finder.places(of: "b c") == [3..<6])
    #expect(finder.places(of: "  ") == [])
    #expect(finder.places(of: "aa") == [])
  }
}
