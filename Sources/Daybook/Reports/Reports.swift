public import DaybookModel

/// A ledger's fixed description, from its `daybook.json`.
public struct LedgerInfo: Sendable {
  /// A UUID, the same in every copy.
  public var id: String
  /// When the ledger was created, by its first machine's clock.
  public var createdAt: Instant
  /// The folder, as an absolute path.
  public var path: String
  /// The version of the file format, 1 to 3: see <doc:FileFormat>. A write may raise it in the folder; this one
  /// stays.
  public var format: Int64

  package init(id: String, createdAt: Instant, path: String, format: Int64) {
    (self.id, self.createdAt, self.path, self.format) = (id, createdAt, path, format)
  }
}

/// What a replay found: the state at a point in time, counted and digested.
public struct ReplayReport: Sendable {
  /// Events that count at that point, of all kinds.
  public var events: UInt64 = 0
  /// Commits that count at that point.
  public var commits: UInt64 = 0
  /// Entities with at least one write, by kind, ascending by name.
  public var entities: [(kind: String, count: Int)] = []
  /// SHA-256 over the records' canonical form: equal sets of events give equal digests.
  public var digest: Hash256?
  /// The last stamp of the entities that are counted; nil where there are none.
  public var lastStamp: Stamp?
  /// How long the rebuild took, also where opening the ledger did it.
  public var seconds: Double = 0
  /// What reading found in the files; empty if it found nothing.
  public var findings: [Finding] = []
}

/// What `verify` recomputed, and what it found.
public struct VerificationReport: Sendable {
  /// Segment files that the ledger has.
  public var files = 0
  /// Events in those files, each once, however many files hold it.
  public var events: UInt64 = 0
  /// Commits in those files, each once.
  public var commits: UInt64 = 0
  /// Large values that lie beside the log.
  public var blobs = 0
  /// How many of the files and blobs were read: not those that this machine verified before and that have not changed.
  public var filesRead = 0
  /// How many of the large values were read.
  public var blobsRead = 0
  /// One for each branch of each replica.
  public var heads: [(replica: ReplicaID, size: UInt64, root: Hash256, lastSeq: UInt64)] = []
  /// All findings, failures or not; empty if there are none.
  public var findings: [Finding] = []
  /// How long it took.
  public var seconds: Double = 0

  /// Whether all files are sound and nothing is known to be missing.
  public var isSound: Bool { !findings.contains { $0.isFailure } }
}

/// What `repair` did, or would do.
public struct RepairReport: Sendable {
  /// One step of a repair.
  public struct Act: Sendable {
    /// What was done, or would be, in words without a full stop.
    public var what: String
    /// The file that it is about, relative to the ledger's folder; for a damaged journal in this machine's state, the
    /// id of its replica.
    public var file: String
    /// The path of the replaced or damaged file, which is kept.
    public var backup: String?

    package init(what: String, file: String, backup: String? = nil) {
      (self.what, self.file, self.backup) = (what, file, backup)
    }
  }

  /// In the order in which they were done; empty where nothing needs a repair.
  public var acts: [Act] = []
  /// What the caller should show of the publication that follows; empty for a dry run.
  public var notices: [Notice] = []
}

/// What `seal` did.
public struct SealReport: Sendable {
  /// The sealed files, relative to the ledger; none when there was nothing to seal.
  public var files: [String] = []
  /// How many events those files hold.
  public var events: UInt64 = 0
  /// How much room those files take, compressed, in bytes.
  public var sizeBytes = 0
}

/// The result of compacting a replica's sealed files.
public struct CompactReport: Sendable {
  /// The files that were written, relative to the ledger.
  public var written: [String] = []
  /// The files that were removed since other files hold all of their events, relative to the ledger.
  public var removed: [String] = []
  /// Sealed files that are damaged, and were left as they are: `verify` says more.
  public var left: [String] = []
  /// How many sealed files the replica had, damaged ones too.
  public var filesBefore = 0
  /// How many it has now.
  public var filesAfter = 0
  /// How much room its sealed files took, in bytes.
  public var sizeBytesBefore = 0
  /// How much room they take now, in bytes.
  public var sizeBytesAfter = 0
}

