import Daybook
import Testing

@testable import SAM

/// Which of several entries speaks for an occurrence, and what is taken back.
struct CalendarSeriesTests {
  private static let source = SyncSource(.calendar, name: "Work")

  private static func moment(_ text: String) -> CalendarItem.Moment {
    Instant(text + ":00.000Z").map { .instant($0) } ?? .day(CivilDay(text)!)
  }

  private static func item(_ uid: String, _ start: String, title: String = "") -> CalendarItem {
    var item = CalendarItem(line: 1, uid: uid, start: moment(start))
    item.title = title
    return item
  }

  /// Three Mondays.
  private static var series: CalendarItem {
    var series = item("s", "2026-07-06T09:00", title: "Series")
    series.occurrences = ["2026-07-06T09:00", "2026-07-13T09:00", "2026-07-20T09:00"].map {
      .init(recurrenceID: moment($0), start: moment($0))
    }
    return series
  }

  private static func override(_ id: String, _ start: String, title: String = "Changed") -> CalendarItem {
    var override = item("s", start, title: title)
    override.recurrenceID = moment(id)
    return override
  }

  private static func plan(
    _ items: [CalendarItem], in state: MemoryState = MemoryState(), window: TimeWindow? = nil,
    expanded: TimeWindow? = nil
  ) throws -> SyncPlan {
    var sync = CalendarSync(window: window, expanded: expanded)
    for item in items { sync.add(item, file: "a.ics", source: source) }
    return try sync.finish(in: state)
  }

  /// The evidence that is there, by title and day.
  private static func shown(_ state: MemoryState) -> [String] {
    (state.held[EvidenceItem.kind] ?? []).filter { $0.isPresent && $0.isAlive }.map {
      "\($0.values["occurredAt"]?.string?.dropFirst(8).prefix(5) ?? "") \($0.values["title"]?.string ?? "")"
    }.sorted()
  }

  private static func shown(_ items: [CalendarItem]) throws -> [String] {
    var state = MemoryState()
    state.apply(try plan(items, in: state))
    return shown(state)
  }

  /// An entry of its own says more than what recurs, whatever their sequence and order.
  @Test func ownEntriesSpeakForOccurrences() throws {
    var series = Self.series
    series.sequence = 9
    let override = Self.override("2026-07-13T09:00", "2026-07-14T09:00")
    let expected = ["06T09 Series", "14T09 Changed", "20T09 Series"]
    #expect(try Self.shown([series, override]) == expected)
    #expect(try Self.shown([override, series]) == expected)
    // Of two of them the greater sequence counts.
    var newer = Self.override("2026-07-13T09:00", "2026-07-15T09:00", title: "Newer")
    newer.sequence = 1
    #expect(try Self.shown([newer, series, override]) == ["06T09 Series", "15T09 Newer", "20T09 Series"])
    // Also one that the rule does not have, and one whose series is elsewhere.
    let other = Self.override("2026-07-07T09:00", "2026-07-08T09:00")
    #expect(try Self.shown([series, other]).contains("08T09 Changed"))
    #expect(try Self.shown([override]) == ["14T09 Changed"])
  }

  @Test func cancelledOnes() throws {
    var cancelled = Self.override("2026-07-13T09:00", "2026-07-13T09:00")
    cancelled.isCancelled = true
    #expect(try Self.shown([Self.series, cancelled]) == ["06T09 Series", "20T09 Series"])
    var state = MemoryState()
    state.apply(try Self.plan([Self.series], in: state))
    // It says so itself, even where the series is not in the file.
    let plan = try Self.plan([cancelled], in: state)
    #expect(plan.counts == [1, 0, 0, 0, 0, 0, 1])
    state.apply(plan)
    #expect(Self.shown(state) == ["06T09 Series", "20T09 Series"])
    #expect(try Self.plan([cancelled], in: state).mutations == [])
    // With the event all of it goes, what was changed too.
    var whole = Self.series
    (whole.isCancelled, whole.occurrences) = (true, nil)
    let changed = Self.override("2026-07-20T09:00", "2026-07-21T09:00")
    state.apply(try Self.plan([whole, changed], in: state))
    #expect(Self.shown(state) == [])
  }

