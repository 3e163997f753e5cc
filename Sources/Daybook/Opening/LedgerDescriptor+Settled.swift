import DaybookLog
import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LedgerDescriptor {
  private static let attemptsMax = 40
  private static let pauseNanoseconds = 5_000_000

  /// Reads a ledger's description. A tool that lays another copy over the ledger empties the file for a moment
  /// before it writes the same again: one that ends too early is looked at again for a fifth of a second.
  static func settled(in store: any FileStore, path: String) throws -> LedgerDescriptor {
    var attempt = 0
    while true {
      attempt += 1
      let bytes = try store.readAll(LedgerLayout.descriptor, sizeBytesMax: sizeBytesMax)
      do throws(LineError) {
        return try LedgerDescriptor(bytes)
      } catch {
        guard attempt < attemptsMax, !bytes.contains(0x0a) else {
          throw LedgerError(
            .badData, "the ledger's description cannot be read: \(error)",
            file: "\(path)/\(LedgerLayout.descriptor)",
            advice: "copy that file from another machine's copy of the ledger", cause: error)
        }
      }
      var pause = timespec(tv_sec: 0, tv_nsec: pauseNanoseconds)
      _ = nanosleep(&pause, nil)
    }
  }
}
