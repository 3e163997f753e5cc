/// The hybrid logical clock of one replica. Its stamps ascend, whatever the wall clock does; it adopts stamps of others
/// only up to five minutes ahead of its own wall clock, so that one wrong clock does not affect the others.
package struct HybridClock: Sendable {
  package let replica: ReplicaID
  /// The greatest time issued or adopted, as in ``Stamp/time``.
  package private(set) var latest: UInt64

  package static let adoptionMaxMilliseconds: Int64 = 5 * 60 * 1000
  /// A wall clock beyond this counts as this time: a day before the last stamp that an event can have, which leaves
  /// more room for steps than any writer needs.
  private static let wallMax = Instant.writable.upperBound - 86_400_000

  package init(replica: ReplicaID, latest: UInt64 = 0) {
    self.replica = replica
    self.latest = latest
  }

  /// The next stamp at wall time `now`: greater than everything issued or adopted before. A full counter
  /// moves to the next millisecond.
  package mutating func next(now: Instant) -> Stamp {
    let wall = UInt64(min(max(now.milliseconds, 0), Self.wallMax)) << 16
    latest = max(wall, min(latest + 1, Stamp.ownTimeMax))
    return Stamp(time: latest, replica: replica)
  }

  /// Notes another replica's stamp. False if it is too far ahead and was not adopted.
  @discardableResult
  package mutating func adopt(_ stamp: Stamp, now: Instant) -> Bool {
    // In this order nothing overflows, whatever the wall clock shows.
    guard stamp.milliseconds - Self.adoptionMaxMilliseconds <= min(now.milliseconds, Self.wallMax) else {
      return false
    }
    latest = max(latest, stamp.time)
    return true
  }
}
