package import DaybookModel
import Synchronization

/// A wall clock that tests set.
package final class TestClock: Sendable {
  private let milliseconds: Mutex<Int64>

  package init(_ milliseconds: Int64) { self.milliseconds = Mutex(milliseconds) }

  package var now: Instant { Instant(milliseconds: milliseconds.withLock { $0 }) }

  package func advance(_ by: Int64) { milliseconds.withLock { $0 += by } }
}
