// The events of a file that share a UID: the recurring event, and the entries that change some of its occurrences.

import DaybookModel

extension CalendarEntry {
  /// One occurrence of a recurring event.
  struct Occurrence: Sendable, Equatable {
    /// Identifies the occurrence: its time by the rule, in the type of the event's start.
    var recurrenceID: Moment
    /// The same, unless a change of this and all later occurrences moved it.
    var start: Moment

    init(recurrenceID: Moment, start: Moment) {
      (self.recurrenceID, self.start) = (recurrenceID, start)
    }
  }
}

struct RecurrenceSeries {
  /// The data beside an entry that its expansion needs.
  struct Member {
    /// Its place in the file's entries.
    var index: Int
    var set: RecurrenceSet
    /// As it stands there.
    var recurrenceID: CivilPoint?
  }

  private let window: TimeWindow
  private var budget = RecurrenceSet.Budget()
  private var masters: [String: Member] = [:]
  private var others: [Member] = []
  private var overrides: [Member] = []

  init(window: TimeWindow) { self.window = window }

  mutating func add(_ member: Member, _ file: CalendarFile) {
    let entry = file.entries[member.index]
    guard member.recurrenceID == nil else {
      overrides.append(member)
      return
    }
    guard let uid = entry.uid else {
      others.append(member)
      return
    }
    if let older = masters[uid] {
      guard entry.supersedes(file.entries[older.index]) else {
        others.append(member)
        return
      }
      others.append(older)
    }
    masters[uid] = member
  }

  /// Sets the occurrences of recurring entries, and the recurrence ids of the entries that override them.
  mutating func expand(_ file: inout CalendarFile) {
    var changes: [String: [Change]] = [:]
    for member in overrides {
      let line = file.entries[member.index].line
      guard let point = member.recurrenceID, let uid = file.entries[member.index].uid,
        let master = masters[uid]
      else {
        if file.entries[member.index].isThisAndFuture {
          file.remarks.append(
            (line, "it changes all later occurrences of an event that is not here; only one is imported"))
        }
        continue
      }
      let position = master.set.position(named: point, &budget)
      let clock = master.set.clock
      file.entries[member.index].recurrenceID = clock.moment(at: position)
      if file.entries[member.index].isThisAndFuture, master.set.isRecurring {
        let shift = member.set.start.seconds - clock.civil(at: position)
        changes[uid, default: []].append(
          Change(position: position, shift: shift, index: member.index, clock: member.set.clock))
      }
    }
    for member in others + masters.values.sorted(by: { $0.index < $1.index }) {
      let uid = file.entries[member.index].uid
      let own = masters[uid ?? ""]?.index == member.index ? changes[uid ?? ""] ?? [] : []
      expand(member, own.sorted { $0.position < $1.position }, &file)
    }
  }

  /// From `position` on, all occurrences belong to another entry, and are moved.
  private struct Change {
    var position: Int64
    var shift: Int64
    var index: Int
    var clock: EventClock
  }

  private mutating func expand(_ member: Member, _ changes: [Change], _ file: inout CalendarFile) {
    var problems = member.set.problems
    if member.set.isRecurring, !member.set.isUnknown {
      var found: [Int: [CalendarEntry.Occurrence]] = [member.index: []]
      for change in changes { found[change.index] = [] }
      let (positions, others) = member.set.positions(in: range(member.set.clock, changes), &budget)
      problems += others.map { (file.entries[member.index].line, $0) }
      for position in positions {
        let id = member.set.clock.moment(at: position)
        guard let change = changes.last(where: { $0.position <= position }) else {
          if window.contains(id) { found[member.index]?.append(.init(recurrenceID: id, start: id)) }
          continue
        }
        let civil = member.set.clock.civil(at: position) + change.shift
        let start = change.clock.moment(at: change.clock.position(ofCivil: civil))
        if window.contains(start) { found[change.index]?.append(.init(recurrenceID: id, start: start)) }
      }
      for (index, occurrences) in found { file.entries[index].occurrences = occurrences }
    }
    file.remarks += problems
    if !problems.isEmpty { file.isWhole = false }
  }

  /// The window in positions, wide enough for what changes moved into it.
  private func range(_ clock: EventClock, _ changes: [Change]) -> Range<Int64> {
    let shifts = changes.map(\.shift)
    let slack: Int64 = changes.isEmpty ? 0 : 2 * 86_400
    let first =
      clock.zone == nil ? window.days.lowerBound * 86_400 : window.first.milliseconds.dividedDown(by: 1000)
    let last =
      clock.zone == nil
      ? window.days.upperBound * 86_400 : window.last.milliseconds.dividedDown(by: 1000) + 1
    let lower = first - max(0, shifts.max() ?? 0) - slack
    let upper = last - min(0, shifts.min() ?? 0) + slack
    let writable = EventTimes.writable
    return max(lower, writable.lowerBound)..<max(lower, min(upper, writable.upperBound))
  }
}

extension TimeWindow {
  fileprivate func contains(_ moment: CalendarEntry.Moment) -> Bool {
    switch moment {
    case .instant(let instant): contains(instant)
    case .day(let day): contains(day)
    }
  }
}

extension CalendarEntry {
  /// Whether this version of an event counts, and not the one read before it.
  fileprivate func supersedes(_ other: CalendarEntry) -> Bool {
    func order(_ entry: CalendarEntry) -> (Int64, Int64) {
      (entry.sequence, (entry.lastModified ?? entry.stamp)?.milliseconds ?? .min)
    }
    return order(self) >= order(other)
  }
}
