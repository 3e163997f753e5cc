import Dispatch
import Synchronization

/// Runs the parts of a task that belong to no custom actor on a separate thread, so that blocking it blocks nothing
/// else.
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

  /// The fault control of stores that the gate watches.
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
    // Otherwise, a wait that blocks the task which should open the gate would never end.
    if opening.wait(timeout: .now() + 300) == .timedOut { state.withLock { $0.hasTimedOut = true } }
  }

  /// Starts a task that stops at the gate.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    state.withLock { $0.isArmed = true }
    return Task(executorPreference: thread) { [tell] in
      defer { tell.finish() }
      return try await body()
    }
  }

  /// Waits until the task has stopped there; returns false if it ended without stopping.
  package func isReached() async -> Bool {
    for await isReached in reached { return isReached }
    return false
  }

  package func open() { opening.signal() }

  /// Whether it was never opened: a task waited for the stopped one.
  package var hasTimedOut: Bool { state.withLock(\.hasTimedOut) }
}
