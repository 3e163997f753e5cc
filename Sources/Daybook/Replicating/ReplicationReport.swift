public import DaybookModel
public import DaybookReplication

/// What bringing this ledger together with another copy of it came to.
public struct ReplicationReport: Sendable {
  /// One machine's part of what came and went.
  public struct Replica: Sendable {
    public var id: ReplicaID
    /// Nil when the replica's first event is not here (yet).
    public var name: String?
    public var isOwn: Bool
    public var pulled: CopyTraffic
    public var pushed: CopyTraffic
    /// What this side and the other still lack: they were not to be written, or a file does not check.
    public var lackedHere: CopyTraffic
    public var lackedThere: CopyTraffic
  }

  public enum Side: String, Sendable { case here, there }

  /// A finding and the side on which its file lies.
  public struct SidedFinding: Sendable {
    public var side: Side
    public var finding: Finding
  }

  /// The other side's folder, as an absolute path.
  public var path: String
  public var direction: ReplicationDirection
  public var isDryRun = false
  /// The other folder was empty or missing, and is a copy of the ledger from now on.
  public var isNew = false
  /// Of the replicas for which anything was to be done; by name.
  public var replicas: [Replica] = []
  /// Everything together, blobs too.
  public var pulled = CopyTraffic()
  public var pushed = CopyTraffic()
  public var lackedHere = CopyTraffic()
  public var lackedThere = CopyTraffic()
  /// Files that were removed, on either side, since others there hold all of their events.
  public var removed: [String] = []
  /// Files that do not check or cannot be read. They stay where they are, and nothing of theirs that does not check
  /// was copied.
  public var findings: [SidedFinding] = []
  public var notices: [Notice] = []
  /// Commits of this machine that could not be published into this side's folder, and so were not copied.
  public var unpublishedCommits = 0
  /// Files that are not part of the ledger, left alone.
  public var strangersHere = 0
  public var strangersThere = 0
  /// Whether both sides hold the same events and blobs, after the run (of a dry run: already).
  public var isSame = false
  public var seconds: Double = 0

  package init(path: String, direction: ReplicationDirection) {
    (self.path, self.direction) = (path, direction)
  }

  /// Whether something could not be copied because it does not check or cannot be read.
  public var hasFailures: Bool { findings.contains { $0.finding.isFailure } }
}
