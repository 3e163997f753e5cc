import Dispatch
import Synchronization

/// Runs the parts of one task that no actor of its own runs, on a thread of its own: what blocks it blocks nobody else.
package final class TaskThread: TaskExecutor {
  private let queue = DispatchQueue(label: "task")
  private let key = DispatchSpecificKey<Bool>()

  package init() { queue.setSpecific(key: key, value: true) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Whether the caller runs on it.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

/// Stops one task at its first operation of a kind on a store, until it is opened.
package final class ReadingGate: Sendable {
  private struct State {
    var isArmed = false
    var hasTimedOut = false
  }

  package let thread = TaskThread()
  private let state = Mutex(State())
  private let opening = DispatchSemaphore(value: 0)
  private let stops: @Sendable (FaultOperation) -> Bool
  private let reached: AsyncStream<Bool>
  private let tell: AsyncStream<Bool>.Continuation

  /// - Parameter stops: whether an operation is one to stop at.
  package init(at stops: @escaping @Sendable (FaultOperation) -> Bool) {
    self.stops = stops
    (reached, tell) = AsyncStream.makeStream(of: Bool.self)
  }

  /// Of stores that the gate watches.
  package var control: FaultControl {
    FaultControl(observingReading: true) { [self] _, operation in pass(operation) }
  }

  private func pass(_ operation: FaultOperation) {
    guard thread.isCurrent, stops(operation) else { return }
    let isFirst = state.withLock { state in
      defer { state.isArmed = false }
      return state.isArmed
    }
    guard isFirst else { return }
    tell.yield(true)
    // What holds the one who should open it would never end otherwise.
    if opening.wait(timeout: .now() + 300) == .timedOut { state.withLock { $0.hasTimedOut = true } }
  }

  /// Begins something that stops at the gate.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    state.withLock { $0.isArmed = true }
    return Task(executorPreference: thread) { [tell] in
      defer { tell.finish() }
      return try await body()
    }
  }

  /// Waits until it has stopped there; false where it ended without.
  package func isReached() async -> Bool {
    for await isReached in reached { return isReached }
    return false
  }

  package func open() { opening.signal() }

  /// Whether it was never opened: somebody waited for the one who was stopped.
  package var hasTimedOut: Bool { state.withLock(\.hasTimedOut) }
}
