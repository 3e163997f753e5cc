import DaybookModel
import DaybookTestSupport
import Testing

@testable import Daybook

/// The preview of an erasure names other entities that hold a text of it.
@Suite struct ErasedMentionTests {
  private let place: RepairTests.Place

  init() throws { place = try RepairTests.Place() }

  private func mentions(_ ledger: Ledger, _ fields: String...) async throws -> [String] {
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = fields
    return try await ledger.previewErasure(request).mentions.map {
      "\($0.id) \($0.fields.sorted().joined(separator: ",")) \($0.lines)"
    }
  }

  @Test func whatHoldsATextIsNamed() async throws {
    let ledger = try await place.family()
    #expect(try await mentions(ledger).isEmpty)
    try await ledger.commit {
      try $0.upsert(Member(id: "cleo") { $0.name = "a friend of Ann Lee, and of others" })
      // Part of a word is none.
      try $0.upsert(Member(id: "dora") { $0.name = "Joann Leeward" })
      try $0.upsert(Household(id: "home") { $0.address = "(lee@example.com)" })
      try $0.upsert(Member(id: "eli") { $0.name = "Ann Lee" })
    }
    // Written over, and deleted: the log has it still.
    try await ledger.commit { try $0.upsert(Member(id: "eli") { $0.name = "Eli" }) }
    try await ledger.append([Mutation(.delete, kind: "house.member", id: "cleo")])
    #expect(try await mentions(ledger) == ["home address 1", "cleo name 1", "eli name 1"])
    #expect(try await mentions(ledger, "email") == ["home address 1"])
    // What is erased itself is no mention any more.
    try await ledger.erase(ErasureRequest(kind: "house.member", id: "eli"))
    #expect(try await mentions(ledger) == ["home address 1", "cleo name 1"])
  }

  @Test func textsThatLinesSpellOtherwiseAreFound() async throws {
    let ledger = try await place.family()
    let name = "Ann \"the\tElder\" Østergård"
    try await ledger.commit {
      try $0.upsert(Member(id: "ann") { $0.name = name })
      try $0.upsert(Member(id: "ben") { $0.name = "after \(name)!" })
    }
    #expect(try await mentions(ledger) == ["ben name 1"])
  }

  @Test(arguments: [
    ("a friend of Ann Lee", "Ann Lee", true), ("Ann Lee", "Ann Lee", true), ("Ann Leeward", "Ann Lee", false),
    ("Joann Leeward, Ann Lee.", "Ann Lee", true), ("Mann Lee", "Ann Lee", false),
    ("ann lee", "Ann Lee", false),
    ("(+351 210)", "+351 210", true), ("x+351 210", "+351 210", true), ("+351 2100", "+351 210", false),
    ("Østergårdén", "Østergård", false), ("zu Østergård", "Østergård", true), ("李明来了", "李明", true),
    ("", "Ann Lee", false),
  ])
  func aTextStandsAsWordsOfItsOwn(_ text: String, _ wanted: String, _ isThere: Bool) {
    #expect(text.holdsWords(Array(wanted.utf8)) == isThere)
  }

  @Test func onlyWhatPeopleWriteIsLookedFor() throws {
    var texts = ErasedTexts()
    texts.note("Ann", of: .string)
    texts.note("Ann Lee", of: .string)
    texts.note("local", of: .enumeration(["local"]))
    texts.note("0193e0a4", of: .one("sam.person"))
    texts.note(["ann@home.org", "a@b"], of: .array(.string))
    texts.note(["x": ["Ek & Co", 1]], of: .any)
    texts.note("----", of: .string)
    texts.note(.string(String(repeating: "long ", count: 100)), of: .string)
    #expect(texts.texts == ["Ann Lee", "ann@home.org", "Ek & Co"])
  }
}
