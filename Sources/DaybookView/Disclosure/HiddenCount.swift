import Synchronization

/// How many values were masked, and whether that was reported.
public final class HiddenCount: Sendable {
  private let state = Mutex<(count: Int, isTold: Bool)>((0, false))

  public init() {}

  /// How many values were masked so far, reported or not.
  public var count: Int { state.withLock(\.count) }

  package func add() { state.withLock { $0.count += 1 } }

  /// The count, for the caller that reports it: nil when nothing was masked, and from the second time on.
  public func take() -> Int? {
    state.withLock { state in
      if state.count == 0 || state.isTold { return nil }
      state.isTold = true
      return state.count
    }
  }
}
