public import Daybook
import DaybookSearch

/// A meeting or a note that was found.
public struct PlannerHit: Sendable, Equatable {
  public var owner: EmbeddingRecord.Owner
  public var title: String
  /// The piece of its text that comes nearest, or where the words are.
  public var text: Snippet
  public var score: Double
  /// Its place among those that hold the words, and among those that are about the question, from 1.
  public var textPlace: Int?
  public var semanticPlace: Int?
}

extension SemanticSearch {
  /// How meetings and notes are looked for.
  public enum Manner: Sendable { case text, semantic, both }

  /// Meetings and notes by the words they hold, by what they are about, or by both: then each manner ranks them, and
  /// what stands high in either stands high (reciprocal rank fusion).
  ///
  /// - Parameter manner: for all but `text` ``embed(writes:options:)`` comes first.
  public func find(
    _ text: String, _ manner: Manner = .both, limit: Int = 20, in ledger: Ledger
  ) async throws -> [PlannerHit] {
    guard limit > 0 else { return [] }
    // Deeper than what is shown: one manner's last may be the other's first.
    let depth = manner == .both ? max(100, limit) : limit
    let about = manner == .text ? [] : try await search(text, limit: depth)
    var words: [SearchHit] = []
    if manner != .semantic {
      var request = SearchRequest(text, kinds: [Note.kind, MeetingRecord.kind], limit: depth)
      // Questions hold words that the answer does not.
      request.takesAny = true
      do {
        words = try await ledger.search(request).hits
      } catch let error as LedgerError where error.code == .usage && manner == .both {
        // A question of signs may still be about something.
      }
    }
    var hits: [EmbeddingRecord.Owner: PlannerHit] = [:]
    for (place, hit) in words.enumerated() {
      let owner = EmbeddingRecord.Owner(kind: hit.kind, id: hit.id)
      hits[owner] = PlannerHit(
        owner: owner, title: hit.name ?? "", text: hit.snippet, score: hit.score, textPlace: place + 1)
    }
    for (place, hit) in about.enumerated() {
      var found =
        hits[hit.owner]
        ?? PlannerHit(
          owner: hit.owner, title: hit.title, text: Snippet(hit.text), score: Double(hit.score))
      found.semanticPlace = place + 1
      hits[hit.owner] = found
    }
    let rankings = [
      words.map { EmbeddingRecord.Owner(kind: $0.kind, id: $0.id) }, about.map(\.owner),
    ]
    return RankFusion.fused(rankings).prefix(limit).compactMap { owner, score in
      guard var hit = hits[owner] else { return nil }
      if manner == .both { hit.score = score }
      return hit
    }
  }
}
