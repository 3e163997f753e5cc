import Synchronization

/// A value that a closure on another actor changes, one at a time.
final class Shared<Value>: Sendable {
  private let value: Mutex<Value>

  init(_ value: sending Value) { self.value = Mutex(value) }

  func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
    try value.withLock(body)
  }
}
