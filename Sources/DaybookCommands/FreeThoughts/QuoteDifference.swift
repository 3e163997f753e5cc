import Daybook

/// Where a quote that somebody typed differs from what the document says, for a message: both from the word before the
/// first that differs to the one behind the last.
struct QuoteDifference {
  let typed: String
  let there: String

  /// Words before and behind, to know the place by.
  private static let around = 2
  private static let countMax = 60

  init(typed: String, there: String) {
    let (left, right) = (Self.words(typed), Self.words(there))
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var behind = 0
    while behind < min(left.count, right.count) - start,
      left[left.count - 1 - behind] == right[right.count - 1 - behind]
    { behind += 1 }
    self.typed = Self.excerpt(left, from: start, behind)
    self.there = Self.excerpt(right, from: start, behind)
  }

  private static func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }

  private static func excerpt(_ words: [Substring], from start: Int, _ behind: Int) -> String {
    let first = max(0, start - around)
    let end = min(words.count, words.count - behind + around)
    let middle = OneLine.cut(words[first..<max(first, end)].joined(separator: " "), countMax: countMax)
    return (first > 0 ? "…" : "") + middle + (end < words.count && !middle.hasSuffix("…") ? "…" : "")
  }

  /// Whether a message that shows the beginning of each shows all of both.
  static func isShort(_ texts: String...) -> Bool { texts.allSatisfy { OneLine.of($0).count <= countMax } }
}
