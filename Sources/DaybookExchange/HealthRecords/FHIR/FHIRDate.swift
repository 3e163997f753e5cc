// Dates of FHIR: to the year, the month, the day or the instant. A date without a time becomes the first day of its
// period, which is the same day on every machine; if it is less exact than a day, the entry's comment keeps it as it
// was written. A time that is midnight in UTC is read as that day, because programs write days so.

import Daybook
import DaybookModel

struct FHIRDate: Equatable {
  var instant: Instant
  /// Whether it is less or more exact than the text: a year, a month, or a time whose zone is unknown.
  var isPartial = false

  /// nil for a text that is not a date, and for years that nothing here can hold.
  ///
  /// - Parameter zone: the time zone of times that have none; without it, only their day is certain.
  init?(_ text: String, zone: TimeZoneRule?) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if text.utf8.count <= 7, (1...2).contains(parts.count), let year = Int64(parts[0]),
      parts[0].utf8.count == 4
    {
      let month = parts.count == 2 ? Int64(parts[1]) : 1
      guard let month, let day = CivilDay(year: year, month: month, day: 1), Self.years.contains(year) else {
        return nil
      }
      (instant, isPartial) = (Instant(wholeDay: day), true)
      return
    }
    switch DateText.read(text) {
    case .day(let day): instant = Instant(wholeDay: day)
    case .instant(let time): instant = time
    case .local(let day, let millisecond):
      guard let zone, Self.years.contains(day.year) else {
        (instant, isPartial) = (Instant(wholeDay: day), true)
        break
      }
      instant = zone.instant(day, millisecondOfDay: millisecond)
    case nil: return nil
    }
    guard Self.milliseconds.contains(instant.milliseconds) else { return nil }
  }

  private static let years: ClosedRange<Int64> = 1...9998
  /// 0001-01-01 to 9998-12-31.
  static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_370_764_799_999
}

extension Remarks {
  /// The field for a date, with a remark if it is less or more exact than the text.
  mutating func date(_ text: String?, zone: TimeZoneRule?) -> JSONValue {
    guard let text, !text.isEmpty else { return .null }
    guard let date = FHIRDate(text, zone: zone) else {
      add("date", text)
      return .null
    }
    if date.isPartial { add("date", text) }
    return .string(date.instant.description)
  }
}

extension FHIRDate {
  /// The date of an entry as FHIR writes it: a day alone without a time.
  static func text(_ value: JSONValue) -> JSONValue {
    guard let day = value.string.flatMap({ Instant($0) })?.wholeDay else { return value }
    return .string(day.description)
  }
}
