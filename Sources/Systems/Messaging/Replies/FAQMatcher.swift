public import Daybook

/// Finds the frequent question that a message asks, by common words.
///
/// The score is the share of the question's words that the message contains; words that are in every question do not
/// count. A keyword identifies the question by itself: each one in the message counts as two matching words, and a
/// missing one costs nothing. Below ``scoreMin``, there is no match.
public struct FAQMatcher: Sendable {
  /// The least score of a match, 0 to 1. A question with a keyword that matches scores at least this.
  public static let scoreMin = 0.5

  /// A frequent question that a message asks.
  public struct Match: Sendable, Equatable {
    /// The question's id.
    public var faq: Ref<FAQ>
    /// From ``scoreMin`` to 1.
    public var score: Double
  }

  private struct Entry {
    var faq: Ref<FAQ>
    var words: Set<String>
    var keywords: [[String]]
  }

  private let entries: [Entry]

  /// Folds the words of all questions and keywords once. O(words).
  public init(_ faqs: [AnalysisRequest.KnownAnswer]) {
    entries = faqs.map { faq in
      Entry(
        faq: faq.id, words: Set(MessageWords.folded(faq.question)).subtracting(Self.commonWords),
        keywords: faq.keywords.map { MessageWords.folded($0) }.filter { !$0.isEmpty })
    }
  }

  /// The best match; of equal ones, the one with the first id.
  public func best(for text: String) -> Match? {
    let words = Set(MessageWords.folded(text))
    var best: Match?
    for entry in entries {
      let score = Self.score(entry, words)
      guard score >= Self.scoreMin else { continue }
      if let found = best, (-found.score, found.faq.rawValue) < (-score, entry.faq.rawValue) { continue }
      best = Match(faq: entry.faq, score: score)
    }
    return best
  }

  private static func score(_ entry: Entry, _ words: Set<String>) -> Double {
    let keywordsHeld = entry.keywords.count { $0.allSatisfy(words.contains) }
    let all = entry.words.count + 2 * keywordsHeld
    guard all > 0 else { return 0 }
    let held = entry.words.count { words.contains($0) } + 2 * keywordsHeld
    let share = Double(held) / Double(all)
    return keywordsHeld > 0 ? max(share, scoreMin) : share
  }

  private static let commonWords = Set(
    """
    a an and are at be can could do does for from have how i in is it me my of on or please the there to we what when \
    where which who why will with would you your
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
