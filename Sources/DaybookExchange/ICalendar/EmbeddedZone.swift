// A VTIMEZONE as a list of changes. Rules that no zone has (every second, say) are not followed.

import DaybookModel

struct EmbeddedZone: ZoneOffsets {
  private struct Change {
    var at: Int64
    var from: Int64
    var to: Int64
  }

  /// Ascending; never empty.
  private var changes: [Change] = []

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
    guard let from = observance.from, let to = observance.to, let start = observance.start else { return }
    var onsets = ([start] + observance.dates).map(\.seconds)
    for rule in observance.rules { onsets += rule.onsets(from: start, offset: from, &steps) }
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

  mutating func read(_ line: ContentLine) {
    switch line.name {
    case "TZOFFSETFROM": from = from ?? Observance.offset(line.value)
    case "TZOFFSETTO": to = to ?? Observance.offset(line.value)
    case "DTSTART": start = start ?? CivilTime(line.value.trimmedASCII)
    case "RDATE": dates += line.value.split(separator: ",").compactMap { CivilTime(String($0).trimmedASCII) }
    case "RRULE": (try? RecurrenceRule(line.value)).map { rules.append($0) }
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
  /// From 1601, where Windows begins, that is well beyond 2600.
  private static let onsetsMax = 1100

  /// When the clocks change by it, in local time before the change; `offset` is what holds then.
  fileprivate func onsets(from start: CivilTime, offset: Int64, _ steps: inout Int) -> [Int64] {
    guard frequency == .yearly, hours.isEmpty, minutes.isEmpty, seconds.isEmpty else { return [] }
    var onsets: [Int64] = []
    _ = walk(from: start, in: EventTimes.writable, steps: &steps) { onset in
      if let until, onset - (until.isUTC ? offset : 0) > until.civil.seconds { return false }
      onsets.append(onset)
      return onsets.count < RecurrenceRule.onsetsMax
    }
    return onsets
  }
}
