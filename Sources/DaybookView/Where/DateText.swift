public import DaybookModel

/// Reads days and instants written as ISO 8601.
public enum DateText {
  /// A time as somebody wrote it.
  public enum Reading: Equatable {
    /// Only a day: `2026-11-21`.
    case day(CivilDay)
    /// A moment with `Z` or an offset, cut at milliseconds.
    case instant(Instant)
    /// Without a zone.
    case local(CivilDay, millisecondOfDay: Int64)
  }

  /// `2026-11-21`, or that followed by `T` (or a space), hours, minutes, and optionally seconds with a fraction and `Z`
  /// or an offset (`+02:00`, `+0200`, `+02`). The fraction is cut at milliseconds.
  public static func read(_ text: some StringProtocol) -> Reading? {
    if let instant = Instant(String(text)) { return .instant(instant) }
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let day = scanner.day() else { return nil }
    if scanner.isAtEnd { return .day(day) }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let time = scanner.time() else {
      return nil
    }
    if scanner.isAtEnd { return .local(day, millisecondOfDay: time) }
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    return .instant(Instant(milliseconds: day.daysSince1970 * 86_400_000 + time - offset * 1000))
  }

  /// An instant with a zone; nil for days and local times.
  public static func instant(_ text: String) -> Instant? {
    guard case .instant(let instant)? = read(text) else { return nil }
    return instant
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func number(_ digits: Int) -> Int64? {
      guard position + digits <= bytes.count else { return nil }
      var value: Int64 = 0
      for index in position..<position + digits {
        guard isDigit(bytes[index]) else { return nil }
        value = value * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
      }
      position += digits
      return value
    }

    mutating func day() -> CivilDay? {
      guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else {
        return nil
      }
      return CivilDay(year: year, month: month, day: day)
    }

    /// Milliseconds since midnight.
    mutating func time() -> Int64? {
      guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else {
        return nil
      }
      var value = (hour * 60 + minute) * 60_000
      guard take(":") else { return value }
      guard let second = number(2), second < 60 else { return nil }
      value += second * 1000
      guard take(".") || take(",") else { return value }
      var unit: Int64 = 100
      guard let first = number(1) else { return nil }
      value += first * unit
      while let digit = number(1) {
        unit /= 10
        value += digit * unit
      }
      return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
      if take("Z") || take("z") { return 0 }
      let sign: Int64
      if take("+") {
        sign = 1
      } else if take("-") {
        sign = -1
      } else {
        return nil
      }
      guard let hours = number(2), hours < 24 else { return nil }
      _ = take(":")
      guard let minutes = isAtEnd ? 0 : number(2), minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}
