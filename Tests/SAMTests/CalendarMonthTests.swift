import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookCalendars
@testable import DaybookCommands
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A calendar, and the same calendar a month later, with a real ledger around them.
struct CalendarMonthTests {
  private static let source = SyncSource(.calendar, name: "Work")
  private static let zone = ZoneFooter("CET-1CEST,M3.5.0,M10.5.0/3")!
  private static let window = TimeWindow(
    Instant("2026-07-01T00:00:00.000Z")!, through: Instant("2026-08-31T23:59:59.999Z")!, zone: FixedZone())

  private static let july = text([
    "UID:moved\nDTSTART:20260710T100000Z\nSUMMARY:Moves",
    "UID:away\nDTSTART:20260720T100000Z\nSUMMARY:Goes to December",
    "UID:gone\nDTSTART:20260715T100000Z\nSUMMARY:Goes",
    "UID:cancelled\nDTSTART:20260716T100000Z\nSUMMARY:Is cancelled",
    "UID:deleted\nDTSTART:20260717T100000Z\nSUMMARY:The user deletes it",
    "UID:same\nDTSTART;VALUE=DATE:20260718\nSUMMARY:Stays",
    "UID:early\nDTSTART:20260630T100000Z\nSUMMARY:Before the window",
    "UID:w\nDTSTART:20260706T090000\nRRULE:FREQ=WEEKLY;COUNT=5\nSUMMARY:Weekly",
    "UID:c\nDTSTART:20260707T090000\nRRULE:FREQ=WEEKLY;COUNT=2\nSUMMARY:Series",
  ])
  private static let august = text([
    "UID:moved\nDTSTART:20260712T110000Z\nSEQUENCE:1\nSUMMARY:Moves",
    "UID:away\nDTSTART:20261201T100000Z\nSUMMARY:Goes to December",
    "UID:cancelled\nDTSTART:20260716T100000Z\nSUMMARY:Is cancelled\nSTATUS:CANCELLED",
    "UID:deleted\nDTSTART:20260717T100000Z\nSUMMARY:A new title",
    "UID:same\nDTSTART;VALUE=DATE:20260718\nSUMMARY:Stays",
    "UID:early\nDTSTART:20260630T100000Z\nSUMMARY:Before the window, changed",
    "UID:w\nDTSTART:20260706T090000\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20260720T090000\nSUMMARY:Weekly",
    "UID:w\nDTSTART:20260714T100000\nRECURRENCE-ID:20260713T070000Z\nSUMMARY:Weekly, moved",
    "UID:w\nDTSTART:20260803T090000\nRECURRENCE-ID:20260803T070000Z\nSTATUS:CANCELLED\nSUMMARY:Weekly",
    "UID:c\nDTSTART:20260707T090000\nRRULE:FREQ=WEEKLY;COUNT=2\nSUMMARY:Series\nSTATUS:CANCELLED",
    "UID:new\nDTSTART:20260801T080000Z\nSUMMARY:New",
    "UID:newCancelled\nDTSTART:20260801T080000Z\nSTATUS:CANCELLED",
  ])

  private static func text(_ events: [String]) -> String {
    "BEGIN:VCALENDAR\n" + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
  }

