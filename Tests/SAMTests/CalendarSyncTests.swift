import Daybook
import Testing

@testable import SAM

private let calendar = SyncSource(.calendar, name: "Work")

private func plan(_ items: [CalendarItem], in state: MemoryState) throws -> SyncPlan {
  var sync = CalendarSync()
  for item in items { sync.add(item, file: "work.ics", source: calendar) }
  return try sync.finish(in: state)
}

private func item(_ uid: String?, _ start: String = "2026-07-01T10:00:00.000Z", line: Int = 1) -> CalendarItem
{
  let moment = Instant(start).map { CalendarItem.Moment.instant($0) } ?? .day(CivilDay(start)!)
  return CalendarItem(line: line, uid: uid, start: moment)
}

private var meeting: CalendarItem {
  var meeting = item("m")
  meeting.title = "Review"
  meeting.notes = "Bring\nthe policy"
  meeting.location = "Room 1"
  meeting.participants = [
    ParticipantHint(name: "Ann", email: "ann@x", isOrganizer: true),
    ParticipantHint(email: "bob@x", role: "REQ-PARTICIPANT", status: "ACCEPTED"),
  ]
  return meeting
}

struct CalendarSyncTests {
  @Test func firstRunThenNothing() throws {
    var state = MemoryState()
    let first = try plan([meeting, item("d", "2026-07-02")], in: state)
    #expect(
      first.sets("sam.evidenceItem") == [
        [
          "sourceUID": "eventkit:m", "source": "calendar", "importedFrom": "calendar:Work", "title": "Review",
          "snippet": "Room 1 · Bring the policy", "bodyText": "Bring\nthe policy",
          "occurredAt": "2026-07-01T10:00:00.000Z",
          "participantHints": [
            ["name": "Ann", "email": "ann@x", "isOrganizer": true],
            ["email": "bob@x", "role": "REQ-PARTICIPANT", "status": "ACCEPTED", "isOrganizer": false],
          ],
          "proposedLinks": [
            [
              "targetKind": "sam.person", "targetID": "id of contacts:ann <ann@x>", "displayName": "Ann",
              "email": "ann@x", "confidence": 0.3, "status": "pending",
              "reason": "nobody in the ledger has this address or name",
            ],
            [
              "targetKind": "sam.person", "targetID": "id of contacts:<bob@x>", "displayName": "bob@x",
              "email": "bob@x", "confidence": 0.3, "status": "pending",
              "reason": "nobody in the ledger has this address or name",
            ],
          ],
        ],
        [
          "sourceUID": "eventkit:d", "source": "calendar", "importedFrom": "calendar:Work",
          "occurredAt": "2026-07-02T00:00:00.000Z", "occurredOn": "2026-07-02",
        ],
      ])
    #expect(first.sets("daybook.source") == [["name": "Work", "format": "calendar"]])
    #expect(first.mutations.allSatisfy { $0.op == .sync && $0.present == true })
    #expect(first.counts == [2, 0, 2, 2, 0, 0, 0])
    state.apply(first)
    let second = try plan([meeting, item("d", "2026-07-02")], in: state)
    #expect(second.mutations == [])
    #expect(second.counts == [2, 0, 2, 0, 0, 2, 0])
  }

  @Test func onlyWhatChanged() throws {
    var state = MemoryState()
    state.apply(try plan([meeting, item("d", "2026-07-02")], in: state))
    var moved = meeting
    moved.start = item("", "2026-07-01T11:00:00.000Z").start
    moved.participants[1].status = nil
    var emptied = item("d")
    emptied.title = ""
    let second = try plan([moved, emptied], in: state)
    let sets = second.sets("sam.evidenceItem")
    #expect(sets.map(\.keys) == [["occurredAt", "participantHints"], ["occurredAt", "occurredOn"]])
    #expect(sets.last?["occurredOn"] == .null)
    #expect(second.counts == [2, 0, 2, 0, 2, 0, 0])
  }

  /// The user's word on evidence is not the calendar's to change.
  @Test func whatTheUserDidStays() throws {
    var state = MemoryState()
    state.apply(try plan([meeting], in: state))
    state.change("sam.evidenceItem", key: "eventkit:m") { $0.values["state"] = "done" }
    #expect(try plan([meeting], in: state).mutations == [])
    state.change("sam.evidenceItem", key: "eventkit:m") { $0.isAlive = false }
    var changed = meeting
    changed.title = "New"
    #expect(try plan([changed], in: state).mutations == [])
  }

  @Test func occurrencesAreTheirOwn() throws {
    var override = item("m", line: 7)
    override.recurrenceID = .instant(Instant("2026-07-08T10:00:00.000Z")!)
    var allDay = item("m", line: 8)
    allDay.recurrenceID = .day(CivilDay("2026-07-09")!)
    let plan = try plan([meeting, override, allDay], in: MemoryState())
    #expect(
      plan.sets("sam.evidenceItem").map { $0["sourceUID"] } == [
        "eventkit:m", "eventkit:m#20260708T100000Z", "eventkit:m#20260709",
      ])
    #expect(plan.summary.occurrences == 3)
  }

  @Test func withoutUID() throws {
    var first = item(nil)
    first.title = " The  Event"
    #expect(CalendarEvidence.key(first.eventIdentifier) == "eventkit:20260701T100000Z/the event")
    var notes = item(nil, "2026-07-01")
    notes.notes = "Wrong event"
    #expect(CalendarEvidence.key(notes.eventIdentifier) == "eventkit:20260701/wrong event")
    var state = MemoryState()
    state.apply(try plan([first, notes], in: state))
    #expect(try plan([first, notes], in: state).mutations == [])
  }

  /// Of two versions the greater sequence counts, then the later change, then the later in the file.
  @Test(arguments: [
    (2, 0, 1, 9, "a"), (1, 9, 2, 0, "b"), (1, 5, 1, 3, "a"), (1, 3, 1, 5, "b"), (1, 3, 1, 3, "b"),
  ])
  func oneEntryTwice(
    sequence: Int64, modified: Int64, otherSequence: Int64, otherModified: Int64, title: String
  ) throws {
    var (first, second) = (item("m"), item("m", line: 9))
    (first.title, first.sequence, first.modified) = ("a", sequence, Instant(milliseconds: modified))
    (second.title, second.sequence, second.modified) = (
      "b", otherSequence, Instant(milliseconds: otherModified)
    )
    var state = MemoryState()
    let plan1 = try plan([first, second], in: state)
    #expect(plan1.sets("sam.evidenceItem").map { $0["title"]?.string } == [title])
    #expect(plan1.counts == [2, 0, 1, 1, 0, 0, 0])
    #expect(plan1.notices.count == 1)
    state.apply(plan1)
    #expect(try plan([first, second], in: state).mutations == [])
  }

  @Test func tooLarge() throws {
    var large = meeting
    large.notes = String(repeating: "x", count: 1 << 20)
    let plan = try plan([large, item("d")], in: MemoryState())
    #expect(plan.counts == [1, 1, 1, 1, 0, 0, 0])
    #expect(plan.skipped.map(\.description) == ["work.ics:1: the entry is too large for one event"])
  }
}
