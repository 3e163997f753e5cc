public import DaybookModel
public import DaybookReplication

/// The result of replicating this ledger with another copy of it.
public struct ReplicationReport: Sendable {
  /// One replica's part of what was received and sent.
  public struct Replica: Sendable {
    public var id: ReplicaID
    /// Nil when the replica's first event is not here (yet).
    public var name: String?
    /// Whether this machine writes as this replica.
    public var isOwn: Bool
    /// What came from the other side to this one; of a dry run, what would come.
    public var pulled: CopyTraffic
    /// What went from this side to the other; of a dry run, what would go.
    public var pushed: CopyTraffic
    /// What this side still lacks: it was not to be written, or a file fails a check.
    public var lackedHere: CopyTraffic
    /// What the other side still lacks of it.
    public var lackedThere: CopyTraffic
  }

  /// The two copies: `here` is this ledger's folder, `there` the other one.
  public enum Endpoint: String, Sendable {
    /// This ledger's folder.
    case here
    /// The other folder.
    case there
  }

  /// A finding and the side on which its file lies.
  public struct EndpointFinding: Sendable {
    /// The side on which the file lies.
    public var endpoint: Endpoint
    /// What is wrong with the file; its path is relative to that side's folder.
    public var finding: Finding
  }

  /// The other side's folder, as an absolute path.
  public var path: String
  /// Which sides were to get what they lack.
  public var direction: ReplicationDirection
  /// Whether nothing was written, and the numbers say what a run would do.
  public var isDryRun = false
  /// The other folder was empty or missing, and is a copy of the ledger from now on.
  public var isNew = false
  /// Of the replicas for which anything was to be done; by name.
  public var replicas: [Replica] = []
  /// Everything together, blobs too.
  public var pulled = CopyTraffic()
  /// What went to the other side, of all replicas, and blobs.
  public var pushed = CopyTraffic()
  /// What this side still lacks of what the other holds: it was not to be written, or a file fails a check.
  public var lackedHere = CopyTraffic()
  /// What the other side still lacks of what this one holds.
  public var lackedThere = CopyTraffic()
  /// Files that were removed, on either side, since other files there hold all of their events.
  public var removed: [String] = []
  /// Files that fail a check or cannot be read. They stay where they are, and no part of them that fails a check was
  /// copied.
  public var findings: [EndpointFinding] = []
  /// What the caller should show, such as that files of this machine's own replica came back.
  public var notices: [Notice] = []
  /// Commits of this machine that could not be published into this side's folder, and so were not copied.
  public var unpublishedCommits = 0
  /// Files that are not part of the ledger, left alone.
  public var strangersHere = 0
  /// Files on the other side that are not part of the ledger, left alone.
  public var strangersThere = 0
  /// Whether both sides hold the same events and blobs, after the run (of a dry run: already).
  public var isSame = false
  /// How long the run took.
  public var seconds: Double = 0

  package init(path: String, direction: ReplicationDirection) {
    (self.path, self.direction) = (path, direction)
  }

  /// Whether something could not be copied because it fails a check or cannot be read.
  public var hasFailures: Bool { findings.contains { $0.finding.isFailure } }
}
