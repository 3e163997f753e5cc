import DaybookTestSupport
import Foundation

@testable import FreeThoughts

/// Notes on a text, the text edited, and what became of each note held against what the editor knows.
struct AnchorTrial {
  struct Figures {
    var notes = 0
    /// Their words are there as they were, or a copy of them.
    var surviving = 0
    var found = 0
    /// Of the surviving.
    var foundSurviving = 0
    /// Of those, the ones with as many code points as count for a sentence.
    var sentences = 0
    var foundSentences = 0
    var wrong: [String] = []

    static let sentenceCount = 24

    static func += (left: inout Figures, right: Figures) {
      left.notes += right.notes
      left.surviving += right.surviving
      left.found += right.found
      left.foundSurviving += right.foundSurviving
      left.sentences += right.sentences
      left.foundSentences += right.foundSentences
      left.wrong += right.wrong
    }

    var orphaned: Int { notes - found }

    var summary: String {
      func percent(_ count: Int, _ total: Int) -> String {
        "\((Double(count) * 1000 / Double(max(1, total))).rounded() / 10) %"
      }
      return """
        \(notes) notes, \(percent(found, notes)) found, \(percent(orphaned, notes)) orphaned, \(wrong.count) wrong; \
        of the \(surviving) whose words survived \(percent(foundSurviving, surviving)) found, \
        of those with \(Self.sentenceCount) characters or more \(percent(foundSentences, sentences))
        """
    }
  }

  private let first: DocumentText
  private var anchors: [(anchor: Anchor, rival: Double)] = []
  private var editor: RandomEditor

  init(_ text: String, notes: Int, seed: UInt64) {
    first = DocumentText(text)
    // Other numbers than those that the text may be made of: it would be typed anew.
    editor = RandomEditor(seed: seed ^ 0x5bd1_e995)
    let finder = AnchorFinder(first)
    let tracked = TrackedText(first.scalars, marks: [])
    guard first.count > 0 else { return }
    for _ in 0..<notes {
      let range =
        switch Int.random(in: 0..<6, using: &editor.random) {
        case 0: editor.span(in: tracked, countMax: 6)
        case 1: editor.span(in: tracked, countMax: 200)
        case 2: editor.line(in: tracked)
        case 3: editor.paragraph(in: tracked)
        default: editor.word(in: tracked)
        }
      if let made = finder.anchor(range) { anchors.append((made.anchor, made.rivalSimilarity)) }
    }
  }

  /// - Parameter attacks: how many notes' words are taken out on purpose.
  mutating func run(edits: Int, attacks: Int) -> Figures {
    var text = TrackedText(first.scalars, marks: anchors.flatMap { [$0.anchor.start, $0.anchor.end] })
    for _ in 0..<edits { editor.edit(&text) }
    for _ in 0..<attacks where !anchors.isEmpty {
      let victim = Int.random(in: 0..<anchors.count, using: &editor.random)
      editor.attack(
        text.marks[victim * 2]..<max(text.marks[victim * 2], text.marks[victim * 2 + 1]), in: &text)
    }
    for _ in 0..<(edits / 4) { editor.edit(&text) }
    // Now and then another program saves it in its own way.
    if Int.random(in: 0..<5, using: &editor.random) == 0 { text.decompose() }
    if Int.random(in: 0..<5, using: &editor.random) == 0 { text.typeset() }
    let hasReturns = Int.random(in: 0..<5, using: &editor.random) == 0
    let finder = AnchorFinder(
      DocumentText(hasReturns ? text.string.replacing("\n", with: "\r\n") : text.string))
    var figures = Figures()
    for (index, (anchor, rival)) in anchors.enumerated() {
      figures.notes += 1
      let place = text.marks[index * 2]..<max(text.marks[index * 2], text.marks[index * 2 + 1])
      let survives = Self.said(text, place) == Self.ids(anchor, first)
      let isSentence = anchor.quote.exact.unicodeScalars.count >= Figures.sentenceCount
      if survives {
        figures.surviving += 1
        if isSentence { figures.sentences += 1 }
      }
      guard case .found(let found, _) = finder.find(anchor, rivalSimilarity: rival) else {
        continue
      }
      figures.found += 1
      if survives {
        figures.foundSurviving += 1
        if isSentence { figures.foundSentences += 1 }
      }
      if let problem = problem(anchor, found, place, text, finder) { figures.wrong.append(problem) }
    }
    return figures
  }

  private static let nearCount = 24

