// Dates of FHIR: to the year, the month, the day or the instant. An entry's date is an instant, so a date that says
// less becomes the beginning of what it says, and the entry's comment keeps it as it was written.

import Daybook
import DaybookModel

struct FHIRDate: Equatable {
  var instant: Instant
  /// A year or a month.
  var isPartial = false

  /// nil for what is no date, and for years that nothing here can hold.
  ///
  /// - Parameter zone: of days and of times that name none.
  init?(_ text: String, zone: TimeZoneRule) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if text.utf8.count <= 7, (1...2).contains(parts.count), let year = Int64(parts[0]),
      parts[0].utf8.count == 4
    {
      let month = parts.count == 2 ? Int64(parts[1]) : 1
      guard let month, let day = CivilDay(year: year, month: month, day: 1), Self.years.contains(year) else {
        return nil
      }
      (instant, isPartial) = (zone.start(of: day), true)
      return
    }
    let instant: Instant
    switch DateText.read(text) {
    case .day(let day): instant = Self.years.contains(day.year) ? zone.start(of: day) : Self.outside
    case .instant(let time): instant = time
    case .local(let day, let millisecond):
      instant =
        Self.years.contains(day.year) ? zone.instant(day, millisecondOfDay: millisecond) : Self.outside
    case nil: return nil
    }
    guard Self.milliseconds.contains(instant.milliseconds) else { return nil }
    self.instant = instant
  }

  private static let years: ClosedRange<Int64> = 1...9998
  /// 0001-01-01 to 9998-12-31.
  static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_370_764_799_999
  private static let outside = Instant(milliseconds: .min)
}

extension Remarks {
  /// The field for a date, with a remark where it holds less or more than was written.
  mutating func date(_ text: String?, zone: TimeZoneRule) -> JSONValue {
    guard let text, !text.isEmpty else { return .null }
    guard let date = FHIRDate(text, zone: zone) else {
      add("date", text)
      return .null
    }
    if date.isPartial { add("date", text) }
    return .string(date.instant.description)
  }
}
