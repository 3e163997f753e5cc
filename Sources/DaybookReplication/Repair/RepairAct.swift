package import DaybookModel

/// One thing that `repair` did, or would do.
package struct RepairAct: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Commits that were held nowhere else were written as a proper segment.
    case took(commits: Int, into: String)
    /// The file was moved into the state; what can be read of it is held elsewhere.
    case movedAside
    /// The file was removed: it is the beginning of a blob that nobody finished.
    case removed
    /// The file was left where it is.
    case left
  }

  package var kind: Kind
  /// Relative to the ledger's folder.
  package var file: String
  /// Where in the state the file is kept.
  package var keptAt: String?
  package var replica: ReplicaID?
  /// One sentence without a full stop.
  package var what: String
}
