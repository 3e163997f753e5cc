import DaybookModel
import DaybookView

/// Days and times as spreadsheets, scales and portals write them.
public struct WrittenMoment: Sendable, Equatable {
  /// Which number comes first.
  public enum Order: String, Sendable, CaseIterable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
  }

  enum Day: Sendable, Equatable {
    /// The year first, or the month by its name: it is unambiguous.
    case certain(CivilDay)
    /// `03/04/2026`
    case numbers(Int64, Int64, year: Int64, mark: UInt8)

    /// Nil for a day that does not exist.
    func civil(_ order: Order) -> CivilDay? {
      switch self {
      case .certain(let day): day
      case .numbers(let first, let second, let year, _):
        order == .dayFirst
          ? CivilDay(year: year, month: second, day: first) : CivilDay(year: year, month: first, day: second)
      }
    }
  }

  var day: Day
  /// Milliseconds; nil where only the day is said.
  var timeOfDay: Int64?
  /// Seconds east of UTC; nil where no zone is said.
  var offset: Int64?

  init(day: Day, timeOfDay: Int64? = nil, offset: Int64? = nil) {
    (self.day, self.timeOfDay, self.offset) = (day, timeOfDay, offset)
  }

  /// Nil for a text that is not a date.
  init?(_ text: String) {
    let text = text.filter { !$0.isNewline }
    guard text.utf8.count <= 64 else { return nil }
    let trimmed = KeyNormalizer.trimmed.normalized(text)
    switch DateText.read(trimmed) {
    case .day(let day)?: self.init(day: .certain(day))
    case .local(let day, let time)?: self.init(day: .certain(day), timeOfDay: time)
    case .instant(let instant)?:
      let day = CivilDay(daysSince1970: instant.milliseconds.floored(by: 86_400_000))
      let time = instant.milliseconds - day.daysSince1970 * 86_400_000
      self.init(day: .certain(day), timeOfDay: time, offset: 0)
    case nil:
      var scanner = MomentScanner(trimmed)
      guard let moment = scanner.moment() else { return nil }
      self = moment
    }
  }

  /// A day as spreadsheets count it, 46000 for 9 December 2025, and the time as a part of the day; nil for a number
  /// without five digits before its point, which the days from 1927 to 2173 have.
  init?(serial text: String) {
    let text = KeyNormalizer.trimmed.normalized(text)
    guard text.utf8.count <= 24, text.utf8.prefix(while: { (0x30...0x39).contains($0) }).count == 5,
      let number = Double(text.replacing(",", with: ".")), (10_000..<100_000).contains(number)
    else { return nil }
    let day = number.rounded(.down)
    // Spreadsheets keep times to a few microseconds.
    let seconds = ((number - day) * 86_400).rounded()
    let whole = Int64(day) + (seconds == 86_400 ? 1 : 0)
    self.init(
      day: .certain(CivilDay(daysSince1970: whole - 25_569)),
      timeOfDay: number == day ? nil : Int64(seconds) % 86_400 * 1000)
  }

  func instant(_ order: Order, zone: TimeZoneRule) -> Instant? {
    guard let day = day.civil(order) else { return nil }
    guard let offset else { return zone.instant(day, millisecondOfDay: timeOfDay ?? 0) }
    return Instant(milliseconds: day.daysSince1970 * 86_400_000 + (timeOfDay ?? 0) - offset * 1000)
  }
}

