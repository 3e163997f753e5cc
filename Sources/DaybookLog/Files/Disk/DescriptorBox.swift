// A descriptor that can be closed before its owner goes.

import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Closed once: by ``close()``, or when the box goes. Its number is -1 from then on, on which every
/// call fails with EBADF; a number that the system has given to another file is never used.
final class DescriptorBox: Sendable {
  private let held: Atomic<Int32>

  init(_ number: Int32) { held = Atomic(number) }

  var number: Int32 { held.load(ordering: .relaxed) }

  func close() {
    let number = held.exchange(-1, ordering: .relaxed)
    if number < 0 { return }
    #if canImport(Darwin)
      _ = Darwin.close(number)
    #elseif canImport(Glibc)
      _ = Glibc.close(number)
    #else
      _ = Musl.close(number)
    #endif
  }

  deinit { close() }
}
