public import DaybookModel

/// A moment as a report states it, with the offset of the report's zone. `2026-11-21T06:13:00.123Z`, or
/// `2026-11-21T07:13:00.123+01:00` (RFC 3339).
public struct AuditTime: Sendable, Hashable {
  /// The moment itself, in milliseconds since 1970, independent of the offset.
  public var instant: Instant
  /// Seconds ahead of UTC; whole minutes.
  public var offset: Int

  /// A moment in a zone.
  ///
  /// - Parameters:
  ///   - instant: the moment itself, independent of the offset.
  ///   - offset: seconds ahead of UTC, in whole minutes; 0: UTC.
  public init(_ instant: Instant, offset: Int = 0) { (self.instant, self.offset) = (instant, offset) }

  /// As if the zone's clocks were UTC's.
  private var local: Instant { Instant(milliseconds: instant.milliseconds + Int64(offset) * 1000) }

  /// `2026-11-21`
  public var day: String { String(local.description.prefix(10)) }

  /// `06:13:00`
  public var time: String { String(local.description.dropFirst(11).prefix(8)) }
}

extension AuditTime: LosslessStringConvertible {
  public var description: String {
    if offset == 0 { return instant.description }
    let minutes = abs(offset) / 60
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return local.description.dropLast() + (offset < 0 ? "-" : "+") + two(minutes / 60) + ":"
      + two(minutes % 60)
  }

  /// Reads what ``description`` writes: milliseconds and `Z` or `±hh:mm` are required. Nil for any other text.
  public init?(_ description: String) {
    if let instant = Instant(description) {
      self.init(instant)
      return
    }
    let (time, zone) = (description.dropLast(6), description.suffix(6))
    let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let local = Instant(time + "Z"), zone.count == 6, let sign = zone.first, sign == "+" || sign == "-",
      parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]), (0..<24).contains(hours),
      (0..<60).contains(minutes)
    else { return nil }
    let offset = (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    self.init(Instant(milliseconds: local.milliseconds - Int64(offset) * 1000), offset: offset)
  }
}

extension AuditTime: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = AuditTime(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a time")
    }
    self = time
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