  @Test func cancelledFromSomeDayOn() throws {
    var state = MemoryState()
    state.apply(try Self.plan([Self.series, Self.item("t", "2026-07-22T09:00", title: "Other")], in: state))
    var rest = Self.override("2026-07-13T09:00", "2026-07-13T09:00")
    (rest.isCancelled, rest.occurrences) = (true, [])
    var first = Self.series
    first.occurrences = Array(first.occurrences!.prefix(1))
    state.apply(try Self.plan([first, rest], in: state))
    #expect(Self.shown(state) == ["06T09 Series", "22T09 Other"])
  }

  /// Of a series that the calendar still has, what it no longer has of it goes, in the time that was expanded.
  @Test func movedSeries() throws {
    let time = TimeWindow(
      Instant("2026-07-01T00:00:00.000Z")!, through: Instant("2026-07-16T00:00:00.000Z")!, zone: FixedZone())
    var state = MemoryState()
    state.apply(try Self.plan([Self.series, Self.item("t", "2026-07-07T09:00", title: "Other")], in: state))
    var moved = Self.series
    moved.occurrences = ["2026-07-06T11:00", "2026-07-13T11:00"].map {
      .init(recurrenceID: Self.moment($0), start: Self.moment($0))
    }
    let changed = Self.override("2026-07-13T09:00", "2026-07-14T09:00")
    let plan = try Self.plan([moved, changed], in: state, expanded: time)
    #expect(plan.counts == [2, 0, 3, 2, 1, 0, 1])
    state.apply(plan)
    #expect(
      Self.shown(state) == ["06T11 Series", "07T09 Other", "13T11 Series", "14T09 Changed", "20T09 Series"])
    #expect(try Self.plan([moved, changed], in: state, expanded: time).mutations == [])
    // A single change does not take back the others, and neither does a file that was not read whole.
    #expect(try Self.plan([changed], in: state, expanded: time).mutations == [])
    var partial = CalendarSync(expanded: time)
    partial.add(Self.series, file: "a.ics", source: Self.source)
    partial.skip(file: "a.ics", line: 9, reason: "broken", source: Self.source)
    #expect(try partial.finish(in: state).summary.removed == 0)
  }

  /// Both bounds count; a day lies in the window when it begins there for the user.
  @Test func bothBoundsOfTheWindowCount() throws {
    let zone = FixedZone(seconds: -5 * 3600)
    let window = TimeWindow(
      Instant("2026-07-06T05:00:00.000Z")!, through: Instant("2026-07-08T04:59:00.000Z")!, zone: zone)
    let items = [
      "2026-07-06T04:59", "2026-07-06T05:00", "2026-07-08T04:59", "2026-07-08T05:00", "2026-07-05",
      "2026-07-06", "2026-07-07", "2026-07-08",
    ].map { Self.item($0, $0, title: $0) }
    var state = MemoryState()
    state.apply(try Self.plan(items, in: state))
    let keeper = Self.item("keeper", "2026-01-01T00:00")
    let plan = try Self.plan([keeper], in: state, window: window)
    #expect(plan.counts == [1, 0, 0, 0, 0, 0, 4])
    state.apply(plan)
    #expect(
      Self.shown(state) == [
        "05T00 2026-07-05", "06T04 2026-07-06T04:59", "08T00 2026-07-08", "08T05 2026-07-08T05:00",
      ])
    // What is taken in is what would be taken back.
    let taken = try Self.plan(items, window: window)
    #expect(taken.summary.created == 4)
  }

  /// One calendar's word is not another's, and a file without entries says nothing.
  @Test func eachSourceByItself() throws {
    let window = TimeWindow(
      Instant("2026-07-01T00:00:00.000Z")!, through: Instant("2026-07-31T00:00:00.000Z")!, zone: FixedZone())
    var state = MemoryState()
    state.apply(try Self.plan([Self.item("a", "2026-07-06T09:00", title: "A")], in: state))
    var other = CalendarSync(window: window)
    other.add(
      Self.item("b", "2026-07-07T09:00", title: "B"), file: "b.ics", source: .init(.calendar, name: "B"))
    state.apply(try other.finish(in: state))
    #expect(Self.shown(state) == ["06T09 A", "07T09 B"])
    #expect(try CalendarSync(window: window).finish(in: state).mutations == [])
    // An entry that is too large is still there.
    var large = Self.item("a", "2026-07-06T10:00", title: "A")
    large.notes = String(repeating: "x", count: 1 << 20)
    let plan = try Self.plan([large, Self.item("c", "2026-07-08T09:00")], in: state, window: window)
    #expect(plan.counts == [1, 1, 1, 1, 0, 0, 0])
  }
}
