import Daybook
import DaybookTestSupport
import Testing

@testable import SAM

/// Finding the one person, context or product that somebody means.
@Suite struct FinderTests {
  @Test(arguments: [
    ("ann", "ann"), ("Ann Lee", "ann"), ("  ann   LEE ", "ann"), ("lee ann", "ann"),
    ("ann.lee@EXAMPLE.com", "ann"), ("ben@", "ben"), ("Mia Lee", "mia"), ("zoe", "zoe"), ("gone", "zoe"),
  ])
  func aPerson(_ text: String, _ id: Ref<Person>) async throws {
    #expect(try await Practice().ledger.sam.person(matching: text).id == id)
  }

  @Test func anIDOrItsBeginning() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let id = "0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11"
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(Person(id: Ref(id)) { $0.displayNameCache = "Ann" })
      try batch.upsert(
        Person(id: "0193e0b5-7d51-7cc2-9f3b-2f6f1d6f0a12") { $0.displayNameCache = "Ben" })
    }
    for text in [id, "0193e0a4", "0193E0A4-7D51", "0193e0a"] {
      #expect(try await ledger.sam.person(matching: text).id.rawValue == id)
    }
    await #expect(throws: (any Error).self) { try await ledger.sam.person(matching: "0193") }
    let error = await #expect(throws: LedgerError.self) { try await ledger.sam.person(matching: "019") }
    #expect(error?.code == .notFound)
  }

  @Test func severalAreListed() async throws {
    let ledger = try await Practice().ledger
    let error = await #expect(throws: LedgerError.self) { try await ledger.sam.person(matching: "lee") }
    #expect(error?.code == .usage)
    #expect(
      error?.what
        == "'lee' matches 3 people: Ann Lee (Ann.Lee@example.com, ann), Ben Lee (ben@example.com, ben), "
        + "Mía Lee (mia)")
  }

  @Test func aWholeNameBeatsPartsAndTheLivingBeatTheArchived() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(Person(id: "short") { $0.displayNameCache = "Ann" })
      try batch.upsert(Person(id: "long") { $0.displayNameCache = "Annabel" })
      try batch.upsert(Person(id: "old") { ($0.displayNameCache, $0.isArchived) = ("Zoe", true) })
      try batch.upsert(Person(id: "new") { $0.displayNameCache = "Zoé" })
    }
    #expect(try await ledger.sam.person(matching: "ann").id == "short")
    #expect(try await ledger.sam.person(matching: "anna").id == "long")
    #expect(try await ledger.sam.person(matching: "zoe").id == "new")
    #expect(try await ledger.sam.person(matching: "old").id == "old")
  }

  @Test func twoOfOneNameAreAmbiguousAndMoreThanEightAreCut() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit(by: "test") { batch in
      for number in 0..<10 {
        try batch.upsert(Person(id: Ref("p\(number)")) { $0.displayNameCache = "Ann" })
      }
    }
    let error = await #expect(throws: LedgerError.self) { try await ledger.sam.person(matching: "ann") }
    #expect(error?.what.hasPrefix("'ann' matches 10 people: Ann (p0), Ann (p1), ") == true)
    #expect(error?.what.hasSuffix(" and 2 more") == true)
  }

  @Test(arguments: ["", "   ", "\n"]) func noText(_ text: String) async throws {
    let ledger = try await Practice().ledger
    let error = await #expect(throws: LedgerError.self) { try await ledger.sam.person(matching: text) }
    #expect(error?.code == .usage)
  }

  @Test func nobodyAndTheNearest() async throws {
    let ledger = try await Practice().ledger
    let error = await #expect(throws: LedgerError.self) { try await ledger.sam.person(matching: "anm lee") }
    #expect(error?.code == .notFound)
    #expect(error?.advice == "did you mean 'Ann Lee'?")
    let long = String(repeating: "x", count: 100_000)
    let other = await #expect(throws: LedgerError.self) { try await ledger.sam.person(matching: long) }
    #expect((other?.what.count ?? .max) < 100)
  }

  @Test func anyOfSeveralAddresses() async throws {
    let ledger = try await Practice().ledger
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(
        Person(id: "eva") { person in
          person.displayNameCache = "Eva"
          (person.emailCache, person.emailAddresses) = ("eva@home", ["eva@home", "Eva@Work"])
          person.otherEmailAddresses = ["eva@school", "EVA@work"]
        })
    }
    for text in ["eva@home", "EVA@WORK", " eva@school ", "@schoo"] {
      #expect(try await ledger.sam.person(matching: text).id == "eva")
    }
    #expect(try await ledger.sam.people(matching: "eva @school").items.map(\.id) == ["eva"])
    let page = try await ledger.sam.personPage("eva")
    #expect(page?.emails == ["eva@home", "Eva@Work", "eva@school"])
  }

  @Test func whoIsDeletedIsNotFound() async throws {
    let ledger = try await Practice().ledger
    try await ledger.commit(by: "test") { $0.delete(Ref<Person>("ben")) }
    for text in ["ben", "ben@example.com", "Ben Lee"] {
      let error = await #expect(throws: LedgerError.self) { try await ledger.sam.person(matching: text) }
      #expect(error?.code == .notFound)
    }
  }

  @Test func contextsAndProducts() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.context(matching: "the lees").id == "lees")
    #expect(try await ledger.sam.context(matching: "sons").id == "sons")
    #expect(try await ledger.sam.product(matching: "term").id == "term")
    await #expect(throws: LedgerError.self) { try await ledger.sam.context(matching: "lee") }
  }

  @Test func aPersonOrAContext() async throws {
    let ledger = try await Practice().ledger
    func subject(_ text: String) async throws -> Subject {
      try await ledger.withView { try Subject.find(text, in: $0) }
    }
    #expect(try await subject("ann lee") == .person(Mention(id: "ann", name: "Ann Lee")))
    #expect(try await subject("The Lees") == .context(Mention(id: "lees", name: "The Lees")))
    let error = await #expect(throws: LedgerError.self) { _ = try await subject("lee") }
    #expect(error?.what == "'lee' may be the person Ann Lee or the context Lee & Sons")
    let none = await #expect(throws: LedgerError.self) { _ = try await subject("nobody") }
    #expect(none?.code == .notFound)
  }

  /// Against the plainest way to say it: the shortest length at which all prefixes differ from all others.
  @Test(.seeded, arguments: 0..<20) func shortIDsAreUnique(seed: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ seed)
    let ledger = try Ledger.seeded(systems: [.sam])
    let count = Int.random(in: 1...40, using: &random)
    let ids = Set(
      (0..<count).map { _ in
        let head = Bool.random(using: &random) ? "01a1fe1e-1d" : "éa1fe1e2-2"
        return head + String(UInt16.random(in: 0...511, using: &random), radix: 2)
      })
    try await ledger.commit(by: "test") { batch in
      for id in ids { try batch.upsert(Note(id: Ref(id)) { $0.content = "x" }) }
    }
    let shown = Array(ids.shuffled(using: &random).prefix(5))
    let short = try await ledger.withView { $0.shortIDs(shown, among: [Note.kind]) }
    #expect(Set(short.keys) == Set(shown))
    for (id, prefix) in short {
      #expect(id.hasPrefix(prefix))
      #expect(prefix == id || prefix.utf8.count >= 8)
      #expect(prefix == id || ids.allSatisfy { $0 == id || !$0.hasPrefix(prefix) })
    }
  }
}
