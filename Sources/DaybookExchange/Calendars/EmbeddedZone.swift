// A VTIMEZONE as a list of changes. Rules that no real zone has (such as every second) are not followed.

import DaybookModel

struct EmbeddedZone: ZoneOffsets {
  private struct Change {
    var at: Int64
    var from: Int64
    var to: Int64
  }

  /// Ascending; never empty.
  private var changes: [Change] = []
  /// Whether all of its rules could be followed.
  private(set) var isFollowed = true

  private static let changesMax = 20_000

  func offset(at seconds: Int64) -> Int64 {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? changes[0].from : changes[low - 1].to
  }

  /// nil where it has no observance that can be read. `steps` bounds how far rules are followed.
  init?(_ block: CalendarBlock, steps: inout Int) {
    var observance: Observance?
    for line in block.lines {
      switch line.name {
      case "BEGIN": observance = Observance()
      case "END":
        if let observance { add(observance, &steps) }
        observance = nil
      default: observance?.read(line)
      }
    }
    guard !changes.isEmpty else { return nil }
    changes.sort { ($0.at, $0.to) < ($1.at, $1.to) }
  }

  private mutating func add(_ observance: Observance, _ steps: inout Int) {
    guard let to = observance.to ?? observance.from, let start = observance.start else { return }
    let from = observance.from ?? to
    var onsets = ([start] + observance.dates).map { $0.seconds }
    if observance.isInUTC { onsets = onsets.map { $0 + from } }
    isFollowed = isFollowed && observance.isRead
    for rule in observance.rules {
      if let found = rule.onsets(from: start, offset: from, &steps) {
        onsets += found
      } else {
        isFollowed = false
      }
    }
    for onset in onsets where changes.count < EmbeddedZone.changesMax {
      changes.append(Change(at: onset - from, from: from, to: to))
    }
  }
}

/// STANDARD or DAYLIGHT.
private struct Observance {
  var from: Int64?
  var to: Int64?
  var start: CivilTime?
  var dates: [CivilTime] = []
  var rules: [RecurrenceRule] = []
  /// The standard requires local times; some programs write UTC.
  var isInUTC = false
  var isRead = true

  mutating func read(_ line: ContentLine) {
    switch line.name {
    case "TZOFFSETFROM": from = from ?? Observance.offset(line.value)
    case "TZOFFSETTO": to = to ?? Observance.offset(line.value)
    case "DTSTART":
      isInUTC = line.value.trimmedASCII.hasSuffix("Z")
      start = start ?? CivilTime(line.value.trimmedASCII)
    case "RDATE": dates += line.value.split(separator: ",").compactMap { CivilTime(String($0).trimmedASCII) }
    case "RRULE":
      if let rule = try? RecurrenceRule(line.value) { rules.append(rule) } else { isRead = false }
    default: break
    }
  }

  /// `+0530`, `-034800`
  private static func offset(_ text: String) -> Int64? {
    let text = text.trimmedASCII
    let digits = text.drop { $0 == "+" || $0 == "-" }
    guard [4, 6].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int64(digits.count == 4 ? digits + "00" : digits)
    else { return nil }
    let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100)
    guard hours <= 18, minutes < 60, seconds < 60 else { return nil }
    return (hours * 3600 + minutes * 60 + seconds) * (text.hasPrefix("-") ? -1 : 1)
  }
}

extension RecurrenceRule {
  /// Windows begins in 1601, and some programs in the year 1.
  private static let followed = CivilTime("16000101")!.seconds..<CivilTime("26000101")!.seconds

  /// When the clocks change by it, in the local time before the change; `offset` is the offset before it. Nil for a
  /// rule that no real zone has.
  fileprivate func onsets(from start: CivilTime, offset: Int64, _ steps: inout Int) -> [Int64]? {
    var rule = self
    // A monthly rule for one month is a yearly rule.
    if frequency == .monthly, months.count == 1, interval == 1 { rule.frequency = .yearly }
    guard rule.frequency == .yearly, months.count <= 1,
      [hours, minutes, seconds].allSatisfy({ $0.count <= 1 })
    else { return nil }
    var onsets: [Int64] = []
    let stopped = rule.walk(from: start, in: Self.followed, steps: &steps) { onset in
      if let until, onset - (until.isUTC ? offset : 0) > until.civil.seconds { return false }
      onsets.append(onset)
      return true
    }
    return stopped == nil ? onsets : nil
  }
}
