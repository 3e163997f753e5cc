/// The hybrid-logical-clock time of an event (Kulkarni et al., "Logical Physical Clocks", 2014):
/// UTC milliseconds, a counter within the millisecond, and the replica. Stamps are totally ordered and decide
/// last-write-wins. As text, 46 bytes of fixed width whose order is the stamps' order:
/// `2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68`.
public struct Stamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970 in the upper 48 bits, the counter in the lower 16.
  public var time: UInt64
  /// The writer; it decides between stamps of one time.
  public var replica: ReplicaID

  /// A stamp of a packed time, which is not checked.
  public init(time: UInt64, replica: ReplicaID) {
    self.time = time
    self.replica = replica
  }

  /// Nil outside the years 1970 to 9998.
  public init?(milliseconds: Int64, counter: UInt16, replica: ReplicaID) {
    guard Instant.stampable.contains(milliseconds) else { return nil }
    self.init(time: UInt64(milliseconds) << 16 | UInt64(counter), replica: replica)
  }

  /// Milliseconds since 1970 in UTC, without the counter.
  public var milliseconds: Int64 { Int64(time >> 16) }
  /// The place among the stamps of one millisecond, from 0.
  public var counter: UInt16 { UInt16(truncatingIfNeeded: time) }
  /// The stamp's millisecond as a moment.
  public var instant: Instant { Instant(milliseconds: milliseconds) }

  /// The greatest that can be written.
  package static let timeMax = UInt64(Instant.stampable.upperBound) << 16 - 1
  /// The greatest that an event's own stamp can have.
  package static let ownTimeMax = UInt64(Instant.writable.upperBound) << 16 - 1

  /// One counter step above, by a replica's id; nil above the greatest.
  package func successor(of replica: ReplicaID) -> Stamp? {
    time < Self.timeMax ? Stamp(time: time + 1, replica: replica) : nil
  }

  /// The greatest stamp below; nil for the least.
  package var predecessor: Stamp? {
    if replica.rawValue > 0 { return Stamp(time: time, replica: ReplicaID(rawValue: replica.rawValue - 1)) }
    return time > 0 ? Stamp(time: time - 1, replica: ReplicaID(rawValue: .max)) : nil
  }

  @inline(__always)
  public static func < (left: Stamp, right: Stamp) -> Bool {
    left.time != right.time ? left.time < right.time : left.replica < right.replica
  }
}

extension Stamp: LosslessStringConvertible, CustomStringConvertible {
  package static let textCount = 46

  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func write(to bytes: inout [UInt8]) {
    instant.write(to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(hexadecimal: UInt64(counter), width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(hexadecimal: replica.rawValue, width: 16)
  }

  /// Reads exactly the 46 bytes of the form above; nil for any other text, and for years beyond 9998.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard bytes.count == Self.textCount, let stamp = Stamp(bytes.span, at: 0) else { return nil }
    self = stamp
  }

  /// The 46 bytes at `start`; nil if they are not a stamp.
  package init?(_ bytes: Span<UInt8>, at start: Int) {
    guard start + Self.textCount <= bytes.count,
      bytes[start + 24] == UInt8(ascii: "-"), bytes[start + 29] == UInt8(ascii: "-"),
      let milliseconds = Instant.milliseconds(fixed: bytes, at: start),
      let counter = bytes.hexadecimal(at: start + 25, width: 4),
      let replica = bytes.hexadecimal(at: start + 30, width: 16)
    else { return nil }
    self.init(
      milliseconds: milliseconds, counter: UInt16(counter), replica: ReplicaID(rawValue: replica))
  }
}
