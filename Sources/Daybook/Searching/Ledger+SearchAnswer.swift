import DaybookModel
import DaybookRecords
import DaybookSearch
import DaybookView

// The postings of an index are read outside the ledger's actor. What an answer needs from the entities' texts (the
// places of a phrase's words, how close together they are, the snippet of a hit) is requested from the actor in parts:
// the index states which entities it needs, and then runs again with the replies.

extension Ledger {
  private static let answerPartCount = 100
  private static let seenPartCount = 500

  nonisolated func answer(
    _ query: TextQuery, _ request: SearchRequest, _ index: TextIndex
  ) async throws -> TextAnswer {
    var seen: Set<EntityName>?
    if let viewer = request.viewer { seen = try await shown(in: index, request, to: viewer) }
    var known = Replies<UInt32>()
    if query.units.contains(where: { $0.terms.count > 1 }) {
      let asked = index.questions(query, request, seen, known).phrases
      for part in asked.parts(of: Self.answerPartCount) {
        known.all += try await weights(of: part, request)
      }
    }
    var closeness = Replies<[Double]>()
    if request.isQuestion {
      let asked = index.questions(query, request, seen, known).closeness
      for part in asked.parts(of: Self.answerPartCount) {
        closeness.all += try await closenesses(of: part, request)
      }
    }
    return index.answer(query, request, seen, known, closeness)
  }

  nonisolated func hits(
    _ answer: TextAnswer, _ query: TextQuery, _ request: SearchRequest
  ) async throws -> [SearchHit] {
    var all: [SearchHit] = []
    for part in answer.matches.parts(of: Self.answerPartCount) {
      all += try await hits(part, query, request)
    }
    return all
  }

  private func hits(
    _ matches: ArraySlice<TextAnswer.Match>, _ query: TextQuery, _ request: SearchRequest
  ) throws -> [SearchHit] {
    try withTexts(for: request.viewer) { reader in
      matches.compactMap { reader.hit(query, $0, reveals: request.reveals) }
    }
  }

  /// Which of the index's documents a viewer sees.
  private nonisolated func shown(
    in index: TextIndex, _ request: SearchRequest, to viewer: Viewer
  ) async throws -> Set<EntityName> {
    var names: [EntityName] = []
    index.forEachDocument { kind, id, _ in names.append(EntityName(kind: kind, id: id)) }
    var seen: Set<EntityName> = []
    for part in names.parts(of: Self.seenPartCount) {
      seen.formUnion(try await shown(part, to: viewer))
    }
    return seen
  }

  private func shown(_ names: ArraySlice<EntityName>, to viewer: Viewer) throws -> [EntityName] {
    try withTexts(for: viewer) { reader in names.filter { reader.shows($0.kind, $0.id) } }
  }

  private func weights(of asked: ArraySlice<Asked>, _ request: SearchRequest) throws -> [UInt32] {
    try withTexts(for: request.viewer) { reader in
      asked.map { reader.weight(of: $0.units[0], $0.kind, $0.id, reveals: request.reveals) }
    }
  }

  private func closenesses(of asked: ArraySlice<Asked>, _ request: SearchRequest) throws -> [[Double]] {
    try withTexts(for: request.viewer) { reader in
      asked.map { reader.closeness(of: $0.units, $0.kind, $0.id, reveals: request.reveals) }
    }
  }

  private func withTexts<Result>(for viewer: Viewer?, _ body: (TextReader) -> Result) throws -> Result {
    try requireFresh()
    return Self.withReader(view(for: viewer), loaded.records) { reader, _ in body(reader) }
  }
}

/// A question of an answer about the texts of one entity.
private struct Asked: Sendable {
  var units: [TextQuery.Unit]
  var kind: String
  var id: String
}

/// The replies to an answer's questions, in their order: the same index asks the same questions.
private struct Replies<Reply> {
  var all: [Reply] = []
}

extension TextIndex {
  fileprivate func answer(
    _ query: TextQuery, _ request: SearchRequest, _ seen: Set<EntityName>?, _ weights: Replies<UInt32>,
    _ closeness: Replies<[Double]>
  ) -> TextAnswer {
    var (weight, close) = (weights.all.makeIterator(), closeness.all.makeIterator())
    return withScope(request, seen) { _, _, _ in
      weight.next() ?? 0
    } closeness: { _, _, _ in
      close.next() ?? []
    } body: {
      self.answer(query, limit: request.limit, $0)
    }
  }

  /// The questions of an answer, as far as the replies so far determine them.
  fileprivate func questions(
    _ query: TextQuery, _ request: SearchRequest, _ seen: Set<EntityName>?, _ weights: Replies<UInt32>
  ) -> (phrases: [Asked], closeness: [Asked]) {
    var weight = weights.all.makeIterator()
    var asked: (phrases: [Asked], closeness: [Asked]) = ([], [])
    withScope(request, seen) { unit, kind, id in
      asked.phrases.append(Asked(units: [unit], kind: kind, id: id))
      return weight.next() ?? 0
    } closeness: { units, kind, id in
      asked.closeness.append(Asked(units: units, kind: kind, id: id))
      return []
    } body: {
      _ = self.answer(query, limit: 0, $0)
    }
    return asked
  }

  private func withScope<Result>(
    _ request: SearchRequest, _ seen: Set<EntityName>?,
    phraseWeight: (TextQuery.Unit, String, String) -> UInt32,
    closeness: ([TextQuery.Unit], String, String) -> [Double], body: (TextScope) -> Result
  ) -> Result {
    withoutActuallyEscaping(phraseWeight) { phraseWeight in
      withoutActuallyEscaping(closeness) { closeness in
        var scope = TextScope(request, phraseWeight: phraseWeight)
        if request.isQuestion { scope.closeness = closeness }
        if let seen { scope.sees = { seen.contains(EntityName(kind: $0, id: $1)) } }
        return body(scope)
      }
    }
  }
}

extension Array {
  fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
