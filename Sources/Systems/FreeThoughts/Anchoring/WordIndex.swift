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
