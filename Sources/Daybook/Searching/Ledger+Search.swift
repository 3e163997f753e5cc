import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookSearch
public import DaybookView

extension Ledger {
  /// The entities whose texts hold the words, whatever their case and accents; the best first.
  ///
  /// See ``search(_:)``, which this is short for.
  public func search(
    _ text: String, kinds: [String]? = nil, limit: Int? = 20, as viewer: Viewer? = nil, reveals: Bool = false
  ) throws -> [SearchHit] {
    var request = SearchRequest(text, kinds: kinds, limit: limit)
    (request.viewer, request.reveals) = (viewer, reveals)
    return try search(request).hits
  }

  /// Looks for words in the texts of all entities that are there. Found are those that hold every word, or where
  /// there are none, those that hold any. They are ranked by how rare the words are, how often they come, and how
  /// long the texts are; words in a title count more.
  ///
  /// The first search makes an index of all texts, or takes the one of an earlier process from this machine's
  /// cache; later ones bring it up to what was written since. O(postings of the words); with a viewer or in the
  /// past O(entities).
  ///
  /// - Throws: ``LedgerError``: `usage` where there is no word to look for, `not-found` for a kind that nobody
  ///   registered or wrote, with a viewer `refused` for a kind of which that one may see nothing.
  public func search(_ request: SearchRequest) throws -> SearchResult {
    let query = try request.isQuestion ? TextQuery(question: request.text) : TextQuery(request.text)
    guard request.limit ?? 0 >= 0 else { throw LedgerError(.usage, "a limit is a number from 0") }
    if !request.cut.isNow {
      let past = try past(request.cut)
      var live = request.isQuestion ? Self.asked(request).index : LiveTextIndex(reveals: request.reveals)
      let whole = View(registry: schemas)
      live.build(whole, past.records)
      let view = request.viewer.map { whole.limited(to: $0) } ?? whole
      return try answer(query, request, live.index, view, past.records)
    }
    try requireFresh()
    if let session { loaded.noteOwn(session) }
    if request.isQuestion {
      let (asked, empty) = Self.asked(request)
      return try search(query, request, &searching.asked[asked, default: empty])
    }
    return try request.reveals
      ? search(query, request, &searching.revealed) : search(query, request, &searching.shown)
  }

  /// The index that a question is put to.
  private static func asked(_ request: SearchRequest) -> (key: Searching.Asked, index: LiveTextIndex) {
    (
      Searching.Asked(kinds: request.kinds.map { Set($0).sorted() }, reveals: request.reveals),
      LiveTextIndex(reveals: request.reveals, words: .stems, kinds: request.kinds.map(Set.init))
    )
  }

  private func search(
    _ query: TextQuery, _ request: SearchRequest, _ live: inout LiveTextIndex
  ) throws -> SearchResult {
    // A value of its own while the ledger is read.
    let index = upToDate(&live, request)
    defer { live = index }
    return try answer(query, request, index.index, view(for: request.viewer), loaded.records)
  }

  /// The index as the ledger is now; what is left behind holds nothing.
  private func upToDate(_ live: inout LiveTextIndex, _ request: SearchRequest) -> LiveTextIndex {
    var index = live
    live = live.emptied
    let cache = request.reveals ? nil : textCache().map { self.cache(in: $0, request) }
    index.bringUpToDate(
      view, loaded.records, loaded.token, cache, state: searchState(request.isQuestion ? .stems : .exact))
    return index
  }

  /// The entities of some kinds that a question may find, with the hash of their texts: while that stands, what was
  /// made of the texts does. O(entities of the kinds), the first time of all their texts.
  package func texts(of kinds: [String]) throws -> [(kind: String, id: String, hash: UInt64)] {
    try requireFresh()
    if let session { loaded.noteOwn(session) }
    var request = SearchRequest("", kinds: kinds)
    request.isQuestion = true
    let (asked, empty) = Self.asked(request)
    let index = upToDate(&searching.asked[asked, default: empty], request)
    searching.asked[asked] = index
    var texts: [(kind: String, id: String, hash: UInt64)] = []
    texts.reserveCapacity(index.index.count)
    index.index.forEachDocument { texts.append(($0, $1, $2)) }
    return texts
  }

  private func cache(in store: any FileStore, _ request: SearchRequest) -> TextIndexCache {
    var cache = TextIndexCache(store: store, ledger: info.id)
    if request.isQuestion {
      let kinds = request.kinds.map {
        DataValue.hash(of: Set($0).sorted().joined(separator: "\n")).prefix(16)
      }
      cache.part = ".questions" + (kinds.map { "-\($0)" } ?? "")
      // To cut words takes longer than to take them as they are.
      cache.documentCountMin = 200
    }
    return cache
  }

  /// What an index of the ledger as it is depends on.
  private func searchState(_ words: TextWords) -> TextIndexState {
    TextIndexState(schema: schemas.fingerprint.description, held: loaded.heldText, of: words)
  }

  private func answer(
    _ query: TextQuery, _ request: SearchRequest, _ index: TextIndex, _ view: View,
    _ records: borrowing Records
  ) throws -> SearchResult {
    for kind in request.kinds ?? [] {
      try requireOpen(kind, to: request.viewer)
      guard schemas[kind] != nil || records.kind(kind) != nil else { throw view.unknownKind(kind, records) }
    }
    return withUnsafePointer(to: records) { records in
      let reader = TextReader(view, records)
      var scope = TextScope(kinds: request.kinds.map(Set.init)) { unit, kind, id in
        reader.weight(of: unit, kind, id, reveals: request.reveals)
      }
      scope.takesAny = request.takesAny || request.isQuestion
      if request.isQuestion {
        scope.closeness = { reader.closeness(of: $0, $1, $2, reveals: request.reveals) }
      }
      if request.viewer != nil { scope.sees = { reader.shows($0, $1) } }
      let answer = index.answer(query, limit: request.limit, scope)
      var result = SearchResult()
      (result.count, result.isSome) = (answer.count, answer.isSome)
      result.hits = answer.matches.compactMap { match in
        reader.hit(query, match, reveals: request.reveals)
      }
      result.leavesHidden =
        !request.reveals
        && records.pointee.kindIDs.map { records.pointee.name(of: $0) }.contains { kind in
          (request.kinds?.contains(kind) ?? true) && schemas.hidesAnything(of: kind)
            && (request.viewer.map { schemas.isOpen(kind, to: $0) } ?? true)
        }
      return result
    }
  }
}
