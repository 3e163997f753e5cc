public import DaybookModel

/// Which commits of a ledger a reading counts: all of them (``now``), or those up to a point in the past. Commits are
/// atomic: each counts as a whole or not at all.
///
///     let then = try await ledger.get(kind: "sam.person", id: id, at: .asOf(instant))
///
/// Reading at any cut but ``now`` reads the ledger's files: O(size of the ledger).
public struct Cut: Sendable, Hashable {
  enum Bound: Sendable, Hashable {
    case now
    case asOf(Instant)
    case until(Stamp)
    case seen(by: ReplicaID, commit: UInt64?)
  }

  let bound: Bound
  /// The moment for which formulas are computed, if somebody gave one.
  private var givenMoment: Instant?

  private init(bound: Bound) { self.bound = bound }

  /// All commits that this copy of the ledger holds.
  public static let now = Cut(bound: .now)

  /// The same, seen from a moment: formulas treat what had begun by then as past, and what begins later as upcoming. By
  /// default that moment is the time of an ``asOf(_:)`` or ``until(_:)`` that has passed, otherwise now.
  public func viewed(at moment: Instant) -> Cut {
    var cut = self
    cut.givenMoment = moment
    return cut
  }

  /// The moment for which formulas are computed. A later moment than now has the same events as now.
  func moment(now: Instant) -> Instant {
    if let givenMoment { return givenMoment }
    switch bound {
    case .asOf(let instant): return min(instant, now)
    case .until(let stamp): return min(stamp.instant, now)
    case .now, .seen: return now
    }
  }

  /// Everything authored by then, on any replica: a commit counts if its last stamp is at or before this instant.
  public static func asOf(_ instant: Instant) -> Cut { Cut(bound: .asOf(instant)) }

  /// Everything up to an event, in the order of stamps: a commit counts if its first stamp is at or before this, so the
  /// commit with this stamp is included. The stamp need not belong to any event.
  public static func until(_ stamp: Stamp) -> Cut { Cut(bound: .until(stamp)) }

  /// What one replica knew when it had made a commit, or its last one: its own commits up to that one, and, of the
  /// others, what it had by then stated that it held. Events that it had received but not yet referred to are not
  /// known. For a forked replica, the history that has the commit; if several have it, they are combined. No commit
  /// records what one of these histories had read of another, nor which parts of such a history another replica held if
  /// it had gaps: so the cut may include more of it than was known.
  ///
  /// Reading throws ``LedgerError`` `not-found` if the ledger has nothing of the replica, or lacks this commit of it.
  public static func seen(by replica: ReplicaID, commit: UInt64? = nil) -> Cut {
    Cut(bound: .seen(by: replica, commit: commit))
  }

  /// Whether it is ``now``, possibly seen from another moment. Only such a cut is read without the ledger's files.
  public var isNow: Bool { bound == .now }
}

extension Cut: CustomStringConvertible {
  /// For messages: "as of 2026-09-30T21:59:59.999Z".
  public var description: String {
    switch bound {
    case .now: "now"
    case .asOf(let instant): "as of \(instant)"
    case .until(let stamp): "until \(stamp)"
    case .seen(let replica, let commit): "as seen by \(replica)\(commit.map { " at its commit \($0)" } ?? "")"
    }
  }
}
