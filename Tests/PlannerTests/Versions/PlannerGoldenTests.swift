import Daybook
import DaybookTestSupport
import Foundation
import Synchronization
import Testing

@testable import Planner

/// Old logs are read for ever, and programs of both versions share one ledger.
@Suite struct PlannerGoldenTests {
  private static func fixture(_ version: Int64) -> GoldenFixture { GoldenFixture("planner/v\(version)") }

  private static func ledger(
    of versions: [Int64], in folder: TemporaryFolder, _ name: String = "l", system: System? = .planner
  ) async throws -> Ledger {
    for version in versions { try await fixture(version).copy(to: name, in: folder) }
    return try await Ledger.open(name, in: folder, systems: system.map { [$0] } ?? [])
  }

  /// `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) writes the files.
  @Test(arguments: PlannerGoldens.versions)
  func theFilesHoldWhatTheProgramsWrote(version: Int64) async throws {
    let golden = try #require(PlannerGoldens.ledger(version))
    try Self.fixture(version).writeIfAsked(golden, sealing: 2)
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [version], in: folder, system: nil)
    let events = Mutex<[Event]>([])
    try await ledger.history.log { entry in
      events.withLock { $0.append(entry.event) }
      return true
    }
    #expect(events.withLock { $0 } == golden.commits.flatMap(\.events))
  }

  /// What needs no conversion reads as it is, with defaults for what came later.
  @Test func versionOneLight() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [1], in: folder)
    #expect(try await ledger.audit.verify().findings.isEmpty)
    let review = try #require(try await ledger.get(Ref<MeetingRecord>(PlannerGoldens.review)))
    #expect(review.title == "Budget review")
    #expect(review.purpose == "the figures for 2026")
    #expect(review.summary == "Agreed on 40k.")
    #expect(review.attendees == [Ref(PlannerGoldens.ann)])
    #expect(!review.isAllDay && review.calendarAttendees.isEmpty)
    #expect(review.summarizedBy == nil && review.importedFrom == nil && review.calendarNotes == nil)
    let note = try #require(try await ledger.get(Ref<Note>(PlannerGoldens.minutes)))
    #expect(note.richTextType == nil)
    #expect(note.plainText == "Ann brings the figures.")
    #expect(note.richTextData == Data("bplist00 of an old app".utf8))
    // A counter in an old event is not believed.
    let ann = try #require(try await ledger.get(Ref<Person>(PlannerGoldens.ann)))
    #expect(ann.meetingCount == 1)
    #expect(ann.lastInteractionDate == review.startDate)
  }

  /// Vectors are packed, and colours are brought to one form; what is none stays as it is.
  @Test func versionOneConverted() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [1], in: folder)
    let (first, second) = (
      try #require(try await ledger.get(Ref<EmbeddingRecord>(PlannerGoldens.first))),
      try #require(try await ledger.get(Ref<EmbeddingRecord>(PlannerGoldens.second)))
    )
    #expect(first.vector.map(\.bitPattern) == PlannerGoldens.wide.map(\.bitPattern))
    #expect(first.vectorData.count == 1 + 4 * 8)
    #expect(second.vector.map(\.bitPattern) == PlannerGoldens.narrow.map(\.bitPattern))
    #expect(second.vectorData.count == 1 + 4 * 4)
    #expect(first.embedder.isEmpty && first.sourceHash == nil)
    #expect(try await ledger.get(Ref<Tag>(PlannerGoldens.finance))?.color == "#FF5733")
    #expect(try await ledger.get(Ref<Tag>(PlannerGoldens.café))?.color == "teal")
    // A later write is held to the rule of its own field alone.
    try await ledger.append([
      Mutation(.upsert, kind: Tag.kind, id: PlannerGoldens.café, set: ["name": "café"])
    ])
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([
        Mutation(.upsert, kind: Tag.kind, id: PlannerGoldens.café, set: ["color": "blue"])
      ])
    }
    #expect(error?.what.hasPrefix("planner.tag.color must be a colour") == true)
  }

  @Test func versionTwo() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [2], in: folder)
    #expect(try await ledger.audit.verify().findings.isEmpty)
    let standup = try #require(try await ledger.get(Ref<MeetingRecord>(PlannerGoldens.standup)))
    #expect(standup.isAllDay && standup.isRecurring)
    #expect(standup.calendarAttendees == ["ben@example.org"])
    #expect(standup.summarizedBy == "rules")
    #expect(try await ledger.get(Ref<Note>(PlannerGoldens.thought))?.richTextType == .markdown)
    #expect(try await ledger.get(Ref<Tag>(PlannerGoldens.finance))?.color == "#00FF00")
  }

  /// What both wrote, whatever the order in which the files came, and whatever reads them.
  @Test func bothTogether() async throws {
    let folder = try TemporaryFolder()
    var digests: Set<String> = []
    for (index, order) in [[1, 2], [2, 1]].enumerated() {
      for system in [System.planner, Version1.system, nil] {
        let ledger = try await Self.ledger(
          of: order.map { Int64($0) }, in: folder, "l\(index)-\(system?.version ?? 0)", system: system)
        digests.insert(try #require(try await ledger.audit.replay().digest).description)
      }
    }
    #expect(digests.count == 1)
    let ledger = try await Self.ledger(of: [1, 2], in: folder, "all")
    let ann = try #require(try await ledger.get(Ref<Person>(PlannerGoldens.ann)))
    #expect(ann.meetingCount == 2)
    #expect(ann.lastInteractionDate == Date(timeIntervalSince1970: 1_773_014_400))
    let second = try #require(try await ledger.get(Ref<EmbeddingRecord>(PlannerGoldens.second)))
    #expect(second.vector == PlannerGoldens.narrow)
    #expect(second.embedder == "built-in")
    #expect(second.sourceText == "Budget review")
    #expect(second.owner == .meeting(Ref(PlannerGoldens.review)))
  }

  /// Programs of both versions write to their own copies, which are then laid over each other.
  @Test func programsOfBothVersionsShareOneLedger() async throws {
    let folder = try TemporaryFolder()
    let old = try await Self.ledger(of: [1, 2], in: folder, "old", system: Version1.system)
    try await old.commit(by: "old") { batch in
      try batch.upsertByKey(
        Version1.Person { ($0.email, $0.name, $0.meetingCount) = ("CY@example.org", "Cy", 3) })
      try batch.upsertByKey(Version1.Tag { ($0.name, $0.color) = ("new", "abc") })
      batch.append(
        Mutation(
          .upsert, kind: "planner.embeddingRecord", id: PlannerGoldens.second,
          set: ["vectorData": .string([1.0, 2].withUnsafeBytes { Data($0) }.base64EncodedString())]))
    }
    await old.close()
    let new = try await Self.ledger(of: [1, 2], in: folder, "new")
    try await new.commit(by: "new") { batch in
      try batch.upsertByKey(Person { ($0.email, $0.company) = (" cy@Example.org ", "Cy & Co") })
      try batch.upsertByKey(Tag { $0.name = "new" })
    }
    await new.close()
    for (name, other) in [("old", "new"), ("new", "old")] {
      try await folder.run("cp", "-R", other + "/replicas/.", name + "/replicas")
    }
    let both = try await Ledger.open("new", in: folder, systems: [.planner])
    let older = try await Ledger.open("old", in: folder, systems: [Version1.system])
    let digests = (
      try #require(try await both.audit.replay().digest).description,
      try #require(try await older.audit.replay().digest).description
    )
    #expect(digests.0 == digests.1)
    let cy = try await both.fetch(Person.self, where: .compare("email", .equal, "cy@example.org"))
    #expect(cy.map(\.name) == ["Cy"])
    #expect(cy.map(\.company) == ["Cy & Co"])
    #expect(cy.map(\.meetingCount) == [0])
    #expect(
      try await both.fetch(Tag.self, where: .compare("name", .equal, "new")).map(\.color) == ["#AABBCC"])
    #expect(try await both.get(Ref<EmbeddingRecord>(PlannerGoldens.second))?.vector == [1, 2])
  }
}
