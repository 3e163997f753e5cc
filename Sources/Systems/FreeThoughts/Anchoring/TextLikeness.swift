/// The similarity of two texts.
enum TextLikeness {
  /// For larger comparisons, words are compared instead of letters.
  private static let cellsMax = 1 << 18

  /// From 0 to 1: the part of the longer text that would stay if it were edited into the other. O(product of the
  /// lengths), or of their words for long ones.
  static func of(_ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>) -> Double {
    guard left.count * right.count > cellsMax else { return ratio(Array(left), Array(right)) }
    let words = [left, right].map { $0.split(separator: FoldedText.space).map(Array.init) }
    return ratio(words[0], words[1])
  }

  private static func ratio<Element: Hashable>(_ left: [Element], _ right: [Element]) -> Double {
    let longest = max(left.count, right.count)
    guard longest > 0 else { return 1 }
    guard left.count * right.count <= cellsMax else { return left == right ? 1 : 0 }
    var row = Array(0...right.count)
    for (index, element) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(min(above, row[column]) + 1, diagonal + (element == other ? 0 : 1))
        diagonal = above
      }
    }
    return 1 - Double(row[right.count]) / Double(longest)
  }
}

/// Up to 64 code points, to be compared with the beginnings of other texts by edit distance: the least number of code
/// points to insert, remove and replace.
///
/// Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming", J. ACM 46
/// (1999), in Hyyrö's form for whole distances: a column of the table is one machine word.
struct EditPattern {
  private let count: Int
  /// At which places of the pattern a code point stands.
  private var places: [UInt32: UInt64] = [:]

  static let countMax = UInt64.bitWidth

  /// Code points after the first 64 are left out.
  init(_ pattern: some Sequence<UInt32>) {
    var count = 0
    for value in pattern.prefix(Self.countMax) {
      places[value, default: 0] |= 1 << UInt64(count)
      count += 1
    }
    self.count = count
  }

  /// The similarity of the pattern to the most similar beginning of the text: 1 if they are equal, 0 if nothing is. An
  /// empty pattern is similar to everything. O(length of the text).
  func similarity(to text: some Sequence<UInt32>) -> Double {
    guard count > 0 else { return 1 }
    var (rising, falling): (UInt64, UInt64) = (.max, 0)
    let last: UInt64 = 1 << UInt64(count - 1)
    var (distance, least) = (count, count)
    for value in text {
      let equal = places[value] ?? 0
      let vertical = equal | falling
      let horizontal = (((equal & rising) &+ rising) ^ rising) | equal
      var up = falling | ~(horizontal | rising)
      var down = rising & horizontal
      if up & last != 0 { distance += 1 } else if down & last != 0 { distance -= 1 }
      least = min(least, distance)
      up = up << 1 | 1
      down <<= 1
      rising = down | ~(vertical | up)
      falling = up & vertical
    }
    return 1 - Double(least) / Double(count)
  }
}
