public import DaybookModel

/// A point in a ledger's past: which of its commits count. Commits are atomic: each is in or out as a whole.
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
  /// The moment of which formulas speak, where somebody gave one.
  private var givenMoment: Instant?

  private init(bound: Bound) { self.bound = bound }

  /// Everything that is here.
  public static let now = Cut(bound: .now)

  /// The same, told as of a moment: formulas count what had begun by then as past, and what begins later as to come.
  /// By default that is the time of an ``asOf(_:)`` or ``until(_:)`` that has passed, otherwise now.
  public func told(at moment: Instant) -> Cut {
    var cut = self
    cut.givenMoment = moment
    return cut
  }

  /// The moment of which formulas speak. What a ledger holds as of later than now, it holds now.
  func moment(now: Instant) -> Instant {
    if let givenMoment { return givenMoment }
    switch bound {
    case .asOf(let instant): return min(instant, now)
    case .until(let stamp): return min(stamp.instant, now)
    case .now, .seen: return now
    }
  }

  /// What was authored by then, wherever: a commit counts when its last stamp is at or before this.
  public static func asOf(_ instant: Instant) -> Cut { Cut(bound: .asOf(instant)) }

  /// Everything up to an event, in the order of stamps: a commit counts when its first stamp is at or before this, so
  /// that the commit that the stamp belongs to is in. The stamp need not be any event's.
  public static func until(_ stamp: Stamp) -> Cut { Cut(bound: .until(stamp)) }

  /// What one replica knew when it had made a commit, or its last one: its own commits up to that one, and of the
  /// others what it had said by then that it held. What it had received and not yet written about is not known. Of a
  /// replica that forked, the history that has the commit; where several have it, they are taken together. What one of
  /// them had read of another is not recorded in any commit, nor which parts another replica held of such a history
  /// where it held it with gaps: so more of it may be taken for known than was.
  ///
  /// Reading throws ``LedgerError`` `not-found` where the ledger has nothing of the replica, or lacks this commit of
  /// it.
  public static func seen(by replica: ReplicaID, commit: UInt64? = nil) -> Cut {
    Cut(bound: .seen(by: replica, commit: commit))
  }

  /// Whether it is ``now``, possibly told as of another moment. Only such a cut is read without the ledger's files.
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
