public import Daybook
import DaybookProviders
import DaybookSearch

/// A meeting or a note that was found.
public struct PlannerHit: Sendable, Equatable {
  /// The meeting or the note, by its id.
  public var owner: EmbeddingRecord.Owner
  /// Its title, or another name; empty if it has none.
  public var title: String
  /// The nearest piece of its text, or the one with the words.
  public var text: Snippet
  /// The higher the better: the score of the words, the cosine, or for `both` a mixture of them. Compare it only
  /// within one search.
  public var score: Double
  /// Its place among the matches by words, from 1; nil if it is not one.
  public var textPlace: Int?
  /// Its place among the matches by nearness, from 1; nil if it is not one, or nearness was not searched.
  public var semanticPlace: Int?
}

extension SemanticSearch {
  /// How meetings and notes are searched.
  public enum Manner: Sendable {
    /// Those that contain words of the question.
    case text
    /// Those that are near the question, regardless of its words.
    case semantic
    /// Those that contain words of the question, and those that are near it; the default.
    case both
  }

  /// Searches meetings and notes by words, by meaning, or by both. For an embedder whose vectors depend only on the
  /// texts, `both` returns the matches by words in their order, then those that are only near: such vectors add little
  /// to the words. For another embedder, an entity's score is its word score plus a part for its nearness
  /// (`ScoreFusion`). For a question with a phrase in quotes, `both` returns only matches of the phrase.
  ///
  /// - Parameters:
  ///   - text: the question; a phrase in quotes must be held word for word, except by `semantic`.
  ///   - manner: for all but `text` ``embed(writes:options:)`` comes first.
  ///   - limit: how many hits at most; the result is empty for 0 and less.
  ///   - ledger: the ledger whose texts are searched for words; the same as that of this search.
  public func find(
    _ text: String, _ manner: Manner = .both, limit: Int = 20, in ledger: Ledger
  ) async throws -> [PlannerHit] {
    guard limit > 0 else { return [] }
    // Deeper than what is shown: a late result of one manner may be the first of the other.
    let depth = manner == .both ? max(100, limit) : limit
    // What only comes near does not hold a phrase.
    let isNearEnough = manner == .semantic || manner == .both && !TextQuery.hasPhrase(text)
    let near = isNearEnough ? try await nearest(to: text, limit: depth) : []
    let words = manner == .semantic ? [] : try await self.words(text, manner, limit: depth, in: ledger)
    let scored = words.map { (EmbeddingRecord.Owner(kind: $0.kind, id: $0.id), $0.score) }
    let nearScored = near.map {
      (EmbeddingRecord.Owner(kind: $0.owner.kind, id: $0.owner.id), Double($0.score))
    }
    let fused =
      embedder.isComputed
      ? ScoreFusion.wordsFirst(words: scored, near: nearScored)
      : ScoreFusion.fused(
        words: scored, near: nearScored, weight: Self.nearnessWeight, floor: Self.partOfBestMin)
    let found = fused.prefix(limit)

    var hits: [EmbeddingRecord.Owner: PlannerHit] = [:]
    for (place, hit) in words.enumerated() {
      let owner = EmbeddingRecord.Owner(kind: hit.kind, id: hit.id)
      hits[owner] = PlannerHit(
        owner: owner, title: hit.name ?? "", text: hit.snippet, score: hit.score, textPlace: place + 1)
    }
    // Only what is shown, and holds none of the words, is cut again.
    let shown = Set(found.map { $0.key })
    var places: [EmbeddingRecord.Owner: Int] = [:]
    var wordless: [Near] = []
    for (place, hit) in near.enumerated() {
      let owner = EmbeddingRecord.Owner(kind: hit.owner.kind, id: hit.owner.id)
      places[owner] = place + 1
      if shown.contains(owner), hits[owner] == nil { wordless.append(hit) }
    }
    for hit in try await told(wordless) {
      hits[hit.owner] = PlannerHit(
        owner: hit.owner, title: hit.title, text: Snippet(hit.text), score: Double(hit.score))
    }
    return found.compactMap { owner, score in
      guard var hit = hits[owner] else { return nil }
      hit.semanticPlace = places[owner]
      if manner == .both { hit.score = score }
      return hit
    }
  }

  private func words(
    _ text: String, _ manner: Manner, limit: Int, in ledger: Ledger
  ) async throws -> [SearchHit] {
    var request = SearchRequest(text, kinds: ComputedVectors.kinds, limit: limit)
    // Questions hold words that the answer does not.
    request.isQuestion = true
    do {
      return try await ledger.search(request).hits
    } catch let error as LedgerError where error.code == .usage && manner == .both {
      // A question of signs may still be about something.
      return []
    }
  }

  /// How much a model's nearness counts beside the words, at most.
  private static let nearnessWeight = 0.6
}
