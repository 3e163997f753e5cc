/// When to repeat a request that the remote store did not answer: after a pause that doubles with each try, and is randomly
/// shortened so that many devices that lost the same server do not return at once ("exponential backoff with jitter").
public struct RetryPolicy: Sendable {
  /// The number of retries after the first try; then it is given up.
  public var retriesMax = 3
  /// The pause before the first retry, before chance shortens it; one second by default. It doubles with each retry.
  public var firstPause: Duration = .seconds(1)
  /// The longest of all pauses, also of those that the remote store asks for; 60 seconds by default.
  public var pauseMax: Duration = .seconds(60)
  /// From 0 up to 1.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
  /// How to wait; a test may return at once.
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  public init() {}

  /// Before the `retry`-th retry, from 1: between half of the doubled pause and all of it, but never less than the
  /// remote store asked for.
  public func pause(before retry: Int, atLeast asked: Duration? = nil) -> Duration {
    var pause = firstPause
    for _ in 1..<max(1, min(retry, 32)) { pause = min(pauseMax, pause * 2) }
    pause = min(pauseMax, pause) * (0.5 + random() / 2)
    return max(pause, min(asked ?? .zero, pauseMax))
  }
}
