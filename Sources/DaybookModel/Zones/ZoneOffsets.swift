/// A time zone as arithmetic: how far its clocks are ahead of UTC.
public protocol ZoneOffsets: Sendable {
  /// Seconds ahead of UTC at a moment, in seconds since 1970.
  func offset(at seconds: Int64) -> Int64
}

extension ZoneOffsets {
  /// The moment at which the zone's clocks show `local` (a civil time as seconds since 1970 as if it were
  /// UTC). According to RFC 5545, 3.3.5, a time that occurs twice means the first, and a skipped one is read with the
  /// offset before the gap.
  public func seconds(ofLocal local: Int64) -> Int64 {
    // No zone changes twice within two days, so these are the offsets on both sides of any change.
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    if offset(at: local - before) == before { return local - before }
    if offset(at: local - after) == after { return local - after }
    return local - before
  }
}

/// A zone whose clocks never change.
public struct FixedZone: ZoneOffsets {
  /// Seconds ahead of UTC; negative west of it.
  public var seconds: Int64

  /// A zone that is `seconds` ahead of UTC; UTC by default.
  public init(seconds: Int64 = 0) { self.seconds = seconds }

  /// Always ``seconds``.
  public func offset(at _: Int64) -> Int64 { seconds }
}
