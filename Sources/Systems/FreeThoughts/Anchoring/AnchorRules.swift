/// When a place is taken for the one that a note is about.
///
/// The words alone prove little where they are few, and nothing where they stood elsewhere in the document, too. What
/// is compared is what stands before and behind; the more like they must be,
/// - the fewer words there are,
/// - the likelier another place was when the anchor was made (``Note/rivalSimilarity``): a place that was there then
///   keeps at least one of its own sides when the right one is taken out, so both sides must be better than any
///   other place's better side was,
/// - the likelier another place is now.
enum AnchorRules {
  /// How much better than any other.
  static let margin = 0.25
  /// Code points that must agree at least, quote and surroundings together, where they agree wholly.
  static let evidenceMin = 10
  /// And where they do not.
  static let partialEvidenceMin = 20
  /// From here on a quote stands for itself, as long as it stands once, then and now.
  static let longCount = 48
  static let mediumCount = 24
  /// What one side alone must be like for shorter ones that stand once, then and now.
  static let oneSideMin = 0.9
  /// Where there were too many places to compare: as if one had been nearly alike.
  static let uncomparedRival = 0.99
  /// Where most pieces of the quote stand elsewhere, too.
  static let piecesRival = 0.7
  /// Where nobody looked for other places when the anchor was made.
  static let unknownRival = 0.6
  /// Beyond this the document is made of pieces that are much alike, such as the rows of a table: only a place that
  /// agrees wholly is taken.
  static let rivalMax = 0.6

  /// The place that is right, as an index; nil where none is for certain.
  ///
  /// - Parameters:
  ///   - rival: ``Note/rivalSimilarity``.
  ///   - isFormer: whether a place is where the anchor was.
  static func choose(
    _ found: [Occurrence], of sought: SoughtQuote, rival: Double?, areCompared: Bool,
    isFormer: (Occurrence) -> Bool
  ) -> Int? {
    let perfect = found.indices.filter { found[$0].isPerfect }
    if !perfect.isEmpty {
      guard sought.evidenceCount >= evidenceMin else { return nil }
      if perfect.count == 1, rival ?? 0 < 1 { return perfect[0] }
      return perfect.first { isFormer(found[$0]) }
    }
    guard areCompared, let best = found.indices.max(by: { isBehind(found[$0], found[$1]) }) else {
      return nil
    }
    let others = found.indices.filter { $0 != best }.map { found[$0].most }.max()
    return suffices(found[best], of: sought, rival: rival, besides: others) ? best : nil
  }

  private static func isBehind(_ left: Occurrence, _ right: Occurrence) -> Bool {
    (left.least, left.most) < (right.least, right.most)
  }

  /// - Parameter other: the better side of the likest other place, if there is one.
  private static func suffices(
    _ place: Occurrence, of sought: SoughtQuote, rival: Double?, besides other: Double?
  ) -> Bool {
    let agreeing =
      Double(sought.count) + place.prefix * Double(sought.prefixCount) + place.suffix
      * Double(sought.suffixCount)
    guard agreeing >= Double(partialEvidenceMin) else { return false }
    let rival = sought.isRepetitive ? max(rival ?? 0, rivalMax) : rival
    // Words that stood once and stand once: the place cannot be another that was there before.
    if other == nil, rival ?? 0 == 0 {
      if sought.count >= longCount { return true }
      if place.isHeld, sought.bestSide(place) >= oneSideMin { return true }
    }
    guard rival ?? unknownRival <= rivalMax else { return false }
    let least = sought.count >= mediumCount ? 0.4 : 0.55
    return place.isHeld && place.least >= max(least, (rival ?? unknownRival) + margin)
      && place.least >= (other ?? 0) + margin
  }
}
