import Daybook
import Testing

@testable import FreeThoughts

/// The same list under every day: the headings around tell its lines apart.
@Suite struct SectionTests {
  static let items = ["water the plants", "write 500 words", "walk", "call home"]

  static func day(_ number: Int, ticked: Set<Int> = []) -> String {
    "## 2026-11-0\(number)\n\n"
      + items.enumerated().map { "- [\(ticked.contains($0) ? "x" : " ")] \($1)\n" }.joined() + "\n"
  }

  static func diary(_ days: ClosedRange<Int> = 1...5, ticked: [Int: Set<Int>] = [:]) -> String {
    "# Diary\n\n" + days.map { day($0, ticked: ticked[$0] ?? []) }.joined()
  }

  /// A note on an item of a day.
  private static func note(_ item: String, _ day: Int, in text: String = diary()) throws -> (Anchor, Double) {
    let finder = AnchorFinder(DocumentText(text))
    let found = try #require(finder.anchor(finder.places(of: item)[day - 1]))
    return (found.anchor, found.rivalSimilarity)
  }

  /// The day under which it is found.
  private static func found(_ note: (Anchor, Double), in now: String) -> String? {
    let text = DocumentText(now)
    guard case .found(let anchor, _) = AnchorFinder(text).find(note.0, rivalSimilarity: note.1) else {
      return nil
    }
    return text.text(0..<anchor.start).split(separator: "\n").last { $0.hasPrefix("## ") }.map(String.init)
  }

  @Test func theHeadingsAroundAreKept() throws {
    #expect(try Self.note("walk", 2).0.headings == ["## 2026-11-02", "## 2026-11-03"])
    #expect(try Self.note("walk", 5).0.headings == ["## 2026-11-05"])
    // Words that stand once need none.
    let once = Self.diary() + "Nothing else happened.\n"
    let finder = AnchorFinder(DocumentText(once))
    #expect(finder.anchor(finder.places(of: "Nothing else")[0])?.anchor.headings == [])
  }

  @Test(arguments: 1...5, items)
  func anItemIsFoundUnderItsDay(day: Int, item: String) throws {
    let note = try Self.note(item, day)
    let heading = "## 2026-11-0\(day)"
    // Boxes are ticked, days are added, and somebody writes into other days.
    let ticked = Self.diary(ticked: [1: [0], 2: [0, 1], 3: [2], 4: [0, 1, 2, 3], 5: [3]])
    #expect(Self.found(note, in: ticked) == heading)
    #expect(Self.found(note, in: Self.diary(1...8, ticked: [day: [0, 2]])) == heading)
    let written = ticked.replacing("- [x] call home\n", with: "- [x] call home\n- [ ] and write to Bo\n")
    #expect(Self.found(note, in: written) == heading)
  }

  /// The traps: what is meant is gone, and the same stands elsewhere.
  @Test(arguments: 1...5, items)
  func aDeletedDayIsNotAnother(day: Int, item: String) throws {
    let note = try Self.note(item, day)
    let without = Self.diary().replacing(Self.day(day), with: "")
    #expect(Self.found(note, in: without) == nil)
    // Its items go, its heading stays.
    let emptied = Self.diary().replacing(Self.day(day), with: "## 2026-11-0\(day)\n\n")
    #expect(Self.found(note, in: emptied) == nil)
    // From the middle of the day to the middle of the next: those items come under its heading.
    guard day < 5 else { return }
    let text = Self.diary()
    let cut = "- [ ] \(item)\n"
    let start = try #require(text.ranges(of: cut).dropFirst(day - 1).first)
    let end = try #require(text.ranges(of: cut).dropFirst(day).first)
    let seam: String = String(text[..<start.lowerBound]) + text[end.lowerBound...]
    // Where it is not said under which day the item stood, what is left says the same as what was there.
    if let found = Self.found(note, in: seam) { #expect(found == "## 2026-11-0\(day)") }
  }

  @Test func anItemThatIsAnotherNowIsAnOrphan() throws {
    let note = try Self.note("words", 2)
    let now = Self.diary(ticked: [2: [0, 3]]).replacing(
      Self.day(2, ticked: [0, 3]),
      with: Self.day(2, ticked: [0, 3]).replacing("write 500 words", with: "read 500 words"))
    #expect(Self.found(note, in: now) == nil)
  }

  /// Headings that come again every week tell nothing.
  @Test func headingsThatComeAgain() throws {
    let week = "## Monday\n\n- [ ] walk\n- [ ] swim\n\n## Tuesday\n\n- [ ] walk\n- [ ] swim\n\n"
    let text = "# One\n\n" + week + "# Two\n\n" + week
    let finder = AnchorFinder(DocumentText(text))
    for place in finder.places(of: "walk") {
      let found = try #require(finder.anchor(place))
      #expect(found.anchor.headings.isEmpty)
    }
  }

  /// Lines that differ only behind what a note keeps of them cannot be told apart later.
  @Test(arguments: 0...1) func linesThatDifferFarBehind(number: Int) throws {
    let lines = ["01-loop", "02-while"].map {
      "{{#rustdoc_include ../listings/ch03-common-programming-concepts/listing-03-\($0)/src/main.rs}}\n"
    }
    let texts = ["Each element of a collection is visited once.\n", "As long as it holds, it goes on.\n"]
    func text(without gone: Int? = nil) -> String {
      let body = lines.indices.filter { $0 != gone }.map { texts[$0] + lines[$0] }.joined()
      return "# Loops\n\n## 2026-11-01\n\n\(body)\n## 2026-11-02\n\nNothing.\n"
    }
    let note = try Self.note("ustdoc", number + 1, in: text())
    #expect(note.0.headings == [])
    #expect(Self.found(note, in: text(without: number)) == nil)
  }

  /// Plain text has lists below a line that stands alone.
  @Test func listsInPlainText() throws {
    func text(_ marks: [String]) -> String {
      zip(["Monday", "Tuesday", "Wednesday"], marks).map { "\($0)\n[\($1)] milk\n[ ] bread\n\n" }.joined()
    }
    let finder = AnchorFinder(DocumentText(text([" ", " ", " "])))
    let found = try #require(finder.anchor(finder.places(of: "bread")[1]))
    #expect(found.anchor.headings == ["Tuesday", "Wednesday"])
    let now = DocumentText("Sunday\n[x] milk\n[x] bread\n\n" + text(["x", "x", " "]))
    guard
      case .found(let anchor, _) = AnchorFinder(now).find(
        found.anchor, rivalSimilarity: found.rivalSimilarity)
    else {
      Issue.record("it is an orphan")
      return
    }
    #expect(now.line(at: anchor.start) == 11)
  }
}
