/// A moment as the log keeps it: in UTC, in milliseconds since 1970 (proleptic Gregorian, no leap seconds). Its text is
/// `2026-11-21T06:13:00.123Z`, whose order as bytes is the order in time.
///
/// Fields of an entity are a `Date`, or a ``CivilDay`` for a day without a time. Stamps, cuts in the past and the
/// ledger's clock (`LedgerOptions.now`) use instants: `Instant(date)` and `Date(instant)` convert.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since the beginning of 1970 in UTC; negative before.
  public var milliseconds: Int64

  /// The moment so many milliseconds after the beginning of 1970 in UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

  /// The years that a stamp can hold: 1970 to 9998.
  package static let stampable: Range<Int64> = 0..<253_370_764_800_000
  /// The years that an event's own stamp can hold: 1970 to 9997. The last year is left for writes that overwrite it.
  package static let writable: Range<Int64> = 0..<253_339_228_800_000
}

extension Instant: LosslessStringConvertible, CustomStringConvertible {
  /// `2026-11-21T06:13:00.123Z`
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func write(to bytes: inout [UInt8]) {
    let day = milliseconds >= 0 ? milliseconds / 86_400_000 : (milliseconds - 86_399_999) / 86_400_000
    let rest = milliseconds - day * 86_400_000
    CivilDay(daysSince1970: day).write(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(decimal: rest / 3_600_000, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: rest / 60_000 % 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: rest / 1000 % 60, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(decimal: rest % 1000, width: 3)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Reads exactly the form that `description` writes.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard bytes.count == 24, let value = Instant.milliseconds(fixed: bytes.span) else { return nil }
    milliseconds = value
  }

  /// The 24 bytes `YYYY-MM-DDTHH:MM:SS.mmmZ` at `start`.
  package static func milliseconds(fixed bytes: Span<UInt8>, at start: Int = 0) -> Int64? {
    guard start + 24 <= bytes.count, bytes[start + 19] == UInt8(ascii: "."),
      bytes[start + 23] == UInt8(ascii: "Z"), let seconds = seconds(fixed: bytes, at: start),
      let milli = bytes.decimal(at: start + 20, width: 3)
    else { return nil }
    return seconds * 1000 + milli
  }

  /// The 19 bytes `YYYY-MM-DDTHH:MM:SS` at `start`, which must exist.
  static func seconds(fixed bytes: Span<UInt8>, at start: Int) -> Int64? {
    guard bytes[start + 10] == UInt8(ascii: "T"), bytes[start + 13] == UInt8(ascii: ":"),
      bytes[start + 16] == UInt8(ascii: ":"),
      let day = CivilDay(fixed: bytes, at: start),
      let hour = bytes.decimal(at: start + 11, width: 2), hour < 24,
      let minute = bytes.decimal(at: start + 14, width: 2), minute < 60,
      let second = bytes.decimal(at: start + 17, width: 2), second < 60
    else { return nil }
    return day.daysSince1970 * 86_400 + (hour * 60 + minute) * 60 + second
  }
}

// The one rule for a day without a time in a field that holds instants: it is kept as its midnight in UTC, to the millisecond,
// and is that day for every reader, whatever their zone. A moment at such a midnight is stored a millisecond later, so
// the two cannot be confused.

extension Instant {
  /// A day without a time.
  public init(wholeDay day: CivilDay) { self.init(milliseconds: day.daysSince1970 * 86_400_000) }

  /// The day that it means, in a field that may hold a day alone (`Days` in a schema); nil for a moment.
  public var wholeDay: CivilDay? {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return rest == 0 ? CivilDay(daysSince1970: days) : nil
  }

  /// As a moment that such a field does not read as a day.
  public var asMoment: Instant { wholeDay == nil ? self : Instant(milliseconds: milliseconds + 1) }
}
