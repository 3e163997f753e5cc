import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookSearch
public import DaybookView

extension Ledger {
  /// The entities whose texts hold the words, whatever their case and accents; the best first.
  ///
  /// A short form of ``search(_:)``.
  public nonisolated func search(
    _ text: String, kinds: [String]? = nil, limit: Int? = 20, as viewer: Viewer? = nil, reveals: Bool = false
  ) async throws -> [SearchHit] {
    var request = SearchRequest(text, kinds: kinds, limit: limit)
    (request.viewer, request.reveals) = (viewer, reveals)
    return try await search(request).hits
  }

  /// Searches the texts of all existing entities for words. It finds those that hold every word, or, if there are none,
  /// those that hold any. They are ranked by how rare the words are, how often they occur, and how long the texts are;
  /// words in a title count more.
  ///
  /// The first search builds an index of all texts, or reads an earlier process's index from this machine's cache;
  /// later searches update it with what was written since. O(postings of the words); with a viewer or in the past
  /// O(entities). Others read and write meanwhile. A hit shows the entity as of the moment when the hit is made; an
  /// entity that is gone by then is left out.
  ///
  /// - Throws: ``LedgerError``: `usage` if there is no word to look for, `not-found` for a kind that nobody
  ///   registered or wrote, with a viewer `refused` for a kind of which the viewer may see nothing.
  public nonisolated func search(_ request: SearchRequest) async throws -> SearchResult {
    let query = try request.isQuestion ? TextQuery(question: request.text) : TextQuery(request.text)
    guard request.limit ?? 0 >= 0 else { throw LedgerError(.usage, "the limit must be 0 or more") }
    let key = Searching.Key(request)
    guard request.cut.isNow else {
      let session = try await requiredSession()
      return try await read(in: session) { session in
        let past = try session.records(at: request.cut)
        var live = key.empty
        let whole = View(registry: schemas)
        live.build(whole, past.records)
        let view = request.viewer.map { whole.limited(to: $0) } ?? whole
        return try answer(query, request, live.index, view, past.records)
      }
    }
    // Before the index is made.
    var result = try await emptyResult(request)
    let index = try await textIndex(key)
    let found = try await answer(query, request, index)
    (result.count, result.isSome) = (found.count, found.isSome)
    result.hits = try await hits(found, query, request)
    return result
  }

  /// The entities of some kinds that a question may find, with the hash of their texts: while the hash stays the same,
  /// data derived from the texts is valid. O(entities of the kinds), the first time of all their texts.
  public nonisolated func texts(of kinds: [String]) async throws -> [(
    kind: String, id: String, hash: UInt64
  )] {
    var request = SearchRequest("", kinds: kinds)
    request.isQuestion = true
    let index = try await textIndex(Searching.Key(request))
    var texts: [(kind: String, id: String, hash: UInt64)] = []
    texts.reserveCapacity(index.count)
    index.forEachDocument { texts.append(($0, $1, $2)) }
    return texts
  }

  func textIndexCache(in store: any FileStore, _ key: Searching.Key) -> TextIndexCache {
    var cache = TextIndexCache(store: store, ledger: info.id)
    if key.isQuestion {
      let kinds = key.kinds.map { DataValue.hash(of: $0.joined(separator: "\n")).prefix(16) }
      cache.part = ".questions" + (kinds.map { "-\($0)" } ?? "")
      // Stemming words takes longer than using them unchanged.
      cache.documentCountMin = 200
    }
    return cache
  }

  private func emptyResult(_ request: SearchRequest) throws -> SearchResult {
    try requireFresh()
    return try emptyResult(request, view, loaded.records)
  }

  /// - Throws: ``LedgerError`` for a kind that cannot be searched.
  private nonisolated func emptyResult(
    _ request: SearchRequest, _ view: View, _ records: borrowing Records
  ) throws -> SearchResult {
    for kind in request.kinds ?? [] {
      try requireOpen(kind, to: request.viewer)
      guard schemas[kind] != nil || records.kind(kind) != nil else { throw view.unknownKind(kind, records) }
    }
    var result = SearchResult()
    if request.reveals { return result }
    for id in records.kindIDs {
      let kind = records.name(of: id)
      if request.kinds?.contains(kind) ?? true, schemas.hidesAnything(of: kind),
        request.viewer.map({ schemas.isOpen(kind, to: $0) }) ?? true
      {
        result.leavesHidden = true
      }
    }
    return result
  }

  private nonisolated func answer(
    _ query: TextQuery, _ request: SearchRequest, _ index: TextIndex, _ view: View,
    _ records: borrowing Records
  ) throws -> SearchResult {
    var result = try emptyResult(request, view, records)
    Self.withReader(view, records) { reader, _ in
      var scope = TextScope(request) { reader.weight(of: $0, $1, $2, reveals: request.reveals) }
      if request.isQuestion {
        scope.closeness = { reader.closeness(of: $0, $1, $2, reveals: request.reveals) }
      }
      if request.viewer != nil { scope.sees = { reader.shows($0, $1) } }
      let answer = index.answer(query, limit: request.limit, scope)
      (result.count, result.isSome) = (answer.count, answer.isSome)
      result.hits = answer.matches.compactMap { reader.hit(query, $0, reveals: request.reveals) }
    }
    return result
  }
}

extension TextScope {
  init(_ request: SearchRequest, phraseWeight: @escaping (TextQuery.Unit, String, String) -> UInt32) {
    self.init(kinds: request.kinds.map(Set.init), phraseWeight: phraseWeight)
    takesAny = request.takesAny || request.isQuestion
  }
}
