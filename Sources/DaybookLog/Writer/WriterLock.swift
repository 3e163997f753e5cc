package import DaybookModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The right to write to a ledger on this machine, held by one process at a time. Readers need none. The system takes it
/// back from a process that ends, however it ends.
package final class WriterLock: Sendable {
  private let lock: any FileLock

  private init(_ lock: any FileLock) { self.lock = lock }

  package static let name = "lock"

  /// False once somebody removed the lock's file: then another process may be writing, too.
  package var isInPlace: Bool { lock.isInPlace }

  /// Nil when another process (or another holder in this one) has it.
  package static func tryAcquire(
    state: any FileStore, folder: String, name: String = WriterLock.name
  ) throws(LedgerError) -> WriterLock? {
    do throws(FileError) {
      return try state.lock(joined(folder, name)).map(WriterLock.init)
    } catch {
      throw LedgerError(error)
    }
  }

  /// Whether somebody holds the lock. Changes nothing; readers may ask at the same time.
  package static func isHeld(state: any FileStore, folder: String) throws(FileError) -> Bool {
    try state.isLocked(joined(folder, name))
  }

  /// A reader that checks whether the lock is held blocks a writer for a moment.
  private static let leastWait = Duration.milliseconds(10)

  /// Waits for the lock, retrying at growing intervals (flock has no timeout), and throws
  /// ``LedgerError/Code/busy`` when `wait` is over. Blocks the calling thread.
  package static func acquire(
    state: any FileStore, folder: String, name: String = WriterLock.name, wait: Duration
  ) throws(LedgerError) -> WriterLock {
    try acquire(state, folder, name, until: ContinuousClock.now + max(wait, leastWait))
  }

  /// The same, first come, first served. Only the first in line waits for the lock itself, and holds a second lock
  /// meanwhile: so a holder that releases the lock and wants it again comes last, and can see that somebody waits.
  ///
  /// - Parameter place: kept when the lock could not be acquired, so that the next attempt is still the first in line.
  package static func acquireInTurn(
    state: any FileStore, folder: String, wait: Duration, _ place: inout PlaceInFront?
  ) throws(LedgerError) -> WriterLock {
    let end = ContinuousClock.now + max(wait, leastWait)
    if place?.folder != folder {
      place = PlaceInFront(folder: folder, lock: try acquire(state, folder, turnName, until: end))
    }
    let lock = try acquire(state, folder, name, until: end)
    place = nil
    return lock
  }

  package static func acquireInTurn(
    state: any FileStore, folder: String, wait: Duration
  ) throws(LedgerError) -> WriterLock {
    var place: PlaceInFront?
    return try acquireInTurn(state: state, folder: folder, wait: wait, &place)
  }

  /// The right to acquire the lock next.
  package struct PlaceInFront: Sendable {
    fileprivate let folder: String
    fileprivate let lock: WriterLock
  }

  /// Whether somebody waits for a turn; false if the system cannot tell. A few system calls.
  package static func isWaitedFor(state: any FileStore, folder: String) -> Bool {
    (try? state.isLocked(joined(folder, turnName))) ?? false
  }

  private static let turnName = "lock.turn"

  private static func acquire(
    _ state: any FileStore, _ folder: String, _ name: String, until end: ContinuousClock.Instant
  ) throws(LedgerError) -> WriterLock {
    var pause = Duration.microseconds(100)
    while true {
      if let lock = try tryAcquire(state: state, folder: folder, name: name) { return lock }
      let left = end - .now
      guard left > .zero else {
        throw LedgerError(
          .busy, "another process is writing to this ledger",
          advice: "try again, or \(Remedy.waitLonger)")
      }
      let parts = min(pause, left).components
      var time = timespec(tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
      _ = nanosleep(&time, nil)
      pause = min(pause * 2, .milliseconds(5))
    }
  }
}