/// `21.11.2026 06:13`, `11/21/26 6:13 PM`, `21 Nov 2026`, `Nov 21, 2026`, `2026/11/21`, `20261121T061300`; behind a time
/// a zone such as `Z`, `UTC`, `+0100`.
private struct MomentScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func moment() -> WrittenMoment? {
    guard let day = day() else { return nil }
    var moment = WrittenMoment(day: day)
    skipSpaces(and: ",T")
    if position == bytes.count { return moment }
    guard let time = timeOfDay() else { return nil }
    moment.timeOfDay = time
    skipSpaces(and: "")
    moment.offset = offset()
    return position == bytes.count ? moment : nil
  }

  /// Seconds east of UTC; nil if there is no offset here.
  private mutating func offset() -> Int64? {
    var isNamed = false
    for name in ["utc", "gmt", "z"] where !isNamed && startsWith(name) {
      position += name.utf8.count
      isNamed = true
    }
    let start = position
    if let sign: Int64 = take("+") ? 1 : take("-") ? -1 : nil, let (first, digits) = number(digitsMax: 4) {
      let hours = digits > 2 ? first / 100 : first
      var minutes = digits > 2 ? first % 100 : 0
      if digits <= 2, take(":"), let more = number(digitsMax: 2) { minutes = more.value }
      if hours <= 15, minutes < 60 { return sign * (hours * 3600 + minutes * 60) }
    }
    position = start
    return isNamed ? 0 : nil
  }

  private func startsWith(_ name: String) -> Bool {
    String(decoding: bytes[position...].prefix(name.utf8.count), as: UTF8.self).lowercased() == name
  }

  private mutating func day() -> WrittenMoment.Day? {
    if let month = month() {
      skipSpaces(and: ".")
      guard let (day, _) = number(digitsMax: 2) else { return nil }
      skipSpaces(and: ",")
      return number(digitsMax: 4).flatMap { year($0) }.flatMap { certain($0, month, day) }
    }
    if let (digits, count) = number(digitsMax: 8), count == 8 {
      return (1800..<2200).contains(digits / 10_000)
        ? certain(digits / 10_000, digits / 100 % 100, digits % 100) : nil
    }
    position = 0
    guard let first = number(digitsMax: 4) else { return nil }
    let mark = position < bytes.count ? bytes[position] : 0
    skipSpaces(and: "./-")
    if let month = month() {
      skipSpaces(and: "./-,")
      return number(digitsMax: 4).flatMap { year($0) }.flatMap { certain($0, month, first.value) }
    }
    guard let second = number(digitsMax: 2), ".-/".utf8.contains(mark) else { return nil }
    skipSpaces(and: "./-")
    guard let third = number(digitsMax: 4) else { return nil }
    if first.digits == 4 { return certain(first.value, second.value, third.value) }
    guard first.digits <= 2, let year = year(third) else { return nil }
    return .numbers(first.value, second.value, year: year, mark: mark)
  }

  private func certain(_ year: Int64, _ month: Int64, _ day: Int64) -> WrittenMoment.Day? {
    CivilDay(year: year, month: month, day: day).map { .certain($0) }
  }

  /// For two digits, the century of POSIX: 69 to 99 are in the last century.
  private func year(_ number: (value: Int64, digits: Int)) -> Int64? {
    switch number.digits {
    case 4: number.value
    case 2: number.value + (number.value < 69 ? 2000 : 1900)
    default: nil
    }
  }

  private mutating func timeOfDay() -> Int64? {
    let start = position
    if let (digits, count) = number(digitsMax: 6), count == 4 || count == 6 {
      let (hour, minute, second) =
        count == 6 ? (digits / 10_000, digits / 100 % 100, digits % 100) : (digits / 100, digits % 100, 0)
      return hour < 24 && minute < 60 && second < 60 ? (hour * 3600 + minute * 60 + second) * 1000 : nil
    }
    position = start
    guard var hour = number(digitsMax: 2)?.value, take(":"), let minute = number(digitsMax: 2)?.value,
      minute < 60
    else { return nil }
    var time: Int64 = 0
    if take(":") {
      guard let second = number(digitsMax: 2)?.value, second < 60 else { return nil }
      time = second * 1000
      if take(".") || take(","), let fraction = number(digitsMax: 9) {
        var thousandths = fraction.value
        for _ in 0..<max(0, 3 - fraction.digits) { thousandths *= 10 }
        for _ in 0..<max(0, fraction.digits - 3) { thousandths /= 10 }
        time += thousandths
      }
    }
    skipSpaces(and: "")
    if let half = half() {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + half
    }
    return hour < 24 ? (hour * 60 + minute) * 60_000 + time : nil
  }

  /// 12 for PM.
  private mutating func half() -> Int64? {
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self).lowercased()
    for (name, hours) in [("a.m.", 0), ("p.m.", 12), ("am", 0), ("pm", 12)] as [(String, Int64)]
    where rest.hasPrefix(name) {
      position += name.utf8.count
      return hours
    }
    return nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private mutating func month() -> Int64? {
    let word = bytes[position...].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
    guard (3...9).contains(word.count) else { return nil }
    let name = String(decoding: word, as: UTF8.self).lowercased()
    guard let index = Self.months.firstIndex(where: { name.hasPrefix($0) }) else { return nil }
    position = word.endIndex
    return Int64(index) + 1
  }

  private mutating func number(digitsMax: Int) -> (value: Int64, digits: Int)? {
    let digits = bytes[position...].prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard !digits.isEmpty, digits.count <= digitsMax else { return nil }
    position = digits.endIndex
    return (digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }, digits.count)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpaces(and others: String) {
    while position < bytes.count, bytes[position] == 0x20 || others.utf8.contains(bytes[position]) {
      position += 1
    }
  }
}
