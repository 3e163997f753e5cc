/// Aligns a quote and its surroundings with a text by common words: where many of them have the same distance from one
/// another, the text is similar.
struct WordAlignment {
  private let scalars: [UInt32]
  private let words: [Range<Int>]
  /// Which of the words are the quote's.
  private let quoted: Range<Int>

  /// More frequent words are ignored.
  private static let commonCountMax = 200
  /// How far insertions and removals may have moved words against one another.
  private static let slackCount = 12
  private static let candidatesMax = 6
  /// Longer windows are left as they are.
  private static let narrowedMax = 60

  init(_ sought: SoughtQuote) {
    let (scalars, quote) = sought.context
    let words = WordIndex.ranges(scalars)
    self.scalars = scalars
    self.words = words
    let first = words.firstIndex { $0.upperBound > quote.lowerBound } ?? words.count
    quoted =
      first..<(words.lastIndex { $0.lowerBound < quote.upperBound }.map { max(first, $0 + 1) } ?? first)
  }

  /// Ranges of the text, the ones with the most in common first.
  func places(in index: WordIndex, of text: FoldedText, countMax: Int) -> [Range<Int>] {
    guard !quoted.isEmpty, !index.ranges.isEmpty else { return [] }
    var votes: [Int: Double] = [:]
    for (place, word) in words.enumerated() {
      let found = index.places(of: scalars[word], countMax: Self.commonCountMax)
      for there in found {
        votes[(there - place + words.count) / Self.slackCount, default: 0] += 1 / Double(found.count)
      }
    }
    // A word on the border of two buckets counts for both.
    let strength = { (bucket: Int) in (votes[bucket] ?? 0) + (votes[bucket + 1] ?? 0) }
    let best = votes.keys.sorted { (strength($1), $0) < (strength($0), $1) }.prefix(Self.candidatesMax)
    var ranges: [Range<Int>] = []
    for bucket in best {
      let first = bucket * Self.slackCount - words.count - Self.slackCount
      let window = max(0, first)..<min(index.ranges.count, first + words.count + 4 * Self.slackCount)
      guard !window.isEmpty, let found = aligned(window, index, text),
        !ranges.contains(where: { $0.overlaps(found) })
      else { continue }
      ranges.append(found)
      if ranges.count == countMax { break }
    }
    return ranges
  }

  /// The quote's place in a window of the text's words: from the last common word before it to the first common word
  /// after it, and not wider than its own words require.
  private func aligned(_ window: Range<Int>, _ index: WordIndex, _ text: FoldedText) -> Range<Int>? {
    let pairs = common(window, index, text)
    let inner = pairs.filter { quoted.contains($0.own) }
    let before = pairs.last { $0.own < quoted.lowerBound }
    let behind = pairs.first { $0.own >= quoted.upperBound }
    var start = before.map { $0.there + 1 } ?? window.lowerBound
    var end = behind?.there ?? window.upperBound
    if let first = inner.first, let last = inner.last {
      start = max(start, first.there - (first.own - quoted.lowerBound))
      end = min(end, last.there + 1 + (quoted.upperBound - 1 - last.own))
    } else {
      // Nothing of the quote is left: only the text between its surroundings can be meant.
      guard before != nil, behind != nil, end - start <= 2 * quoted.count + 2 else { return nil }
    }
    guard start < end, end <= index.ranges.count else { return nil }
    return likest(start..<end, index, text)
  }

  /// From words that extend far beyond the quote, the most similar ones: a distant common word may have been mistaken
  /// for one of its own.
  private func likest(_ words: Range<Int>, _ index: WordIndex, _ text: FoldedText) -> Range<Int> {
    func range(_ words: Range<Int>) -> Range<Int> {
      index.ranges[words.lowerBound].lowerBound..<index.ranges[words.upperBound - 1].upperBound
    }
    let whole = range(words)
    guard words.count > quoted.count + 1, words.count <= Self.narrowedMax else { return whole }
    let quote = scalars[
      self.words[quoted.lowerBound].lowerBound..<self.words[quoted.upperBound - 1].upperBound]
    var (best, likeness) = (whole, TextLikeness.of(quote, text.scalars[whole]))
    for start in words.lowerBound...(words.upperBound - quoted.count) {
      let here = range(start..<start + quoted.count)
      let alike = TextLikeness.of(quote, text.scalars[here])
      if alike > likeness { (best, likeness) = (here, alike) }
    }
    return best
  }

  /// The longest common subsequence of words, by their numbers.
  private func common(
    _ window: Range<Int>, _ index: WordIndex, _ text: FoldedText
  ) -> [(own: Int, there: Int)] {
    let width = window.count + 1
    var lengths = [Int32](repeating: 0, count: (words.count + 1) * width)
    let own = words.map { Array(scalars[$0]) }
    let there = window.map { Array(text.scalars[index.ranges[$0]]) }
    for row in stride(from: words.count - 1, through: 0, by: -1) {
      for column in stride(from: window.count - 1, through: 0, by: -1) {
        let place = row * width + column
        lengths[place] =
          own[row] == there[column]
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var pairs: [(own: Int, there: Int)] = []
    var (row, column) = (0, 0)
    while row < words.count, column < window.count {
      let place = row * width + column
      if own[row] == there[column] {
        pairs.append((row, window.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[place + width] >= lengths[place + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}

/// The words of a folded text, and the places of each.
struct WordIndex: Sendable {
  /// In order; of the code points of the text.
  let ranges: [Range<Int>]
  private let places: [ArraySlice<UInt32>: [Int]]

  init(_ scalars: [UInt32]) {
    ranges = Self.ranges(scalars)
    var places: [ArraySlice<UInt32>: [Int]] = [:]
    for (index, range) in ranges.enumerated() { places[scalars[range], default: []].append(index) }
    self.places = places
  }

  /// Which words of the text these are, by their numbers; none for a word that is too common to be useful.
  func places(of word: ArraySlice<UInt32>, countMax: Int) -> [Int] {
    guard let found = places[word], found.count <= countMax else { return [] }
    return found
  }

  static func ranges(_ scalars: [UInt32]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for place in 0...scalars.count {
      let isLetter = place < scalars.count && isPart(scalars[place])
      if isLetter, start == nil { start = place }
      if !isLetter, let first = start {
        ranges.append(first..<place)
        start = nil
      }
    }
    return ranges
  }

  /// Also in scripts without word separators: there, a sequence of letters is one word.
  private static func isPart(_ value: UInt32) -> Bool {
    WordBoundary.isLetter(value) || value >= 0x2E80
  }
}
