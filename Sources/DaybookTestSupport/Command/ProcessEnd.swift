import Dispatch
package import Foundation

/// The end of a process that ``Foundation/Process/start()`` started.
package struct ProcessEnd: Sendable {
  /// Far beyond what any process of a test takes, also on a busy machine.
  private static let secondsMax = 900
  /// Foundation notices the end by a socket, which processes that were left behind keep open.
  private static let orphanSeconds = 10

  fileprivate let ended: DispatchSemaphore
  fileprivate let process: Process

  /// Blocks until then.
  ///
  /// - Throws: ``UnendedProcess`` where it does not end, or leaves a process behind: what is left is killed as far as it
  ///   is in the same group, so that the other tests go on.
  @available(*, noasync) package func wait() throws {
    var isGone = false
    for _ in 0..<Self.secondsMax / Self.orphanSeconds {
      if ended.wait(timeout: .now() + .seconds(Self.orphanSeconds)) == .success {
        ended.signal()
        // It has ended; Foundation lets go of the process, and of its open files, only here.
        process.waitUntilExit()
        return
      }
      if isGone { throw end("it ended, and left a process behind") }
      isGone = hasExited
    }
    throw end("still running after \(Self.secondsMax) s")
  }

  /// Whether it is a zombie, which Foundation has not waited for.
  private var hasExited: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process.processIdentifier), &info, WEXITED | WNOHANG | WNOWAIT) == 0
      && info.si_signo == SIGCHLD
  }

  private func end(_ what: String) -> UnendedProcess {
    kill(-process.processIdentifier, SIGKILL)
    let command = [process.executableURL?.path ?? ""] + (process.arguments ?? [])
    return UnendedProcess(what: what, command: command.joined(separator: " "))
  }
}

/// A process that does not end as a test expects, for example because it waits for a text that never comes.
package struct UnendedProcess: Error, CustomStringConvertible {
  package let what: String
  package let command: String

  package var description: String { "\(what): \(command)" }
}

extension Process {
  /// Starts it; `waitUntilExit` would look for its end only every 50 ms, and tests start thousands of processes.
  package func start() throws -> ProcessEnd {
    let ended = DispatchSemaphore(value: 0)
    terminationHandler = { _ in ended.signal() }
    try run()
    return ProcessEnd(ended: ended, process: self)
  }

  /// Runs it to its end.
  @available(*, noasync) package func runToEnd() throws { try start().wait() }
}
