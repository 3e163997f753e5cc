/// Several rankings as one: what stands high in any of them stands high, and higher what stands high in several
/// (reciprocal rank fusion; Cormack, Clarke and Büttcher, 2009). The rankings' scores need not be comparable.
package enum RankFusion {
  /// How little the very first places count more than those after them; the authors' choice.
  private static let flatness = 60.0

  /// The keys of all rankings with their scores, the best first; of equals that of the earlier ranking.
  package static func fused<Key: Hashable>(_ rankings: [[Key]]) -> [(key: Key, score: Double)] {
    var scores: [Key: Double] = [:]
    var order: [Key] = []
    for ranking in rankings {
      for (place, key) in ranking.enumerated() {
        if scores[key] == nil { order.append(key) }
        scores[key, default: 0] += 1 / (flatness + Double(place) + 1)
      }
    }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    return order.sorted {
      let (left, right) = (scores[$0] ?? 0, scores[$1] ?? 0)
      return left != right ? left > right : (places[$0] ?? 0) < (places[$1] ?? 0)
    }.map { ($0, scores[$0] ?? 0) }
  }
}
