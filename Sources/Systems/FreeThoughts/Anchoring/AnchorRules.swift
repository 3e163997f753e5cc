/// The rules for accepting a place as the one that a note is about.
///
/// The words alone prove little if they are few, and nothing if they also occurred elsewhere in the document. So the
/// text before and after them is compared. It must be the more similar,
/// - the fewer words there are,
/// - the likelier another place was when the anchor was made (``Note/rivalSimilarity``): a place that existed then
///   keeps at least one of its own sides when the right one is removed, so both sides must be better than the better
///   side of any other place was,
/// - the likelier another place is now.
enum AnchorRules {
  /// How much better it must be than any other place.
  static let margin = 0.25
  /// The minimum number of code points, in quote and surroundings together, if they agree wholly.
  static let evidenceMin = 10
  /// The same if they do not agree wholly.
  static let partialEvidenceMin = 20
  /// From this length on, a quote needs no surroundings if it occurred once then and occurs once now.
  static let longCount = 48
  static let mediumCount = 24
  /// The similarity that one side must have for shorter quotes that occurred once then and occur once now.
  static let oneSideMin = 0.9
  /// The assumed rival if there were too many places to compare: as if one had been nearly equal.
  static let uncomparedRival = 0.99
  /// The assumed rival if most pieces of the quote also occur elsewhere.
  static let piecesRival = 0.7
  /// The assumed rival if nobody searched for other places when the anchor was made.
  static let unknownRival = 0.6
  /// Beyond this, the document consists of similar pieces, such as the rows of a table: only a place that agrees wholly
  /// is accepted.
  static let rivalMax = 0.6

  /// The right place, as an index; nil if none is certain.
  ///
  /// - Parameters:
  ///   - rival: ``Note/rivalSimilarity``.
  ///   - isFormer: whether a place is the anchor's former one.
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

  /// - Parameter other: the better side of the most similar other place, if there is one.
  private static func suffices(
    _ place: Occurrence, of sought: SoughtQuote, rival: Double?, besides other: Double?
  ) -> Bool {
    let agreeing =
      Double(sought.count) + place.prefix * Double(sought.prefixCount) + place.suffix
      * Double(sought.suffixCount)
    guard agreeing >= Double(partialEvidenceMin) else { return false }
    let rival = sought.isRepetitive ? max(rival ?? 0, rivalMax) : rival
    // The words occurred once and occur once: the place cannot be another one from before.
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
