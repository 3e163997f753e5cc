import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import Planner

/// The same thing met on two machines that know nothing of each other is one thing.
@Suite struct NaturalKeyTests {
  /// Two copies of one ledger, on two machines.
  private static func machines(_ folder: TemporaryFolder) async throws -> (Ledger, Ledger) {
    var options = LedgerOptions()
    options.stateDirectory = folder.path + "/state-a"
    try await Ledger.create(at: folder.path + "/a", options: options)
    try await folder.run("cp", "-R", "a", "b")
    return (
      try await Ledger.open("a", in: folder, systems: [.planner]),
      try await Ledger.open("b", in: folder, systems: [.planner])
    )
  }

  @Test func twoMachinesMakeOnePerson() async throws {
    let folder = try TemporaryFolder()
    let (a, b) = try await Self.machines(folder)
    try await a.commit(by: "a") { batch in
      try batch.upsertByKey(Person { ($0.email, $0.name) = (" Ann@Example.ORG\n", "Ann Lee") })
      try batch.upsertByKey(Tag { ($0.name, $0.color) = ("Cafe\u{301}", "#112233") })
      try batch.upsertByKey(
        MeetingRecord {
          ($0.eventIdentifier, $0.title, $0.startDate) = ("e#1", "Review", .init(timeIntervalSince1970: 9))
        })
    }
    try await b.commit(by: "b") { batch in
      try batch.upsertByKey(Person { ($0.email, $0.company) = ("ann@example.org", "Lee & Co") })
      try batch.upsertByKey(Tag { $0.name = " Café " })
      try batch.upsertByKey(MeetingRecord { ($0.eventIdentifier, $0.purpose) = ("e#1", "the figures") })
    }
    let (annOfB, eventOfB) = (
      try await b.fetch(Person.self)[0].id, try await b.fetch(MeetingRecord.self)[0].id
    )
    try await b.commit { try $0.link(eventOfB, \.attendees, to: annOfB) }
    await a.close()
    await b.close()
    try await folder.run("cp", "-R", "b/replicas/.", "a/replicas")
    let both = try await Ledger.open("a", in: folder, systems: [.planner])
    let people = try await both.fetch(Person.self)
    #expect(people.map(\.email) == ["ann@example.org"])
    #expect(people.map(\.name) == ["Ann Lee"])
    #expect(people.map(\.company) == ["Lee & Co"])
    #expect(people.map(\.meetingCount) == [1])
    #expect(people.map(\.lastInteractionDate) == [Date(timeIntervalSince1970: 9)])
    let tags = try await both.fetch(Tag.self)
    #expect(tags.map(\.name) == ["Café"])
    #expect(tags.map(\.color) == ["#112233"])
    let meetings = try await both.fetch(MeetingRecord.self)
    #expect(meetings.map(\.title) == ["Review"])
    #expect(meetings.map(\.purpose) == ["the figures"])
    #expect(meetings.map(\.attendees) == [[annOfB]])
  }

  /// Two machines read the same calendar, and know nothing of each other: one meeting, one guest, and nothing to
  /// write for whoever reads it again.
  @Test func oneCalendarOnTwoMachines() async throws {
    let folder = try TemporaryFolder()
    let (a, b) = try await Self.machines(folder)
    let file = [
      (
        path: "w.ics",
        bytes: CalendarFiles.text("UID:r\nDTSTART:20260914T080000Z\nATTENDEE;CN=Ann:mailto:Ann@x.org")
      )
    ]
    try await CalendarFiles.sync(file, into: a)
    try await CalendarFiles.sync(file, into: b)
    await a.close()
    await b.close()
    try await folder.run("cp", "-R", "b/replicas/.", "a/replicas")
    let both = try await Ledger.open("a", in: folder, systems: [.planner])
    #expect(try await both.fetch(MeetingRecord.self).map(\.attendees.count) == [1])
    #expect(try await both.fetch(Person.self).map(\.meetingCount) == [1])
    #expect(try await both.conflicts.list().isEmpty)
    #expect(try await CalendarFiles.sync(file, into: both).plan.mutations == [])
  }