/// The ledger as this machine sees it.
public struct StatusReport: Sendable {
  /// One writer on one machine, as this machine knows it.
  public struct Replica: Sendable {
    public var id: ReplicaID
    /// What its machine is called; nil where its first event is not here.
    public var name: String?
    /// Whether this machine writes as this replica.
    public var isOwn: Bool
    /// How many of its events are held here, in all its histories.
    public var events: UInt64 = 0
    /// The number of its last commit here; missing commits before it count too. With several histories, the highest.
    public var commits: UInt64 = 0
    /// How many of its lines (events and ends of commits) others are known to have held beyond the last one here.
    public var linesBehind: UInt64 = 0
    /// The stamp of its last event here.
    public var lastStamp: Stamp?
    /// When this machine last read something new of it; nil for its own, and on a machine that does not write.
    public var lastSeenAt: Instant?
    /// The numbers of events that are missing here although later ones are present.
    public var gaps: [ClosedRange<UInt64>] = []
    /// How many histories beyond the first its key signed that do not extend one another.
    public var forks = 0
    /// The id of the replica that this one continues; nil: none.
    public var forkedFrom: String?
    /// When it was retired and stopped writing; nil: it is not retired.
    public var retiredAt: Instant?
    /// How many segment files it has in the folder; 0 if only other replicas report that it wrote.
    public var files = 0
    /// How much room these files take, in bytes.
    public var sizeBytes = 0
    /// The findings in its files, each once.
    public var findings: [Finding.Kind] = []
  }

  /// An external source that entities are reconciled with.
  public struct Source: Sendable {
    /// Such as `calendar:Work`.
    public var id: String
    /// The name that it was read under, such as `Work`.
    public var name: String
    /// The type of source, such as `calendar`: the raw value of its ``SyncSource/Format``.
    public var format: String
    /// When a run, on any machine, last changed something.
    public var lastSyncedAt: Instant?
    /// When this machine last read it, whether or not something had changed.
    public var lastReadAt: Instant?
  }

  /// Copies, in this machine's state, of segments that replaced its journals: kept until another replica has them, or
  /// for 30 days.
  public struct Copies: Sendable, Equatable {
    /// How many segments are kept.
    public var count = 0
    /// How much room they take, in bytes.
    public var sizeBytes = 0
  }

  /// A locked ledger as this machine sees it.
  public struct Lock: Sendable {
    /// How many devices can read what is written now.
    public var members = 0
    /// Devices that ask for approval.
    public var waiting: [ReplicaID] = []
    /// Replicas with files that are not encrypted, by id.
    public var plainFiles: [(replica: ReplicaID, count: Int)] = []
    /// Large values that are not encrypted.
    public var plainBlobs = 0
    /// Replicas of which some commits that are here do not count, by id.
    public var uncounted: [ReplicaID] = []
    /// Those among them that were revoked.
    public var uncountedRevoked: [ReplicaID] = []
    /// Those among them without any commit that counts.
    public var uncountedWholly: [ReplicaID] = []
    /// Members that unlocked the ledger for themselves, by id.
    public var unlockedBy: [ReplicaID] = []
    /// Members that locked the ledger again with a lock that this device has not confirmed, by id.
    public var lockedAnewBy: [ReplicaID] = []
    /// Devices that are not members and keep keys of another lock, by id.
    public var lockedApart: [ReplicaID] = []
  }

  /// The ledger's id, path and format.
  public var ledger: LedgerInfo
  /// Nil of a ledger that is not locked.
  public var lock: Lock?
  /// Replicas of a ledger that is not locked (any more) with files that are still encrypted, by id.
  public var encryptedFiles: [(replica: ReplicaID, count: Int)] = []
  /// Every replica with files here, or that another replica reports to have written; ascending by id.
  public var replicas: [Replica] = []
  /// Segments that this machine keeps for itself until another replica has them.
  public var copies = Copies()
  /// By id.
  public var sources: [Source] = []
  /// SHA-256 of the records: equal sets of events give equal digests.
  public var digest: Hash256?
  /// The number of open conflicts.
  public var conflicts = 0
  /// Own commits that are durable here but not yet in the folder.
  public var unpublishedCommits = 0
  /// Files that are not part of the ledger.
  public var strangers: [String] = []
  /// Findings, failures or not, about the files in the folder and in this machine's state.
  public var findings: [Finding] = []
  /// What the caller should show, such as commits that wait to be published.
  public var notices: [Notice] = []
}
