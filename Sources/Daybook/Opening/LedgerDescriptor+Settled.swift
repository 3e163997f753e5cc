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

  private static func unknownFormat(_ format: Int64, _ path: String) -> LedgerError {
    let (first, last) = (SegmentHeader.formats.lowerBound, SegmentHeader.formats.upperBound)
    return LedgerError(
      .refused,
      "the ledger has format \(format), and this version of Daybook knows formats \(first) to \(last)",
      file: "\(path)/\(LedgerLayout.descriptor)", advice: "use the version that wrote it, or a later one")
  }

  /// Reads a ledger's description. A tool that lays another copy over the ledger empties the file for a moment before
  /// it writes the same content again: a file that ends too early is therefore retried for a fifth of a second.
  static func settled(in store: any FileStore, path: String) throws -> LedgerDescriptor {
    var attempt = 0
    while true {
      attempt += 1
      let bytes = try store.readAll(LedgerLayout.descriptor, sizeBytesMax: sizeBytesMax)
      do throws(LineError) {
        return try LedgerDescriptor(bytes)
      } catch {
        if case .format(let format) = error.reason { throw unknownFormat(format, path) }
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
