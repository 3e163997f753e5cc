import Daybook
import DaybookTestSupport
import Foundation
import Testing

/// Plain Swift types are fields, without more than a line each.
@Suite struct PlainTypesTests {
  private static func filled(_ id: Ref<Session> = "s1") throws -> Session {
    let page = try #require(URL(string: "https://example.org/a?b=c%20d#e"))
    let price = try #require(Decimal(string: "12345678901234567890.05"))
    let take = Take(title: "Two", mood: .tense, length: .milliseconds(1500), comment: "loud")
    return Session(id: id) { session in
      (session.title, session.mood, session.volume, session.level) = ("Monday", .calm, .loud, .high)
      session.payment = .fee(price, dueOn: CivilDay("2026-11-21"))
      session.best = take
      session.takes = [Take(title: "One"), take]
      session.moods = [.tense, .calm, .tense]
      session.reference = UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255))
      (session.price, session.length, session.page) = (price, .seconds(-90) - .nanoseconds(1), page)
      session.chord = .both(.note(1), .both(.note(2), .note(3)))
      (session.roles, session.counts) = (["host": .tense], [7: 1])
      (session.maybeMood, session.maybeLevel, session.maybePayment) = (.tense, .low, .free)
      (session.maybeTake, session.maybeTakes) = (take, [take])
      (session.maybeReference, session.maybePrice) = (session.reference, -0.1)
      (session.maybeLength, session.maybePage) = (.seconds(1 << 40), page)
      session.maybeChord = .note(-1)
    }
  }

  private static func json(_ session: Session) throws -> JSONValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try JSONParser.parse(Array(encoder.encode(session)))
  }

  @Test func everyTypeIsWrittenAndReadByASecondLedger() async throws {
    let folder = try await KitchenFolder()
    let writer = try await folder.open([.studio])
    let session = try Self.filled()
    try await writer.commit { batch in
      try batch.upsert(session)
      try batch.upsert(Session(id: "plain"))
    }
    await writer.close()
    let reader = try await folder.open([.studio])
    let read = try #require(try await reader.get(session.id))
    #expect(try Self.json(read) == Self.json(session))
    #expect(
      try Self.json(#require(try await reader.get(Ref<Session>("plain")))) == Self.json(Session(id: "plain")))
    // Nothing of it is a change.
    #expect(try await reader.commit { try $0.upsert(read) }.events.isEmpty)
  }

  @Test func theyAreStoredInFormsThatOthersRead() async throws {
    let ledger = try Ledger.inMemory(systems: [.studio])
    let session = try Self.filled()
    let receipt = try await ledger.commit { try $0.upsert(session) }
    let set = try #require(receipt.events.first?.mutation.set)
    #expect(set["mood"] == "calm" && set["level"] == 9)
    #expect(set["price"]?.description == "12345678901234567890.05")
    #expect(set["length"]?.description == "-90.000000001" && set["maybePrice"] == -0.1)
    #expect(set["page"] == "https://example.org/a?b=c%20d#e")
    #expect(set["best"] == ["title": "Two", "mood": "tense", "length": 1.5, "comment": "loud"])
    #expect(set["roles"] == ["host": "tense"] && set["counts"] == ["7": 1])
    #expect(set["maybePayment"] == ["free": [:]])
  }

  @Test func schemasNameTheirCases() throws {
    let kind = try #require(try SchemaRegistry([.studio])["studio.session"])
    let types: [(String, FieldType)] = [
      ("mood", .enumeration(["calm", "tense"])), ("maybeMood", .enumeration(["calm", "tense"])),
      ("volume", .enumeration(["quiet", "loud"])), ("level", .int), ("maybeLevel", .int), ("payment", .any),
      ("maybePayment", .any), ("chord", .any), ("price", .decimal), ("length", .decimal), ("page", .string),
      ("maybePage", .string), ("moods", .array(.enumeration(["calm", "tense"]))),
      ("counts", .dictionary(.int)),
      ("roles", .dictionary(.enumeration(["calm", "tense"]))),
    ]
    for (name, type) in types { #expect(kind.field(name)?.type == type, "\(name)") }
    for name in ["best", "maybeTake"] {
      guard case .object(let members)? = kind.field(name)?.type else {
        Issue.record("\(name) is not an object")
        continue
      }
      #expect(members.map(\.name) == ["title", "mood", "length", "comment"])
      #expect(members.map(\.type) == [.string, .enumeration(["calm", "tense"]), .decimal, .string])
    }
  }

  @Test func oneMemberIsChangedAndNothingElseIsWritten() async throws {
    let ledger = try Ledger.inMemory(systems: [.studio])
    let session = try Self.filled()
    try await ledger.commit { try $0.upsert(session) }
    let receipt = try await ledger.commit {
      $0.update(session) {
        $0.best.mood = .calm
        $0.takes[1].length = .seconds(2)
      }
    }
    let set = try #require(receipt.events.first?.mutation.set)
    #expect(set.keys.sorted() == ["best", "takes"])
    #expect(set["best"]?.object?["mood"] == "calm" && set["best"]?.object?["comment"] == "loud")
    #expect(try await ledger.get(session.id)?.takes.map(\.length) == [.zero, .seconds(2)])
  }

  @Test func conditionsAndOrdersReadThem() async throws {
    let ledger = try Ledger.inMemory(systems: [.studio])
    let prices = ["0.30", "100", "9.5", "12345678901234567890.05"].compactMap { Decimal(string: $0) }
    let sessions = prices.enumerated().map { index, price in
      Session(id: Ref("s\(index)")) { $0.price = price }
    }
    try await ledger.commit { batch in for session in sessions { try batch.upsert(session) } }
    let sorted = try await ledger.fetch(Session.self, sort: [SortKey("price")])
    #expect(sorted.map(\.price) == prices.sorted())
    let many = try await ledger.fetch(
      Session.self, where: .compare("price", .greater, .number("12345678901234567890.04")))
    #expect(many.map(\.id) == ["s3"])
    #expect(try await ledger.count(Session.self, where: .compare("mood", .equal, "tense")) == 4)
  }

  @Test func whatANewerVersionWroteReadsAsTheDefaultAndStays() async throws {
    let folder = try await KitchenFolder()
    let newer = try await folder.open([])
    let take: JSONObject = ["title": "One", "mood": "furious", "length": 1, "key": "C"]
    let written: JSONObject = [
      "title": "Monday", "mood": "furious", "maybeMood": "furious", "level": 4, "payment": ["barter": [:]],
      "best": .object(take), "takes": [.object(take)], "moods": ["calm", "furious", "tense"],
      "roles": ["host": "furious"], "maybeTake": .object(take), "price": "free", "page": 7,
    ]
    try await newer.append([Mutation(.upsert, kind: Session.kind, id: "s1", set: written)])
    await newer.close()
    let ledger = try await folder.open([.studio])
    let id: Ref<Session> = "s1"
    let read = try #require(try await ledger.get(id))
    #expect(read.mood == .tense && read.maybeMood == nil && read.level == .middle && read.payment == .free)
    #expect(read.price == 0 && read.page == Session().page)
    // A nested member as that of the field's default, and within lists as the first case.
    #expect(read.best == Take(title: "One", mood: .tense, length: .seconds(1)))
    #expect(read.takes == [Take(title: "One", mood: .calm, length: .seconds(1))])
    #expect(read.moods == [.calm, .calm, .tense] && read.roles == ["host": .calm])
    #expect(try await ledger.commit { try $0.upsert(read) }.events.isEmpty)
    let receipt = try await ledger.commit {
      $0.update(id) {
        ($0.title, $0.best.title) = ("Tuesday", "Best")
        $0.takes.append(Take(title: "Two"))
        $0.moods.append(.tense)
      }
    }
    let set = try #require(receipt.events.first?.mutation.set)
    #expect(set.keys.sorted() == ["best", "moods", "takes", "title"])
    #expect(set["best"] == ["title": "Best", "mood": "furious", "length": 1, "key": "C"])
    #expect(set["takes"]?.array?.first == .object(take) && set["takes"]?.array?.count == 2)
    #expect(set["moods"] == ["calm", "furious", "tense", "tense"])
    let row = try #require(try await ledger.get(kind: Session.kind, id: "s1"))
    #expect(row["mood"] == "furious" && row["payment"] == ["barter": [:]] && row["price"] == "free")
  }

  @Test func aNumberThatIsTooLongIsRefused() async throws {
    let ledger = try Ledger.inMemory(systems: [.studio])
    let session = Session { $0.price = .nan }
    let error = await #expect(throws: LedgerError.self) { try await ledger.commit { try $0.upsert(session) } }
    #expect(error?.what == "studio.session.price must be a number that can be stored")
    let long = Mutation(
      .upsert, kind: Session.kind, id: "s1", set: ["price": .number(String(repeating: "9", count: 40))])
    let refusal = await #expect(throws: LedgerError.self) { try await ledger.append([long]) }
    #expect(refusal?.what.hasPrefix("studio.session.price must be a number of at most 38 digits") == true)
  }
}