  /// Nil where the place is right: the words that were there then, wherever they went or were copied to; the same
  /// words at the place that the editor tracked, or between what stood on either side of them; or a place that
  /// nothing tells apart.
  private func problem(
    _ old: Anchor, _ new: Anchor, _ tracked: Range<Int>, _ text: TrackedText, _ finder: AnchorFinder
  ) -> String? {
    guard Self.folded(new.quote.exact) == Self.folded(old.quote.exact) else {
      return "'\(old.quote.exact)' became '\(new.quote.exact)'"
    }
    let range = new.start..<new.end
    guard finder.text.count == text.count else { return "the text has another length" }
    if isSameOrCopy(old, range, text) { return nil }
    if range.lowerBound <= tracked.upperBound && tracked.lowerBound <= range.upperBound { return nil }
    if isBetweenTheSame(old, range, text) { return nil }
    // A text may say the same twice, such as the pages of a form: then it is no matter which of both this was.
    let (before, behind) = (
      Self.folded(finder.text.text(max(0, range.lowerBound - 3 * Self.nearCount)..<range.lowerBound)),
      Self.folded(
        finder.text.text(range.upperBound..<min(finder.text.count, range.upperBound + 3 * Self.nearCount)))
    )
    let (prefix, suffix) = (Self.folded(old.quote.prefix), Self.folded(old.quote.suffix))
    if before.hasSuffix(String(prefix.suffix(Self.nearCount))),
      behind.hasPrefix(String(suffix.prefix(Self.nearCount)))
    {
      return nil
    }
    return "'\(old.quote.exact)' between '\(old.quote.prefix)' and '\(old.quote.suffix)' was found between "
      + "'\(new.quote.prefix)' and '\(new.quote.suffix)'"
  }

  /// Whether two thirds of the letters are those of then: at the seam of two copies some may be others'.
  private func isSameOrCopy(_ old: Anchor, _ range: Range<Int>, _ text: TrackedText) -> Bool {
    let (now, then) = (Self.said(text, range), Self.ids(old, first))
    let same = zip(now, then).count { $0 == $1 }
    return now.count == then.count && same * 3 >= then.count * 2
  }

  /// Whether the place is between what stood on either side then, or the words are held by one of their ends: there
  /// both they and what stood beside them are those of then, and at the other end something alike was joined on.
  private func isBetweenTheSame(_ old: Anchor, _ range: Range<Int>, _ text: TrackedText) -> Bool {
    let nearest = 12
    let before = text.origins[max(0, range.lowerBound - nearest)..<range.lowerBound]
    let behind = text.origins[range.upperBound..<min(text.count, range.upperBound + nearest)]
    let (expectedBefore, expectedBehind) = (
      Int32(old.start - nearest * 2)..<Int32(old.start), Int32(old.end)..<Int32(old.end + nearest * 2)
    )
    let isHeldBefore = before.count(where: expectedBefore.contains) * 2 > before.count
    let isHeldBehind = behind.count(where: expectedBehind.contains) * 2 > behind.count
    if isHeldBefore && isHeldBehind { return true }
    let (now, then) = (Self.said(text, range), Self.ids(old, first))
    let end = max(1, min(3, now.count / 3))
    return isHeldBefore && now.prefix(end) == then.prefix(end)
      || isHeldBehind && now.suffix(end) == then.suffix(end)
  }

  private static func folded(_ text: String) -> String {
    let plain = String(
      text.precomposedStringWithCompatibilityMapping.unicodeScalars.compactMap { scalar -> Character? in
        switch scalar.value {
        case 0xAD, 0x200B...0x200F, 0xFE00...0xFE0F, 0xFEFF: nil
        case 0x60, 0xB4, 0x2018...0x201B, 0x2032: "'"
        case 0xAB, 0xBB, 0x201C...0x201F, 0x2033: "\""
        case 0x2010...0x2015, 0x2212: "-"
        default: Character(scalar)
        }
      })
    return plain.replacing(/-+/, with: "-").split { $0.isWhitespace }.joined(separator: " ")
  }

  /// Where the letters of a range came from; of one in parts once.
  private static func said(_ text: TrackedText, _ range: Range<Int>) -> [Int32] {
    var said: [Int32] = []
    for place in range where !RandomEditor.isSpace(text.scalars[place]) {
      if text.origins[place] < 0 || text.origins[place] != said.last { said.append(text.origins[place]) }
    }
    return said
  }

  private static func ids(_ anchor: Anchor, _ first: DocumentText) -> [Int32] {
    (anchor.start..<anchor.end).filter { !RandomEditor.isSpace(first.scalars[$0]) }.map { Int32($0) }
  }
}
