import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Numbered pieces of work for all cores.
enum SharedWork {
  private static let workersMax = 7

  /// Does every piece once: this thread after `alongside`, others meanwhile. Returns when all is done.
  static func run(
    _ count: Int, alongside: () -> Void = {}, _ piece: @escaping @Sendable (_ number: Int) -> Void
  ) {
    let next = Next()
    let group = DispatchGroup()
    @Sendable func work() {
      while true {
        let number = next.number.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        piece(number)
      }
    }
    let others = min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1, workersMax, count)
    for _ in 0..<max(0, others) {
      DispatchQueue.global(qos: .userInitiated).async(group: group) { work() }
    }
    alongside()
    work()
    group.wait()
  }

  private final class Next: Sendable {
    let number = Atomic(0)
  }
}
