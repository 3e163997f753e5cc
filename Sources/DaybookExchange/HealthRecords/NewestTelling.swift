// Several documents may report the same record, and a folder may have old and new ones. Which report counts must not
// depend on how often they are read: a repeated import ends with the same state.

import Daybook
import DaybookModel
import PurusHealth

/// The versions of a source's records in this import and in the ledger. The newest report counts; of equally old
/// reports, or reports without a time, the first of the import counts.
struct NewestTelling {
  enum Verdict {
    /// It is to be imported.
    case counts
    /// A newer report is here, or the very same was read.
    case isOld
    /// This import read a different report, and nothing says which is newer.
    case isDisputed
  }

  /// By the source's record. `moment` is in milliseconds; a record without a time is older than any with one.
  private var told: [Key: (moment: Int64, hash: Int)] = [:]

  /// The number of records that are remembered, which take 60 MB.
  private static let countMax = 1_000_000

  /// - Parameters:
  ///   - sourceID: the id of the entity that keeps the source's record.
  ///   - text: the text of that record.
  ///   - time: when it was last changed, if that is known.
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

  /// Two hashes of an id, which take a third of its memory.
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
