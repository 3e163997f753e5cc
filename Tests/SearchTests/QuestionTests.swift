import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookSearch

/// Questions rather than words: every form of a word counts, and by the rules of the text's language.
@Suite struct QuestionTests {
  private static func ledger(_ books: [(id: String, title: String, body: String)]) async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.library])
    try await ledger.append(
      books.map { book in
        Mutation(
          .upsert, kind: Book.kind, id: book.id,
          set: ["title": .string(book.title), "body": .string(book.body)])
      })
    return ledger
  }

  private static func found(_ ledger: Ledger, _ question: String) async throws -> [String] {
    var request = SearchRequest(question, kinds: [Book.kind])
    request.isQuestion = true
    return try await ledger.search(request).hits.map(\.id)
  }

  private static let stems: [(word: String, stem: String, language: TextLanguage)] = [
    ("Änderungen", "ander", .german), ("Richtern", "richt", .german), ("Richter", "richt", .german),
    ("Häuser", "haus", .german), ("Haus", "haus", .german), ("Freiheiten", "frei", .german),
    ("das", "das", .german), ("réunions", "reunion", .french), ("réunion", "reunion", .french),
    ("nationale", "national", .french), ("reuniones", "reunion", .spanish), ("reunión", "reunion", .spanish),
    ("libros", "libr", .spanish), ("libro", "libr", .spanish), ("borrowing", "borrow", .english),
    ("会議", "会議", .german),
  ]

  @Test(arguments: stems)
  func stemsByLanguage(word: String, stem: String, language: TextLanguage) {
    let folded = TermText.terms(word).joined()
    #expect(LanguageStem.stem(folded, language) == stem)
  }

  /// What finds forms of a word by their first letters relies on it.
  @Test(.seeded) func aStemKeepsTheFirstLetters() {
    var random = SeededRandom(seed: TestSeed.current)
    let letters = Array("aeinrstdlgumofc".utf8)
    for _ in 0..<5000 {
      let word = String(
        decoding: (0..<Int.random(in: 1...12, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? 97
        },
        as: UTF8.self)
      for language in TextLanguage.allCases {
        let stem = LanguageStem.stem(word, language)
        #expect(stem.prefix(3) == word.prefix(3), "\(word) is \(stem); seed \(TestSeed.current)")
      }
    }
  }

  @Test func aTextIsOfTheLanguageWithTheMostEvidence() {
    #expect(TextLanguage.most([0, 0, 0, 0]) == nil)
    #expect(TextLanguage.most([3, 3, 1, 0]) == nil)
    #expect(TextLanguage.most([1, 4, 4, 5]) == .spanish)
    #expect(TextLanguage.most([2, 1, 1, 0]) == .english)
  }

  @Test func formsAreFoundByTheRulesOfTheTextsLanguage() async throws {
    let ledger = try await Self.ledger([
      ("en", "Judges", "The judges are independent, and nobody may tell them what to do."),
      ("de", "Gerichte", "Die Richter sind unabhängig und nur dem Gesetze unterworfen. Das Haus ist alt."),
      ("fr", "Réunion", "Les réunions de la semaine sont dans le bureau."),
      ("es", "Casa", "Los libros que la mesa tiene no son de los vecinos."),
      ("no", "Zettel", "Zahnarzttermine"),
    ])
    #expect(try await Self.found(ledger, "what does a judge do").first == "en")
    #expect(try await Self.found(ledger, "sind die Gesetzen der Häuser alt").first == "de")
    #expect(try await Self.found(ledger, "la réunion du bureau").first == "fr")
    #expect(try await Self.found(ledger, "un libro del vecino").first == "es")
    // Nothing tells the language of a text this short: it has the forms of each.
    #expect(try await Self.found(ledger, "Zahnarzttermin") == ["no"])
  }

  @Test func wordsThatOnlyJoinOthersFindNothingByThemselves() async throws {
    let ledger = try await Self.ledger([
      ("a", "Roses", "The roses need water."), ("b", "Office", "When the office moves, and to where."),
    ])
    #expect(try await Self.found(ledger, "when do the roses need to be watered") == ["a"])
    // Unless it is all that is asked.
    #expect(try await Self.found(ledger, "where to") == ["b"])
  }

  @Test func wordsThatStandTogetherCountMore() async throws {
    let filler = "It says this and that of a lot of other matters in between, so as to be long. "
    let ledger = try await Self.ledger([
      ("apart", "One", "The trust is old. " + filler + "Life is good, and so is the cover of the book."),
      (
        "close", "Two",
        "The trust is old. " + filler + "There is life cover, and the rest of the book is good."
      ),
    ])
    #expect(try await Self.found(ledger, "life cover") == ["close", "apart"])
  }

  @Test func whatIsQuotedIsLookedForAsItIs() async throws {
    let ledger = try await Self.ledger([
      ("a", "One", "We agreed to spend less on travel."),
      ("b", "Two", "She spends less and less on travels."),
    ])
    #expect(try await Self.found(ledger, "\"spend less\"") == ["a"])
    #expect(Set(try await Self.found(ledger, "spending less")) == ["a", "b"])
  }

  @Test func theFormsAreShown() async throws {
    let ledger = try await Self.ledger([("a", "Garden", "Somebody watered the roses.")])
    var request = SearchRequest("water a rose", kinds: [Book.kind])
    request.isQuestion = true
    let snippet = try #require(try await ledger.search(request).hits.first?.snippet)
    let bytes = Array(snippet.text.utf8)
    #expect(snippet.matches.map { String(decoding: bytes[$0], as: UTF8.self) } == ["watered", "roses"])
  }

  /// An index that follows what is written answers as one that is made of everything.
  @Test(.seeded) func followsWhatIsWritten() async throws {
    for round in 0..<8 {
      let seed = TestSeed.current &+ UInt64(round)
      var library = RandomLibrary(seed)
      let folder = try TemporaryFolder()
      var options = LedgerOptions.prompt
      options.stateDirectory = folder.path + "/state"
      options.cacheDirectory = folder.path + "/cache"
      try await Ledger.create(at: folder.path + "/l", options: options)
      let ledger = try await Ledger.open(at: folder.path + "/l", systems: [.library], options: options)
      for _ in 0..<20 {
        for _ in 0..<Int.random(in: 1...5, using: &library.random) {
          // What a restore or a deletion needs may not be there.
          _ = try? await ledger.append([library.mutation()])
        }
        var request = SearchRequest(library.question() + " budgets", kinds: [Book.kind], limit: 8)
        request.isQuestion = true
        let fresh = try await Ledger.open(at: folder.path + "/l", systems: [.library], options: options)
        let (found, expected) = (try await ledger.search(request), try await fresh.search(request))
        #expect(found == expected, "seed \(seed): \(request.text): \(found), and anew \(expected)")
      }
    }
  }
}
