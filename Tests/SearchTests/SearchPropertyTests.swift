import Daybook
import DaybookSearch
import DaybookTestSupport
import Testing

@Suite struct SearchPropertyTests {
  private static let kinds = ["library.book", "library.shelf", "raw.thing"]

  /// Searches that come between writes find what reading every row finds, with the same scores, and what an index
  /// made at the end finds.
  @Test(.seeded) func findsWhatReadingEverythingFinds() async throws {
    for round in 0..<12 {
      let seed = TestSeed.current &+ UInt64(round)
      var library = RandomLibrary(seed)
      let folder = try TemporaryFolder()
      let options = Self.options(folder)
      try await Ledger.create(at: folder.path + "/l", options: options)
      let ledger = try await Ledger.open(at: folder.path + "/l", systems: [.library], options: options)
      try await ledger.append([Mutation(.upsert, kind: "raw.thing", id: "thing-0", set: ["title": "bud"])])
      for _ in 0..<30 {
        for _ in 0..<Int.random(in: 1...5, using: &library.random) {
          // What a restore or a deletion needs may not be there.
          _ = try? await ledger.append([library.mutation()])
        }
        try await Self.check(ledger, library.question(), Bool.random(using: &library.random), seed)
      }
      let later = Mutation(.upsert, kind: Book.kind, id: "book-1", set: ["later": "budget ann"])
      var keeping = AppendOptions()
      keeping.keepsUnknownFields = true
      try await ledger.append([later], options: keeping)
      let fresh = try await Ledger.open(at: folder.path + "/l", systems: [.library], options: options)
      for reveals in [true, false] {
        let question = library.question() + " budget"
        try await Self.check(ledger, question, reveals, seed)
        var request = SearchRequest(question, limit: 5)
        request.reveals = reveals
        let result = try await ledger.search(request)
        #expect(try await fresh.search(request) == result, "seed \(seed): \(question)")
      }
    }
  }

  private static func options(_ folder: TemporaryFolder) -> LedgerOptions {
    var options = LedgerOptions()
    options.stateDirectory = folder.path + "/state"
    options.cacheDirectory = folder.path + "/cache"
    return options
  }

  private static func check(
    _ ledger: Ledger, _ question: String, _ reveals: Bool, _ seed: UInt64
  ) async throws {
    guard let query = try? TextQuery(question) else { return }
    let naive = try await NaiveSearch(ledger, kinds: kinds, reveals: reveals).answer(query)
    var request = SearchRequest(question, kinds: kinds)
    request.reveals = reveals
    // Replicas and the like have names too, and count among the documents.
    let result = try await ledger.search(request)
    let expected = Set(naive.matches.map { "\($0.kind) \($0.id)" })
    #expect(Set(result.hits.map { "\($0.kind) \($0.id)" }) == expected, "seed \(seed): \(question)")
    #expect(result.count == naive.count && result.isSome == naive.isSome, "seed \(seed): \(question)")
    #expect(result.hits.map(\.score) == result.hits.map(\.score).sorted(by: >), "seed \(seed)")
    for hit in result.hits { #expect(!hit.snippet.matches.isEmpty, "seed \(seed): \(question): \(hit)") }
  }

  /// The pure index against the rows: order and scores, with a viewer's part of the documents too.
  @Test(.seeded) func scoresAreThoseOfTheDocumentsSeen() async throws {
    for round in 0..<40 {
      let seed = TestSeed.current &+ UInt64(1000 + round)
      var library = RandomLibrary(seed)
      let ledger = try Ledger.seeded(systems: [.library])
      for _ in 0..<40 { _ = try? await ledger.append([library.mutation()]) }
      var naive = try await NaiveSearch(ledger, kinds: Self.kinds, reveals: true)
      var index = TextIndex()
      var gatherer = TextGatherer()
      for document in naive.documents {
        // First something else, so that documents come and go.
        for words in [["old"]] + [[]] {
          let texts = words.isEmpty ? document.texts : [(words, 1)]
          for text in texts {
            let joined = Array(text.words.joined(separator: " ").utf8)
            joined.withUnsafeBufferPointer { gatherer.add($0, isTitle: text.weight == 4) }
          }
          if let made = gatherer.document(document.kind, document.id, hash: UInt64(words.count)) {
            index.set(made)
          }
          if Int.random(in: 0..<10, using: &library.random) == 0 { index.pack() }
        }
      }
      let all = naive
      let hidden = Set(
        naive.documents.map(\.id).filter { _ in Int.random(in: 0..<3, using: &library.random) == 0 })
      naive.documents.removeAll { hidden.contains($0.id) }
      for (naive, sees) in [(all, nil), (naive, { !hidden.contains($1) })]
        as [(NaiveSearch, ((String, String) -> Bool)?)]
      {
        guard let query = try? TextQuery(library.question()) else { continue }
        let scope = TextScope(sees: sees) { unit, kind, id in
          let document = all.documents.first { $0.kind == kind && $0.id == id }
          return (document?.texts ?? []).reduce(0) { sum, text in
            let joined = Array(text.words.joined(separator: " ").utf8)
            return sum
              + UInt32(joined.withUnsafeBufferPointer { TextMatching.count(of: unit, in: $0) } * text.weight)
          }
        }
        let found = index.answer(query, limit: nil, scope)
        let expected = naive.answer(query)
        #expect(found.count == expected.count && found.isSome == expected.isSome, "seed \(seed)")
        for match in found.matches {
          let other = expected.matches.first { $0.kind == match.kind && $0.id == match.id }
          #expect(abs((other?.score ?? -1) - match.score) < 1e-9, "seed \(seed): \(query) \(match)")
        }
      }
    }
  }
}
