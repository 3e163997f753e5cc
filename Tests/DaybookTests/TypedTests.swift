import Daybook
import DaybookTestSupport
import Foundation
import Testing

/// Structs in, events in the log, structs out.
@Suite struct TypedTests {
  @Test func aStructComesBackAsItWasWritten() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let home = Household { $0.address = "Harbour Street 1" }
    let ann = Member {
      $0.name = "Ann Lee"
      $0.email = "ann@lee.example"
      $0.born = CivilDay("1980-03-01")
      $0.household = home.id
    }
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(home)
      try batch.upsert(ann)
    }
    let read = try #require(try await ledger.get(ann.id))
    #expect(read.name == "Ann Lee")
    #expect(read.born == ann.born)
    #expect(read.household == home.id)
    let members = try await ledger.get(home.id)?.members
    #expect(members == [ann.id])
  }

  @Test func onlyWhatDiffersIsWritten() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    var ann = Member {
      $0.name = "Ann Lee"
      $0.email = "ann@lee.example"
    }
    try await ledger.commit { [ann] in try $0.upsert(ann) }
    let nothing = try await ledger.commit { [ann] in try $0.upsert(ann) }
    #expect(nothing.events.isEmpty && nothing.commit == nil)
    ann.name = "Ann Lee-Moor"
    let receipt = try await ledger.commit { [ann] in try $0.upsert(ann) }
    #expect(receipt.events.map(\.mutation.set) == [["name": "Ann Lee-Moor"]])
    #expect(receipt.events.first?.salt != nil)
  }

  @Test func aNaturalKeyFindsItsHolder() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let ben = Member(id: "ben") { ($0.name, $0.email) = ("Ben", "ben@ode.example") }
    let cleo = Member { $0.name = "Cleo" }
    try await ledger.commit { batch in
      try batch.upsert(ben)
      try batch.upsert(cleo)
      try batch.link(ben, \.friends, to: cleo)
    }
    // Made afresh, with an id of its own: whoever holds the key is meant, and only what it says is written.
    let met = Member { ($0.email, $0.born) = (" Ben@Ode.example", CivilDay("1980-03-01")) }
    try await ledger.commit { try $0.upsertByKey(met) }
    let read = try #require(try await ledger.get(ben.id))
    #expect(read.name == "Ben")
    #expect(read.born == met.born)
    #expect(read.friends == [cleo.id])
    #expect(try await ledger.get(met.id) == nil)
    #expect(try await ledger.commit { try $0.upsertByKey(met) }.events.isEmpty)
    // Somebody new gets the id that every machine would give.
    var ids: Set<String> = []
    for ledger in [ledger, try Ledger.inMemory(systems: [.house])] {
      let dora = Member { $0.email = "dora@x.example" }
      ids.insert(try await ledger.commit { try $0.upsertByKey(dora) }.events[0].mutation.id)
    }
    #expect(ids.count == 1)
    // A deleted one comes back with what is said of it, and no more.
    try await ledger.commit { $0.delete(ben) }
    try await ledger.commit { try $0.upsertByKey(met) }
    #expect(try await ledger.get(ben.id)?.name == "")
    #expect(try await ledger.get(ben.id)?.born == met.born)
    for email in [nil, " "] {
      let error = await #expect(throws: LedgerError.self) {
        try await ledger.commit { try $0.upsertByKey(Member { $0.email = email }) }
      }
      #expect(error?.what == "house.member.email is the key and must not be empty")
    }
  }

  @Test func toManyRelationsAreWrittenAsEdges() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let (ann, ben, cleo) = (
      Member { $0.name = "Ann" }, Member { $0.name = "Ben" }, Member { $0.name = "Cleo" }
    )
    try await ledger.commit { batch in for member in [ann, ben, cleo] { try batch.upsert(member) } }
    try await ledger.commit { try $0.link(ann, \.friends, to: ben) }
    var read = try #require(try await ledger.get(ann.id))
    #expect(read.friends == [ben.id])
    read.friends = [cleo.id]
    let receipt = try await ledger.commit { [read] in try $0.upsert(read) }
    #expect(receipt.events.map(\.mutation.op) == [.unlink, .link])
    #expect(try await ledger.get(cleo.id)?.befriendedBy == [ann.id])
    // By the inverse's name it is the same edge.
    try await ledger.commit { try $0.unlink(cleo, \.befriendedBy, from: ann) }
    #expect(try await ledger.get(ann.id)?.friends == [])
  }

  @Test func aNaturalKeyIsOneEntity() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let first = try await ledger.append([
      Mutation(.upsert, kind: "house.member", id: "", set: ["email": " Ann@Lee.example", "name": "Ann"])
    ])
    let second = try await ledger.append([
      Mutation(.upsert, kind: "house.member", id: "", set: ["email": "ann@lee.example ", "name": "Ann Lee"])
    ])
    #expect(first.events.first?.mutation.id == second.events.first?.mutation.id)
    #expect(try await ledger.fetch(Member.self).map(\.name) == ["Ann Lee"])
    // Another entity may not take the key.
    await #expect(throws: LedgerError.self) {
      try await ledger.append([
        Mutation(.upsert, kind: "house.member", id: "other", set: ["email": "ANN@lee.example"])
      ])
    }
    // Neither within one commit.
    await #expect(throws: LedgerError.self) {
      try await ledger.append([
        Mutation(.upsert, kind: "house.member", id: "b1", set: ["email": "ben@x.example"]),
        Mutation(.upsert, kind: "house.member", id: "b2", set: ["email": "ben@x.example"]),
      ])
    }
    #expect(try await ledger.fetch(Member.self).count == 1)
  }

  @Test func deletedAndUpsertedAgainIsANewStart() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let ann = Member {
      $0.name = "Ann"
      $0.email = "ann@lee.example"
    }
    try await ledger.commit { try $0.upsert(ann) }
    try await ledger.commit { $0.delete(ann) }
    #expect(try await ledger.get(ann.id) == nil)
    let again = Member(id: ann.id) { $0.name = "Ann again" }
    let receipt = try await ledger.commit { try $0.upsert(again) }
    #expect(receipt.events.first?.over != nil)
    #expect(try await ledger.get(ann.id)?.email == nil)
    try await ledger.commit { $0.restore(ann) }
    #expect(try await ledger.get(ann.id)?.email == "ann@lee.example")
    #expect(try await ledger.get(ann.id)?.name == "Ann again")
    // The same within one commit.
    try await ledger.commit { batch in
      batch.delete(ann)
      try batch.upsert(Member(id: ann.id) { $0.name = "third" })
    }
    #expect(try await ledger.get(ann.id)?.name == "third")
    #expect(try await ledger.get(ann.id)?.email == nil)
  }

  @Test func theOwnersDeleteHidesAndReturns() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let home = Household { $0.address = "x" }
    let ann = Member {
      $0.name = "Ann"
      $0.household = home.id
    }
    try await ledger.commit { batch in
      try batch.upsert(ann)
      try batch.upsert(home)
    }
    try await ledger.commit { $0.delete(home) }
    #expect(try await ledger.fetch(Member.self).isEmpty)
    try await ledger.commit { $0.restore(home) }
    #expect(try await ledger.fetch(Member.self).count == 1)
  }

  @Test func dismissingWritesWhatTheSchemaSays() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let ann = Member { $0.name = "Ann" }
    try await ledger.commit { try $0.upsert(ann) }
    let receipt = try await ledger.commit { $0.dismiss(ann, why: "moved away") }
    let stamp = try #require(receipt.lastStamp)
    #expect(
      try await ledger.get(kind: "house.member", id: ann.id.rawValue)?["dismissedAt"]
        == .string(stamp.instant.description))
    try await ledger.commit { $0.restore(ann) }
    #expect(try await ledger.get(ann.id)?.dismissedAt == nil)
  }

  @Test(arguments: [
    (Mutation(.upsert, kind: "house.member", id: "1", set: ["nmae": "x"]), "did you mean 'name'?"),
    (Mutation(.upsert, kind: "house.member", id: "1", set: ["name": 5]), "must be a text"),
    (Mutation(.upsert, kind: "house.member", id: "1", set: ["born": "1980-02-30"]), "must be a day"),
    (Mutation(.upsert, kind: "house.member", id: "1", set: ["name": " "]), "must not be blank"),
    (Mutation(.upsert, kind: "house.member", id: "1", set: ["friends": ["2"]]), "use link"),
    (Mutation(.upsert, kind: "house.member", id: "1", set: ["befriendedBy": ["2"]]), "use link"),
    (Mutation(.link, kind: "house.member", id: "1", rel: "freinds", to: "2"), "no relation"),
    (Mutation(.dismiss, kind: "house.household", id: "1"), "cannot be dismissed"),
    (Mutation(.upsert, kind: "house.household", id: ""), "needs an id"),
  ])
  func whatDoesNotFitIsRefusedWhole(_ wrong: Mutation, _ says: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let good = Mutation(.upsert, kind: "house.member", id: "good", set: ["name": "x"])
    do {
      try await ledger.append([good, wrong])
      Issue.record("was taken")
    } catch let error as LedgerError {
      #expect(error.description.contains(says), "\(error)")
      #expect(error.line == 2)
    }
    #expect(try await ledger.fetch(Member.self).isEmpty)
    // The ledger goes on.
    try await ledger.append([good])
    #expect(try await ledger.fetch(Member.self).count == 1)
  }

  @Test func largeDataIsABlob() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let picture = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let ann = Member {
      $0.name = "Ann"
      $0.picture = picture
    }
    let receipt = try await ledger.commit { try $0.upsert(ann) }
    #expect(receipt.events.first?.mutation.set?["picture"]?.object?["$blob"] != nil)
    #expect(try await ledger.get(ann.id)?.picture == picture)
    #expect(try await ledger.commit { try $0.upsert(ann) }.events.isEmpty)
  }

  @Test func aPointInTimeIsWhatWasAuthoredByThen() async throws {
    var options = LedgerOptions.prompt
    let clock = TestClock(1_000_000)
    options.now = { clock.now }
    let ledger = try Ledger.inMemory(systems: [.house], options: options)
    let ann = Member { $0.name = "Ann" }
    try await ledger.commit { try $0.upsert(ann) }
    clock.advance(60_000)
    try await ledger.append([
      Mutation(.upsert, kind: "house.member", id: ann.id.rawValue, set: ["name": "Ann Lee"])
    ])
    #expect(try await ledger.get(ann.id, at: .asOf(Instant(milliseconds: 1_030_000)))?.name == "Ann")
    #expect(try await ledger.get(ann.id)?.name == "Ann Lee")
    #expect(try await ledger.get(ann.id, at: .asOf(Instant(milliseconds: 999_999))) == nil)
  }

  @Test func aFreshStructDoesNotRewriteWhenItWasMade() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    try await ledger.commit { try $0.upsert(Household(id: "h") { $0.address = "a" }) }
    let made = try await ledger.get(Ref<Household>("h"))?.createdAt
    #expect(made != nil && made != Date.unwritten)
    let receipt = try await ledger.commit { try $0.upsert(Household(id: "h") { $0.address = "b" }) }
    #expect(receipt.events.map(\.mutation.set) == [["address": "b"]])
    #expect(try await ledger.get(Ref<Household>("h"))?.createdAt == made)
  }
}
