/// A day of the calendar without a zone: a birth date, an all-day event. Proleptic Gregorian,
/// years 0 to 9999; its text is `1980-03-01`. As a field it is stored as this text, and is the same day wherever it is
/// read. A field that may be a day or a moment is a `Date` that the schema declares with `Days`: `Date(wholeDay:)` makes
/// the day, and `wholeDay` reads it.
public struct CivilDay: Hashable, Sendable {
  /// 0 to 9999; 0 is 1 BC.
  public var year: Int64
  /// 1 to 12.
  public var month: Int64
  /// 1 to the length of the month.
  public var day: Int64

  /// Nil if the day does not exist.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  public init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The same source, days_from_civil.
  public var daysSince1970: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// In days, 28 to 31. A month outside 1 to 12 has 31.
  public static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDay: LosslessStringConvertible, CustomStringConvertible, Comparable {
  public static func < (left: CivilDay, right: CivilDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// `1980-03-01`
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(decimal: year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: day, width: 2)
  }

  /// Reads exactly the ten characters `YYYY-MM-DD`; nil for any other text, and for a day that does not exist.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard bytes.count == 10, let day = CivilDay(fixed: bytes.span, at: 0) else { return nil }
    self = day
  }

  /// The ten bytes `YYYY-MM-DD` at `start`; `start + 10 <= bytes.count`.
  init?(fixed bytes: Span<UInt8>, at start: Int) {
    guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
      let year = bytes.decimal(at: start, width: 4),
      let month = bytes.decimal(at: start + 5, width: 2),
      let day = bytes.decimal(at: start + 8, width: 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension CivilDay {
  /// Whether the ten bytes at `start` are a written day.
  package static func isDay(fixed bytes: Span<UInt8>, at start: Int) -> Bool {
    start + 10 <= bytes.count && CivilDay(fixed: bytes, at: start) != nil
  }
}

extension [UInt8] {
  /// `value` in decimal, padded with zeros to `width` digits.
  mutating func append(decimal value: Int64, width: Int) {
    var divisor: Int64 = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }
}

extension Span<UInt8> {
  /// `width` decimal digits at `start`; nil if one is not a digit.
  func decimal(at start: Int, width: Int) -> Int64? {
    var value: Int64 = 0
    for index in start..<start + width {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    return value
  }
}
