import Dispatch
package import Foundation

/// The end of a process that ``Foundation/Process/start()`` started.
package struct ProcessEnd: Sendable {
  fileprivate let ended = DispatchSemaphore(value: 0)

  /// Blocks until then.
  @available(*, noasync) package func wait() {
    ended.wait()
    ended.signal()
  }
}

extension Process {
  /// Starts it; `waitUntilExit` would look for its end only every 50 ms, and tests start thousands of processes.
  package func start() throws -> ProcessEnd {
    let end = ProcessEnd()
    terminationHandler = { _ in end.ended.signal() }
    try run()
    return end
  }

  /// Runs it to its end.
  @available(*, noasync) package func runToEnd() throws { try start().wait() }
}
