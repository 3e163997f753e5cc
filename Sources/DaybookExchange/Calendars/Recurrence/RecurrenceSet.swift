// One event's occurrences: what RRULE and RDATE give, without what EXRULE and EXDATE take (RFC 5545, 3.8.5).

import DaybookModel

struct RecurrenceSet {
  /// The limit of work for an event, and for a file.
  struct Budget {
    /// Days and ticks looked at.
    var steps = 50_000_000
    var occurrences = 250_000
  }

  static let stepsMax = 500_000
  static let occurrencesMax = 10_000

  let start: CivilTime
  let clock: EventClock
  private(set) var isRecurring = false
  private var rules: [RecurrenceRule] = []
  private var exclusions: [RecurrenceRule] = []
  private var dates: [CivilPoint] = []
  private var excludedDates: [CivilPoint] = []
  /// Lines that cannot be read.
  private(set) var problems: [(line: Int, reason: String)] = []

  /// Whether it recurs, but no readable line says when.
  var isUnknown: Bool { isRecurring && rules.isEmpty && dates.isEmpty }

  init(start: CivilTime, clock: EventClock) { (self.start, self.clock) = (start, clock) }

  mutating func read(_ line: ContentLine, zone: (String?) -> any ZoneOffsets) {
    guard !line.value.trimmedASCII.isEmpty else { return }
    switch line.name {
    case "RRULE", "EXRULE":
      if line.name == "RRULE" { isRecurring = true }
      do throws(UnreadableRule) {
        let rule = try RecurrenceRule(line.value)
        if start.isDay, rule.frequency.isWithinDay {
          throw UnreadableRule("FREQ=\(rule.frequency.rawValue.uppercased()) needs a time, not a date")
        }
        if line.name == "RRULE" { rules.append(rule) } else { exclusions.append(rule) }
      } catch {
        note(line, error.reason)
      }
    case "RDATE", "EXDATE":
      if line.name == "RDATE" { isRecurring = true }
      let (points, rest) = CivilPoint.all(in: line, zone: zone)
      if line.name == "RDATE" { dates += points } else { excludedDates += points }
      if let text = rest.first { note(line, "'\(text.prefix(40))' is not a time") }
    default: break
    }
  }

  private mutating func note(_ line: ContentLine, _ reason: String) {
    problems.append((line.number, "\(line.name) cannot be followed: \(reason)"))
  }

  /// Positions in `range`, ascending, and what of the set could not be followed.
  func positions(in range: Range<Int64>, _ budget: inout Budget) -> (found: [Int64], problems: [String]) {
    // Clocks are never a whole day apart from UTC.
    let civil =
      clock.zone == nil ? range : range.lowerBound - 90_000..<range.upperBound + 90_000
    var problems: [String] = []
    var found: [Int64: Int64] = [:]
    func add(_ seconds: Int64) {
      let position = clock.position(ofCivil: seconds)
      if range.contains(position), found[position] == nil { found[position] = seconds }
    }
    // Without a rule the start is an occurrence too.
    add(start.seconds)
    for point in dates {
      let position = clock.position(of: point, start: start)
      if range.contains(position) { found[position] = clock.civil(at: position) }
    }
    for rule in rules {
      follow(rule, civil, &budget, &problems) { seconds in
        add(seconds)
        return found.count <= RecurrenceSet.occurrencesMax
      }
    }
    exclude(from: &found)
    for rule in exclusions {
      follow(rule, civil, &budget, &problems) { seconds in
        found[clock.position(ofCivil: seconds)] = nil
        return true
      }
    }
    let positions = found.keys.sorted()
    let allowed = min(RecurrenceSet.occurrencesMax, budget.occurrences)
    budget.occurrences -= min(allowed, positions.count)
    guard positions.count > allowed else { return (positions, problems) }
    problems.append(
      allowed == RecurrenceSet.occurrencesMax
        ? "it has more than \(allowed) occurrences in the window; only the first \(allowed) are imported"
        : "the calendar has too many occurrences in the window; of this entry only \(allowed) are imported")
    return (Array(positions.prefix(allowed)), problems)
  }

  private func exclude(from found: inout [Int64: Int64]) {
    var days: Set<Int64> = []
    for point in excludedDates {
      // For a timed event, a date means all occurrences on that day.
      if clock.zone != nil, point.civil.isDay { days.insert(point.civil.day.daysSince1970) }
      found[clock.position(of: point, start: start)] = nil
    }
    if !days.isEmpty { found = found.filter { !days.contains($0.value.dividedDown(by: 86_400)) } }
  }

  /// As far as the budget goes.
  private func follow(
    _ rule: RecurrenceRule, _ civil: Range<Int64>, _ budget: inout Budget, _ problems: inout [String],
    _ body: (Int64) -> Bool
  ) {
    let allowed = min(RecurrenceSet.stepsMax, budget.steps)
    var steps = allowed
    let end = rule.walk(from: start, in: civil, steps: &steps) { seconds in
      isAfter(rule.until, seconds) ? false : body(seconds)
    }
    budget.steps -= allowed - max(0, steps)
    if let end {
      let day = CivilDay(daysSince1970: end.dividedDown(by: 86_400))
      problems.append("its rule takes too long to follow; it was followed until \(day) only")
    }
  }

  /// A date as UNTIL includes its whole day. For an all-day event, the day counts as written.
  private func isAfter(_ until: RecurrenceRule.Until?, _ civil: Int64) -> Bool {
    guard let until else { return false }
    if clock.zone == nil || until.civil.isDay {
      return civil.dividedDown(by: 86_400) > until.civil.day.daysSince1970
    }
    return until.isUTC ? clock.position(ofCivil: civil) > until.civil.seconds : civil > until.civil.seconds
  }

  /// The occurrence that a RECURRENCE-ID names.
  func position(named point: CivilPoint, _ budget: inout Budget) -> Int64 {
    let position = clock.position(of: point, start: start)
    guard clock.zone != nil, point.civil.isDay else { return position }
    // A date of a timed event names the occurrence on that day, even if not at the usual time.
    let day = point.civil.seconds
    let range = clock.position(ofCivil: day)..<clock.position(ofCivil: day + 86_400)
    let found = positions(in: range, &budget).found
    return found.contains(position) ? position : found.first ?? position
  }
}
