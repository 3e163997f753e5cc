/// One mutation of one entity, as the log keeps it: spelled out with its whole effect.
public struct Event: Sendable, Equatable {
  /// When and by which replica the event was written; unique in the ledger. The ledger gives it.
  public var stamp: Stamp
  /// The event's number within its replica, from 1, no gaps.
  public var seq: UInt64
  /// What the event changes.
  public var mutation: Mutation
  /// The stamp at which the effect counts, when `stamp` would lose to what it overwrites.
  public var at: Stamp?
  /// What a re-creation leaves behind, or nil; a restore writes ``Event/Over/cleared``.
  public var over: Over?
  /// 12 random bytes in base64, so that a hash of the line says nothing about its values.
  public var salt: String?

  /// The `over` register's value in an event.
  public enum Over: Sendable, Equatable {
    /// Written by a restore as null: everything that was written before reads again.
    case cleared
    /// Registers and outgoing edges whose order is at or below this stamp read as unset.
    case upTo(Stamp)
  }

  /// An event of known stamp and number, as the log or a test has it; a program writes mutations instead.
  public init(
    stamp: Stamp, seq: UInt64, mutation: Mutation, at: Stamp? = nil, over: Over? = nil, salt: String? = nil
  ) {
    (self.stamp, self.seq, self.mutation) = (stamp, seq, mutation)
    (self.at, self.over, self.salt) = (at, over, salt)
  }
}
