// A VTIMEZONE as a list of changes. libical finds the days of each rule; what it is not asked for are rules
// that no zone has (every second, say), which would keep it busy for hours.

import CIcal
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

  /// nil where it has no observance that can be read.
  init?(_ block: CalendarBlock) {
    var observance: Observance?
    for line in block.lines {
      switch line.name {
      case "BEGIN": observance = Observance()
      case "END":
        if let observance { add(observance) }
        observance = nil
      default: observance?.read(line)
      }
    }
    guard !changes.isEmpty else { return nil }
    changes.sort { ($0.at, $0.to) < ($1.at, $1.to) }
  }

  private mutating func add(_ observance: Observance) {
    guard let from = observance.from, let to = observance.to, let start = observance.start else { return }
    var onsets = [start] + observance.dates
    for rule in observance.rules { onsets += rule.onsets(from: start, offset: from) }
    for onset in onsets where changes.count < EmbeddedZone.changesMax {
      changes.append(Change(at: onset.seconds - from, from: from, to: to))
    }
  }
}

/// STANDARD or DAYLIGHT.
private struct Observance {
  var from: Int64?
  var to: Int64?
  var start: CivilTime?
  var dates: [CivilTime] = []
  var rules: [ZoneRule] = []

  mutating func read(_ line: ContentLine) {
    switch line.name {
    case "TZOFFSETFROM": from = from ?? Observance.offset(line.value)
    case "TZOFFSETTO": to = to ?? Observance.offset(line.value)
    case "DTSTART": start = start ?? CivilTime(line.value.trimmedASCII)
    case "RDATE": dates += line.value.split(separator: ",").compactMap { CivilTime(String($0).trimmedASCII) }
    case "RRULE": ZoneRule(line.value).map { rules.append($0) }
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

/// A yearly rule.
private struct ZoneRule {
  private var text: String
  /// From 1601, where Windows begins, that is well beyond 2600.
  private static let onsetsMax = 1100
  private var until: (time: CivilTime, isUTC: Bool)?

  init?(_ value: String) {
    var kept: [String] = []
    for part in value.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmedASCII }
      guard pair.count == 2 else { return nil }
      switch pair[0] {
      case "UNTIL":
        guard let time = CivilTime(pair[1]) else { return nil }
        until = (time, pair[1].hasSuffix("Z"))
      case "FREQ":
        guard pair[1] == "YEARLY" else { return nil }
        kept.insert("FREQ=YEARLY", at: 0)
      case "INTERVAL", "COUNT", "BYMONTH", "BYDAY", "BYMONTHDAY", "WKST":
        guard pair[1].utf8.count <= 100 else { return nil }
        kept.append("\(pair[0])=\(pair[1].filter { $0 != " " })")
      default: return nil
      }
    }
    guard kept.first == "FREQ=YEARLY" else { return nil }
    text = kept.joined(separator: ";")
  }

  /// libical compares UNTIL without its zone, so it is left to us. Only within ``Libical/alone(_:)``.
  func onsets(from start: CivilTime, offset: Int64) -> [CivilTime] {
    let rule = icalrecurrencetype_from_string(text)
    guard rule.freq == ICAL_YEARLY_RECURRENCE, let iterator = icalrecur_iterator_new(rule, start.icaltime)
    else { return [] }
    defer { icalrecur_iterator_free(iterator) }
    var onsets: [CivilTime] = []
    while onsets.count < ZoneRule.onsetsMax {
      let next = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(next) == 0, let time = CivilTime(next) else { break }
      if let until, time.seconds - (until.isUTC ? offset : 0) > until.time.seconds { break }
      onsets.append(time)
    }
    return onsets
  }
}
