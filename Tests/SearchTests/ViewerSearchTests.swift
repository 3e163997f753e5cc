import Daybook
import DaybookTestSupport
import Testing

private struct ClubMember: Entity {
  var id = ID()
  var name = ""
  init() {}
  static let schema = Schema("club.member") {}
}

private struct Letter: Entity {
  var id = ID()
  var title = ""
  var text = ""
  var recipient = ""
  var secret = ""
  init() {}
  static let schema = Schema("club.letter") { Sensitive(\.secret) }
}

extension System {
  fileprivate static let club = System(
    "club", version: 1, kinds: [ClubMember.self, Letter.self],
    access: AccessRules(
      viewers: "club.member",
      reads: { entity, viewer in
        entity.kind == "club.letter" ? entity.value("recipient").string == viewer : entity.id == viewer
      }, writes: { _, _, _ in }))
}

/// Who looks as somebody finds what this one may read, and learns nothing of the rest.
@Suite struct ViewerSearchTests {
  private static let viewer = Viewer(kind: "club.member", id: "ann")

  private static func letter(_ number: Int, to recipient: String, _ library: inout RandomLibrary) -> Mutation
  {
    Mutation(
      .upsert, kind: "club.letter", id: "letter-\(number)",
      set: [
        "title": .string(library.text()), "text": .string(library.text() + " " + library.text()),
        "recipient": .string(recipient), "secret": .string(library.text()),
      ])
  }

  /// The same letters in a ledger that has no others give the same answer, to the last figure.
  @Test(.seeded) func nothingDependsOnTheRest() async throws {
    for round in 0..<10 {
      var library = RandomLibrary(TestSeed.current &+ UInt64(round))
      let (all, own) = (try Ledger.seeded(systems: [.club]), try Ledger.seeded(systems: [.club]))
      let member = Mutation(.upsert, kind: "club.member", id: "ann", set: ["name": "Ann"])
      for ledger in [all, own] { try await ledger.append([member]) }
      for number in 0..<40 {
        let isOwn = Bool.random(using: &library.random)
        let letter = Self.letter(number, to: isOwn ? "ann" : "ben", &library)
        try await all.append([letter])
        if isOwn { try await own.append([letter]) }
      }
      for _ in 0..<20 {
        var request = SearchRequest(library.question(), limit: 5)
        request.viewer = Self.viewer
        request.reveals = Bool.random(using: &library.random)
        let found = try? await all.search(request)
        let expected = try? await own.search(request)
        #expect(found == expected, "\(request.text)")
        if let found { #expect(found.hits.count == min(5, found.count)) }
      }
    }
  }

  @Test func whatIsSharedOrTakenBackFollows() async throws {
    let ledger = try Ledger.inMemory(systems: [.club])
    try await ledger.append([
      Mutation(.upsert, kind: "club.member", id: "ann", set: ["name": "Ann"]),
      Mutation(.upsert, kind: "club.letter", id: "l", set: ["title": "Plans", "recipient": "ben"]),
      Mutation(.upsert, kind: "other.thing", id: "t", set: ["title": "Plans"]),
    ])
    #expect(try await ledger.search("plans").count == 2)
    #expect(try await ledger.search("plans", as: Self.viewer).isEmpty)
    let share = Mutation(.upsert, kind: "club.letter", id: "l", set: ["recipient": "ann"])
    try await ledger.append([share])
    #expect(try await ledger.search("plans", as: Self.viewer).map(\.id) == ["l"])
    try await ledger.append([Mutation(.upsert, kind: "club.letter", id: "l", set: ["recipient": "ben"])])
    #expect(try await ledger.search("plans", as: Self.viewer).isEmpty)
    // Kinds that nobody opened to viewers are refused, there or not.
    for kind in ["other.thing", "no.such"] {
      await #expect { try await ledger.search("plans", kinds: [kind], as: Self.viewer) } throws: {
        ($0 as? LedgerError)?.code == .refused
      }
    }
  }
}
