/// Combines two rankings by their scores: matches by words, and nearness by vectors.
///
/// Scores rather than ranks, as in reciprocal rank fusion: ranks do not show by how much the first is ahead.
public enum ScoreFusion {
  /// The keys of both with their scores: first the matches by words, in their order, then those that are only near, the
  /// nearest first. So no match by words comes later than it would by words alone.
  ///
  /// Scores are fractions of the best word score; the scores of keys that are only near are below all of them.
  ///
  /// - Parameters:
  ///   - words: with scores above 0, the best first.
  ///   - near: with cosines, the nearest first.
  public static func wordsFirst<Key: Hashable>(
    words: [(key: Key, score: Double)], near: [(key: Key, score: Double)]
  ) -> [(key: Key, score: Double)] {
    let most = words.first?.score ?? 0
    let ordered = words.map { (key: $0.key, score: most > 0 ? $0.score / most : 0) }
    let held = Set(words.map { $0.key })
    let least = ordered.last?.score ?? 1
    let others = near.lazy.filter { !held.contains($0.key) }
      .map { (key: $0.key, score: least * min(max($0.score, 0), 1)) }
    return ordered + others
  }

  /// The keys of both with their scores, the best first; of equal scores, the matches by words first.
  ///
  /// An entity's score is its word score, as a fraction of the best one, plus up to `weight` for its nearness. So
  /// nearness never puts an entity before one whose word score is higher by more than `weight` of the best.
  ///
  /// - Parameters:
  ///   - words: with scores above 0, the best first.
  ///   - near: with cosines, the nearest first.
  ///   - floor: the fraction of the best cosine from which on nearness counts.
  public static func fused<Key: Hashable>(
    words: [(key: Key, score: Double)], near: [(key: Key, score: Double)], weight: Double, floor: Double
  ) -> [(key: Key, score: Double)] {
    var scores: [Key: Double] = [:]
    var order: [Key] = []
    func add(_ key: Key, _ score: Double) {
      if scores[key] == nil { order.append(key) }
      scores[key, default: 0] += score
    }
    let most = words.first?.score ?? 0
    for hit in words { add(hit.key, most > 0 ? hit.score / most : 0) }
    let nearest = near.first?.score ?? 0
    for hit in near where nearest > 0 {
      add(hit.key, weight * max(0, hit.score / nearest - floor) / (1 - floor))
    }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    return order.sorted {
      let (left, right) = (scores[$0] ?? 0, scores[$1] ?? 0)
      return left != right ? left > right : (places[$0] ?? 0) < (places[$1] ?? 0)
    }.map { ($0, scores[$0] ?? 0) }
  }
}
