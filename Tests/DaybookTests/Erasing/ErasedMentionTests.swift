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
    return try await ledger.erasures.preview(request).mentions.map {
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
    // What is erased itself is not a mention any more.
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "eli"))
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
    func note(_ value: JSONValue, _ type: FieldType) {
      texts.note(value, of: type, from: ErasedTexts.Origin(kind: "house.member", field: "name"))
    }
    note("Ann", .string)
    note("Ann Lee", .string)
    note("local", .enumeration(["local"]))
    note("0193e0a4", .one("sam.person"))
    note(["ann@home.org", "a@b"], .array(.string))
    note(["x": ["Ek & Co", 1]], .any)
    note("----", .string)
    // Numbers and times; a telephone number is neither.
    note(["2026", "12:30", "2026-09-14T08:00:00.000Z", "+351 210 1"], .array(.string))
    note(.string(String(repeating: "long ", count: 100)), .string)
    #expect(Set(texts.origins.keys) == ["Ann Lee", "ann@home.org", "Ek & Co", "+351 210 1"])
  }

  /// What several others have in the same field identifies nobody; a name does, whoever else has it.
  @Test func whatSeveralOthersShareIsNoMention() async throws {
    let ledger = try await place.family()
    func name(_ name: String, _ ids: String...) async throws {
      for id in ids { try await ledger.commit { try $0.upsert(Member(id: Ref(id)) { $0.name = name }) } }
    }
    try await name("imported", "ann")
    try await name("Ann Lee", "ann")
    try await name("imported", "p1", "p2", "p3")
    try await ledger.commit { try $0.upsert(Household(id: "home") { $0.address = "imported" }) }
    #expect(try await mentions(ledger).count == 4)
    try await name("imported", "p4")
    #expect(try await mentions(ledger).isEmpty)
    try await name("Ann Lee", "n1", "n2", "n3", "n4", "n5")
    #expect(try await mentions(ledger).count == 5)
    try await name("Ann Lee", "n6", "n7", "n8", "n9", "n10", "n11")
    #expect(try await mentions(ledger).isEmpty)
  }

  @Test func thePreviewSaysWhom() async throws {
    let ledger = try await place.family()
    try await ledger.commit { try $0.upsert(Member(id: "ben") { $0.name = "after Ann Lee" }) }
    let preview = try await ledger.erasures.preview(ErasureRequest(kind: "house.member", id: "ann"))
    #expect(preview.parts.map(\.name) == ["Ann Lee"] && preview.mentions.map(\.name) == ["after Ann Lee"])
  }

  /// Names stand in reasons and in who wrote something, and in what machines are called, which cannot be erased.
  @Test func reasonsAuthorsAndMachinesAreMentions() async throws {
    let ledger = try await place.family()
    try await ledger.commit(by: "Ann Lee") { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo" }) }
    try await ledger.commit(by: "david", why: "as Ann Lee said") {
      try $0.upsert(Member(id: "dora") { $0.name = "Dora" })
    }
    #expect(try await mentions(ledger) == ["cleo by 1", "dora why 1"])
    let own = try #require(try await ledger.replicas.own().first)
    try await ledger.replicas.rename(own, to: "the laptop of Ann Lee")
    try await ledger.replicas.rename(own, to: "laptop")
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "dora"), why: "Ann Lee asked")
    let found = try await ledger.erasures.preview(ErasureRequest(kind: "house.member", id: "ann")).mentions
    #expect(found.map(\.kind) == ["daybook.erasure", "daybook.replica", "house.member"], "\(found)")
    #expect(found.map(\.fields) == [["why"], ["name"], ["by"]])
    #expect(found.map(\.isErasable) == [false, false, true])
  }

  /// Who asked for somebody by name is among what mentions them.
  @Test func recordsOfReadingsAreMentions() async throws {
    let ledger = try await place.family()
    try await ledger.audit.recordAccess(
      Access {
        ($0.command, $0.arguments, $0.kind, $0.entity) = (
          "get", ["house.member", "Ann Lee"], "house.member", "ann"
        )
      }, by: "david")
    let found = try await ledger.erasures.preview(ErasureRequest(kind: "house.member", id: "ann")).mentions
    #expect(found.map(\.kind) == ["daybook.access"] && found.map(\.fields) == [["arguments"]])
    // It is erased as others are.
    let id = try #require(found.first?.id)
    #expect(
      try await ledger.erasures.erase(ErasureRequest(kind: "daybook.access", id: id)).erasures.count == 1)
    #expect(try await mentions(ledger).isEmpty)
  }
}