  /// One machine gives an embedding to a note, the other to another meeting: both are kept, and it is of one.
  @Test func anEmbeddingWithTwoOwners() async throws {
    let folder = try TemporaryFolder()
    let (a, b) = try await Self.machines(folder)
    try await a.commit { batch in
      for id in ["m", "other"] { try batch.upsert(MeetingRecord(id: Ref(id)) { $0.eventIdentifier = id }) }
      try batch.upsert(Note(id: "n"))
      try batch.upsert(EmbeddingRecord(id: "e") { $0.meetingRecord = "m" })
    }
    await a.close()
    try await folder.run("cp", "-R", "a/replicas/.", "b/replicas")
    let moved = try await Ledger.open("a", in: folder, systems: [.planner])
    try await moved.append([
      Mutation(
        .upsert, kind: EmbeddingRecord.kind, id: "e",
        set: ["meetingRecord": .null, "note": "n", "sourceType": "note"])
    ])
    await moved.close()
    await b.close()
    let other = try await Ledger.open("b", in: folder, systems: [.planner])
    try await other.append([
      Mutation(.upsert, kind: EmbeddingRecord.kind, id: "e", set: ["meetingRecord": "other"])
    ])
    await other.close()
    try await folder.run("cp", "-R", "b", "both")
    try await folder.run("cp", "-R", "a/replicas/.", "both/replicas")
    let both = try await Ledger.open("both", in: folder, systems: [.planner])
    let embedding = try #require(try await both.get(Ref<EmbeddingRecord>("e")))
    #expect(embedding.meetingRecord == "other" && embedding.note == "n")
    #expect(embedding.owner == .note("n"))
    #expect(try await both.get(Ref<Note>("n"))?.embeddings == ["e"])
    // A write of anything else is not in the way; one of an owner puts it right.
    try await both.append([Mutation(.upsert, kind: EmbeddingRecord.kind, id: "e", set: ["chunkIndex": 2])])
    try await both.append([
      Mutation(.upsert, kind: EmbeddingRecord.kind, id: "e", set: ["meetingRecord": .null])
    ])
    #expect(try await both.get(Ref<EmbeddingRecord>("e"))?.owner == .note("n"))
  }

  /// Whoever writes a key, it is stored in its one form; the same again writes nothing.
  @Test func oneForm() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.append([
      Mutation(.upsert, kind: Person.kind, id: "", set: ["email": "  ANN@Example.org "]),
      Mutation(.upsert, kind: Tag.kind, id: "", set: ["name": " Cafe\u{301} "]),
    ])
    let ann = try #require(try await ledger.fetch(Person.self).first)
    #expect(ann.email == "ann@example.org")
    let name = try #require(try await ledger.fetch(Tag.self).first).name
    #expect(Array(name.unicodeScalars) == Array("Caf\u{E9}".unicodeScalars))
    let again = try await ledger.commit { try $0.upsertByKey(Person { $0.email = "ann@EXAMPLE.org" }) }
    #expect(again.events.isEmpty)
  }

  private static let bad: [(kind: String, set: JSONObject, what: String)] = [
    (Person.kind, ["email": "ann"], "planner.person.email must be an address"),
    (Person.kind, ["email": "a b@x"], "planner.person.email must be an address"),
    (Person.kind, ["email": "@x"], "planner.person.email must be an address"),
    (Person.kind, ["email": " "], "planner.person.email is the key and must not be empty"),
    (Person.kind, ["name": "Ann"], "a planner.person needs an id"),
    (Tag.kind, ["name": "t", "color": "red"], "planner.tag.color must be a colour"),
    (Tag.kind, ["name": "t", "color": "#12345G"], "planner.tag.color must be a colour"),
    (MeetingRecord.kind, ["title": "t"], "a planner.meetingRecord needs an id"),
    (
      MeetingRecord.kind,
      ["eventIdentifier": "e", "startDate": "2026-01-02T00:00:00Z", "endDate": "2026-01-01T00:00:00Z"],
      "planner.meetingRecord.endDate must not be before startDate"
    ),
    (Person.kind, ["email": "a@x", "meetingCount": 3], "planner.person.meetingCount is computed"),
    (Person.kind, ["email": "a@x", "lastInteractionDate": .null], "planner.person.lastInteractionDate is"),
    (Person.kind, ["email": "a@x", "nmae": "x"], "planner.person has no field 'nmae'"),
    (EmbeddingRecord.kind, ["note": "n"], "a planner.embeddingRecord needs an id"),
  ]

  @Test(arguments: bad)
  func anEntityWithoutItsKeyIsRefused(kind: String, set: JSONObject, what: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([Mutation(.upsert, kind: kind, id: "", set: set)])
    }
    #expect(error?.what.hasPrefix(what) == true, "\(error?.what ?? "")")
    #expect(try await ledger.query(Query(kind)).rows.isEmpty)
  }

  /// An entity made under an id of its own keeps the rules too.
  @Test(arguments: [MeetingRecord.kind, Person.kind, Tag.kind, EmbeddingRecord.kind])
  func nothingIsMadeEmpty(kind: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([Mutation(.upsert, kind: kind, id: "x")])
    }
    #expect(error?.code == .badData)
    #expect(error?.what.hasPrefix(kind + ".") == true)
  }

  @Test func aWriteStampsCreationAndChange() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { try $0.upsert(Note(id: "n") { $0.title = "a" }) }
    let made = try #require(try await ledger.get(Ref<Note>("n")))
    #expect(made.createdAt == made.updatedAt && made.createdAt != .unwritten)
    try await ledger.append([Mutation(.upsert, kind: Note.kind, id: "n", set: ["title": "b"])])
    let changed = try #require(try await ledger.get(Ref<Note>("n")))
    #expect(changed.createdAt == made.createdAt)
    #expect(changed.updatedAt >= made.updatedAt)
  }
}
