// Several documents may report one thing, and a folder holds old and new ones. Which of them counts must not depend on
// how often they are read: an import that is repeated ends with the same.

import Daybook
import DaybookModel
import PurusHealth

/// What this import and the ledger know of a source's records: of several reports the newest counts, and of those that
/// are equally old, or have no time, the first of the import.
struct NewestTelling {
  enum Verdict {
    /// It is to be imported.
    case counts
    /// A newer report is here, or the very same was read.
    case isOld
    /// This import read a different report, and nothing says which is newer.
    case isDisputed
  }

  /// By the source's record. `moment` is in milliseconds; what has none is older than all that has one.
  private var told: [Key: (moment: Int64, hash: Int)] = [:]

  /// More are not remembered, which are 60 MB.
  private static let countMax = 1_000_000

  /// - Parameters:
  ///   - sourceID: of the entity that keeps the source's record.
  ///   - text: of that record.
  ///   - time: at which it was changed last, as far as anybody says.
  mutating func verdict(
    of sourceID: String, _ text: [UInt8], at time: Instant?, in state: borrowing LedgerState
  ) -> Verdict {
    let moment = time?.milliseconds ?? .min
    let (key, hash) = (Key(sourceID), text.hashValue)
    if let before = told[key] {
      guard moment > before.moment else {
        return moment == before.moment && hash != before.hash ? .isDisputed : .isOld
      }
    } else if moment < Self.moment(of: sourceID, in: state) {
      return .isOld
    }
    if told.count < Self.countMax || told[key] != nil { told[key] = (moment, hash) }
    return .counts
  }

  private static func moment(of sourceID: String, in state: borrowing LedgerState) -> Int64 {
    let source = state.entity(SourceResource.kind, id: sourceID)?.values
    return source?["sourceTime"]?.string.flatMap { Instant($0) }?.milliseconds ?? .min
  }

  /// An id by two hashes of it, which take a third of its memory.
  private struct Key: Hashable {
    let first: Int
    let second: Int

    init(_ text: String) {
      first = text.hashValue
      var hasher = Hasher()
      hasher.combine(0)
      hasher.combine(text)
      second = hasher.finalize()
    }
  }
}
