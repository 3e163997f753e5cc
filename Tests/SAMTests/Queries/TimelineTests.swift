import Daybook
import Testing

@testable import SAM

/// What happened to a person and in a context, in the order of time.
@Suite struct TimelineTests {
  @Test func aPersonsTimelineHasEverythingInOrder() async throws {
    let entries = try await Practice().ledger.sam.timeline(of: Ref<Person>("ann")).items
    #expect(entries.map(\.at) == entries.map(\.at).sorted())
    let before = entries.filter { $0.at < Practice.start }.map { "\($0.event.rawValue) \($0.id)" }
    #expect(
      before == [
        "joined p3", "responsibilityBegan r1", "covered c1", "covered c2", "joined p2", "left p3",
        "responsibilityBegan r2", "responsibilityEnded r2", "evidence e0", "evidence e1", "evidence e2",
        "evidence e3", "evidence e4", "evidence e5", "evidence e6", "evidence e7", "consentDecided q4",
        "note n1", "note n2", "consentDue q3", "insight i1", "insight i2", "insight i3",
      ])
    // The other times are those of the writing.
    let events = Set(entries.filter { $0.at >= Practice.start }.map { "\($0.event.rawValue) \($0.id)" })
    #expect(
      events == [
        "consentDue q2", "consentRequired q1", "consentRequired q2", "consentRequired q3",
        "consentRequired q4", "covered c4", "insightDismissed i3",
      ])
  }

  @Test func aTimelineSaysWhoAndWhat() async throws {
    let entries = try await Practice().ledger.sam.timeline(of: Ref<Person>("ann")).items
    func text(_ id: String) -> String? { entries.first { $0.id == id }?.text }
    #expect(text("p2") == "The Lees as client, primaryInsured")
    #expect(text("r1") == "Ann Lee for Mía Lee (minor)")
    #expect(text("c1") == "owner of Term Life 20")
    #expect(text("e0") == "Meeting 0")
    #expect(text("q4") == "dataSharing: granted" || text("q4") == "dataSharing: required")
  }

  @Test func aContextsTimeline() async throws {
    let entries = try await Practice().ledger.sam.timeline(of: Ref<Context>("lees")).items
    let events = Set(entries.map { "\($0.event.rawValue) \($0.id)" })
    #expect(
      events == [
        "joined p1", "joined p2", "productIssued term", "productIssued home", "evidence e0", "evidence e1",
        "note n3", "consentRequired q2", "consentDue q2", "insight i1", "insight i2",
      ])
    #expect(entries.first { $0.id == "p1" }?.text == "Ben Lee as spouse")
  }

  @Test func boundsAreIncludedAndALimitTakesTheLatest() async throws {
    let ledger = try await Practice().ledger
    let window = try await ledger.sam.timeline(
      of: Ref<Person>("ann"), since: Practice.day(-19), until: Practice.day(-16))
    #expect(window.items.map(\.id) == ["e1", "e2", "e3", "e4"])
    let last = try await ledger.sam.timeline(
      of: Ref<Person>("ann"), since: Practice.day(-19), until: Practice.day(-16), limit: 2, offset: 1)
    #expect(last.items.map(\.id) == ["e2", "e3"])
    #expect(last.total == 4)
    #expect(try await ledger.sam.timeline(of: Ref<Person>("never")).items.isEmpty)
  }

  @Test func anAllDayEntryKeepsItsDay() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let ann = Person { $0.displayNameCache = "Ann" }
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(ann)
      let item = EvidenceItem {
        ($0.title, $0.occurredOn) = ("Conference", CivilDay("2026-09-21"))
        $0.occurredAt = Practice.start
      }
      try batch.upsert(item)
      try batch.link(item.id, \.linkedPeople, to: ann.id)
    }
    #expect(try await ledger.sam.timeline(of: ann.id).items.map(\.day?.description) == ["2026-09-21"])
  }
}
