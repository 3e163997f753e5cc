/// A value with the write that set it: what last-write-wins compares.
public struct Register: Sendable, Equatable {
  /// The value as it was written; null is a value too.
  public var value: JSONValue
  /// The write's own stamp.
  public var stamp: Stamp
  /// The stamp at which it counts, if not its own.
  public var at: Stamp?
  /// The schema version at writing.
  public var v: Int64?

  /// A register with one write; nil for `at`: it counts at its own stamp; nil for `v`: the event names no version.
  public init(value: JSONValue, stamp: Stamp, at: Stamp? = nil, v: Int64? = nil) {
    (self.value, self.stamp, self.at, self.v) = (value, stamp, at, v)
  }

  /// The stamp that decides.
  public var order: Stamp { at ?? stamp }
}
