public import Daybook
import DaybookProviders
import DaybookSearch

/// A meeting or a note that was found.
public struct PlannerHit: Sendable, Equatable {
  /// The meeting or the note, by its id.
  public var owner: EmbeddingRecord.Owner
  /// Its title, or what else it is called; empty if it has no name.
  public var title: String
  /// The piece of its text that comes nearest, or where the words are.
  public var text: Snippet
  /// The higher the better: the score of the words, the cosine, or for `both` a mixture of them. Compare it only
  /// within one search.
  public var score: Double
  /// Its place among those that hold the words, and among those that are about the question, from 1.
  public var textPlace: Int?
  /// From 1; nil if it does not come near, or was not looked for by nearness.
  public var semanticPlace: Int?
}

extension SemanticSearch {
  /// How meetings and notes are looked for.
  public enum Manner: Sendable {
    /// What holds words of the question.
    case text
    /// What comes near the question, whatever its words.
    case semantic
    /// What holds words of the question, and what comes near it; the default.
    case both
  }

  /// Meetings and notes by the words they hold, by what they are about, or by both. For an embedder whose vectors follow
  /// from the texts, both means what holds the words, as they rank it, then what only comes near: such vectors show
  /// little that the words do not. For another embedder, an entity's score is what the words give it, plus a part for
  /// its nearness (`ScoreFusion`). Of a question with a phrase in quotes, both means what holds it.
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
    // Deeper than what is shown: what one manner finds late may be the other's first.
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
