import DaybookModel
import DaybookReplication

/// How far each branch of a locked ledger counts, by what was read.
struct Counting: Sendable, Equatable {
  /// The ends of those that do not count as a whole, and of all whose author is not a member (any more).
  let limits: [BranchID: UInt64]
  /// Members without an end: all that they write counts.
  let present: Set<ReplicaID>

  /// The end of the last commit of a branch that counts; nil where all do.
  func limit(of branch: BranchID) -> UInt64? {
    limits[branch] ?? (present.contains(branch.replica) ? nil : 0)
  }
}

/// Who decides what counts of a locked ledger.
enum CountingDecision {
  /// The reading, for the readings that follow, too.
  case thisReading
  /// The reading, for itself alone: it reads beside the ledger, which goes on.
  case besides
  /// The caller, by what it has beside the folder.
  case caller
}

/// How far a reading counts what it reads.
enum CountingRule: Sendable {
  /// The ledger is not locked, or it is not known yet what counts.
  case all
  case by(Counting)

  /// For a reading that shows lines; nil where all counts.
  var limit: (@Sendable (BranchID) -> UInt64?)? {
    switch self {
    case .all: nil
    case .by(let counting): { counting.limit(of: $0) }
    }
  }

  func limit(of branch: BranchID) -> UInt64? {
    switch self {
    case .all: nil
    case .by(let counting): counting.limit(of: branch)
    }
  }

  /// The replicas of which something that was read does not count.
  func withheld(in report: ReadReport) -> Set<ReplicaID> {
    Set(
      report.branches.filter { branch in limit(of: branch.id).map { branch.size > $0 } ?? false }
        .map(\.id.replica))
  }
}