  /// The receipt, and each of its events as what it means.
  private static func sync(
    _ text: String, _ ledger: Ledger, source: SyncSource = source, window: TimeWindow? = window
  ) async throws -> (receipt: SyncReceipt, events: [String]) {
    let file = CalendarReader.read(
      Array(text.utf8), localZone: zone, window: window ?? .year(around: Self.window.first, zone: zone))
    let receipt = try await ledger.sync { state, _ in
      var sync = CalendarSync(window: window)
      for entry in file.entries { sync.add(CalendarItem(entry), file: "a.ics", source: source) }
      for skipped in file.skipped {
        sync.skip(file: "a.ics", line: skipped.line, reason: skipped.reason, source: source)
      }
      if !file.isWhole { sync.distrust(source) }
      return try sync.finish(in: state)
    }
    var events: [String] = []
    for mutation in receipt.plan.mutations where mutation.kind == EvidenceItem.kind {
      let evidence = try #require(
        try await ledger.get(kind: mutation.kind, id: mutation.id, includesDeleted: true))
      let name = evidence["sourceUID"]?.string?.dropFirst("eventkit:".count) ?? ""
      let set = (mutation.set ?? [:]).keys.joined(separator: " ")
      events.append(
        "\(mutation.op.rawValue) \(name) \(mutation.present == true ? "present" : "absent") \(set)")
    }
    #expect(receipt.plan.mutations.count == events.count + (events.isEmpty ? 0 : 1))
    return (receipt, events)
  }

  private static func evidence(_ ledger: Ledger) async throws -> [String] {
    try await ledger.query(Query(EvidenceItem.kind, sort: [SortKey("occurredAt")])).rows.map {
      "\($0["occurredAt"]?.string?.prefix(16) ?? "") \($0["title"]?.string ?? "")"
    }
  }

  private static func delete(_ key: String, _ ledger: Ledger) async throws {
    let id = try await ledger.read { $0.entity(EvidenceItem.kind, key: "eventkit:" + key)?.id }
    _ = try await ledger.append([Mutation(.delete, kind: EvidenceItem.kind, id: try #require(id))])
  }

  @Test func aMonthLater() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let first = try await Self.sync(Self.july, ledger)
    #expect(first.receipt.plan.counts == [9, 0, 13, 13, 0, 0, 0])
    // Evidence that is none of this calendar's stays out of it.
    let home = Self.text(["UID:home\nDTSTART:20260711T100000Z\nSUMMARY:Another calendar's"])
    _ = try await Self.sync(home, ledger, source: SyncSource(.calendar, name: "Home"))
    _ = try await ledger.commit(by: "david") { batch in
      try batch.upsert(
        EvidenceItem {
          ($0.title, $0.source, $0.sourceUID) = ("By hand", .calendar, "eventkit:hand")
          $0.occurredAt = .init(timeIntervalSince1970: 1_784_000_000)
        })
    }
    try await Self.delete("deleted", ledger)
    try await Self.delete("w#20260727T070000Z", ledger)

    let second = try await Self.sync(Self.august, ledger)
    #expect(
      second.events == [
        "sync moved present occurredAt sourceComponent",
        "sync away present occurredAt sourceComponent",
        // Its series has another exception.
        "sync w#20260706T070000Z present sourceComponent",
        "sync w#20260713T070000Z present occurredAt sourceComponent title",
        "sync new present importedFrom occurredAt source sourceComponent sourceUID title",
        "sync c#20260707T070000Z absent ",
        "sync c#20260714T070000Z absent ",
        "sync cancelled absent ",
        "sync gone absent ",
        "sync w#20260720T070000Z absent ",
        "sync w#20260803T070000Z absent ",
      ])
    #expect(second.receipt.events == 12)
    #expect(second.receipt.plan.counts == [12, 0, 8, 1, 4, 3, 6])
    #expect(
      try await Self.evidence(ledger) == [
        "2026-07-06T07:00 Weekly", "2026-07-11T10:00 Another calendar's", "2026-07-12T11:00 Moves",
        "2026-07-14T03:33 By hand", "2026-07-14T08:00 Weekly, moved", "2026-07-18T00:00 Stays",
        "2026-08-01T08:00 New", "2026-12-01T10:00 Goes to December",
      ])

    // The same again is nothing; and what is back in the calendar is back, but for what the user deleted.
    let again = try await Self.sync(Self.august, ledger)
    #expect(again.receipt.events == 0)
    #expect(again.receipt.plan.counts == [12, 0, 8, 0, 0, 8, 0])
    let third = try await Self.sync(Self.july, ledger)
    #expect(
      third.events == [
        "sync moved present occurredAt sourceComponent", "sync away present occurredAt sourceComponent",
        "sync gone present ", "sync cancelled present ", "sync w#20260706T070000Z present sourceComponent",
        "sync w#20260713T070000Z present occurredAt sourceComponent title",
        "sync w#20260720T070000Z present ", "sync w#20260803T070000Z present ",
        "sync c#20260707T070000Z present ", "sync c#20260714T070000Z present ",
        "sync new absent ",
      ])
  }

  /// Without a window nothing is taken back for being absent; what is cancelled is.
  @Test func withoutWindow() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    #expect(
      try await Self.sync(Self.july, ledger, window: nil).receipt.plan.counts == [9, 0, 14, 14, 0, 0, 0])
    let second = try await Self.sync(Self.august, ledger, window: nil)
    #expect(
      second.events.filter { $0.contains("absent") } == [
        "sync c#20260707T070000Z absent ", "sync c#20260714T070000Z absent ", "sync cancelled absent ",
        "sync w#20260803T070000Z absent ",
      ])
  }

  /// What cannot be read may be what seems to be gone.
  @Test(arguments: [
    "BEGIN:VEVENT\nUID:x\nEND:VEVENT\n", "BEGIN:VCALENDAR\n",
    "BEGIN:VEVENT\nUID:x\nDTSTART:20260801T000000Z\nRRULE:FREQ=NEVER\nEND:VEVENT\n",
  ])
  func nothingIsTakenBackForWhatWasNotRead(rest: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    _ = try await Self.sync(Self.july, ledger)
    let second = try await Self.sync(Self.august + rest, ledger)
    #expect(!second.events.contains { $0.contains("gone") })
    #expect(second.events.contains { $0.contains("sync cancelled absent") })
    #expect(
      second.receipt.plan.notices.last?.reason
        == "no entry was removed, since the calendar could not be read in full")
  }

  /// A ledger that has a series as one item: its occurrences stand for it now.
  @Test func aSeriesTakenInAsOne() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let one = Self.text(["UID:w\nDTSTART:20260706T090000\nSUMMARY:Weekly"])
    _ = try await Self.sync(one, ledger, window: nil)
    let series = try await Self.sync(Self.july, ledger, window: nil)
    #expect(series.events.filter { $0.contains("absent") } == ["sync w absent "])
    #expect(try await Self.sync(Self.july, ledger, window: nil).receipt.events == 0)
  }

  /// A run that was cut short is finished by the next.
  @Test func halfARun() async throws {
    let whole = try Ledger.inMemory(systems: [.sam])
    let all = try await Self.sync(Self.july, whole).receipt.plan.mutations
    let ledger = try Ledger.inMemory(systems: [.sam])
    _ = try await ledger.append(Array(all.prefix(6)))
    #expect(try await Self.sync(Self.july, ledger).receipt.plan.mutations == Array(all.dropFirst(6)))
    #expect(try await Self.sync(Self.july, ledger).receipt.events == 0)
    #expect(try await Self.evidence(ledger) == Self.evidence(whole))
  }

  /// When each source was last read is known to the machine, though an unchanged run writes no event.
  @Test func timesOfRuns() async throws {
    var options = LedgerOptions()
    let clock = TestClock(Instant("2026-09-01T08:00:00.000Z")!.milliseconds)
    options.now = { clock.now }
    let ledger = try Ledger.inMemory(systems: [.sam], options: options)
    _ = try await Self.sync(Self.july, ledger)
    let first = try #require(try await ledger.replicas.status().sources.first)
    #expect(first.id == "calendar:Work" && first.name == "Work" && first.format == "calendar")
    #expect(first.lastReadAt == Instant("2026-09-01T08:00:00.000Z"))
    clock.advance(60_000)
    #expect(try await Self.sync(Self.july, ledger).receipt.events == 0)
    let second = try #require(try await ledger.replicas.status().sources.first)
    #expect(second.lastSyncedAt == first.lastSyncedAt)
    #expect(second.lastReadAt == Instant("2026-09-01T08:01:00.000Z"))
  }
}
