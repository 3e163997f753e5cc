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
