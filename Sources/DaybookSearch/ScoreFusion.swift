/// Two rankings as one, by their scores: what words found, and what comes near by vectors.
///
/// An entity's score is what the words give it, as a part of the best that they give any, and on top of that what its
/// nearness gives it, up to `weight`. So nearness decides among those that the words hold for about equal, and where
/// the words find nothing; and no nearness brings anything before an entity that the words hold for better by more
/// than `weight` of the best. Ranks alone, as in reciprocal rank fusion, would forget by how much the first is ahead.
package enum ScoreFusion {
  /// The keys of both with their scores, the best first; of equals those that the words found first.
  ///
  /// - Parameters:
  ///   - words: with scores above 0, the best first.
  ///   - near: with cosines, the nearest first.
  ///   - floor: the part of the best cosine from which on nearness counts.
  package static func fused<Key: Hashable>(
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
