/// One mutation of one entity, as the log keeps it: spelled out with its whole effect.
public struct Event: Sendable, Equatable {
  public var stamp: Stamp
  /// The event's number within its replica, from 1, no gaps.
  public var seq: UInt64
  public var mutation: Mutation
  /// The stamp at which the effect counts, when `stamp` would lose to what it overwrites.
  public var at: Stamp?
  /// What a re-creation leaves behind; `.some(nil)` is written as null by a restore.
  public var over: Over?
  /// 12 random bytes in base64, so that a hash of the line says nothing about its values.
  public var salt: String?

  /// The `over` register's value in an event.
  public enum Over: Sendable, Equatable {
    case cleared
    case upTo(Stamp)
  }

  public init(
    stamp: Stamp, seq: UInt64, mutation: Mutation, at: Stamp? = nil, over: Over? = nil, salt: String? = nil
  ) {
    (self.stamp, self.seq, self.mutation) = (stamp, seq, mutation)
    (self.at, self.over, self.salt) = (at, over, salt)
  }
}
