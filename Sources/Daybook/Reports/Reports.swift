public import DaybookModel

/// A ledger's fixed description, from its `daybook.json`.
public struct LedgerInfo: Sendable {
  /// A UUID, the same in every copy.
  public var id: String
  public var createdAt: Instant
  /// The folder, as an absolute path.
  public var path: String
  public var format: Int64

  package init(id: String, createdAt: Instant, path: String, format: Int64) {
    (self.id, self.createdAt, self.path, self.format) = (id, createdAt, path, format)
  }
}

/// What a replay found: the state at a point in time, counted and digested.
public struct ReplayReport: Sendable {
  public var events: UInt64 = 0
  public var commits: UInt64 = 0
  /// Entities with at least one write, by kind, ascending by name.
  public var entities: [(kind: String, count: Int)] = []
  /// SHA-256 over the records' canonical form: equal sets of events give equal digests.
  public var digest: Hash256?
  public var lastStamp: Stamp?
  public var seconds: Double = 0
  public var findings: [Finding] = []
}

/// What `verify` recomputed, and what it found.
public struct VerificationReport: Sendable {
  public var files = 0
  public var events: UInt64 = 0
  public var commits: UInt64 = 0
  public var blobs = 0
  /// Of the files and blobs, those that were read: not those that this machine verified before and that are as they
  /// were.
  public var filesRead = 0
  public var blobsRead = 0
  /// One for each branch of each replica.
  public var heads: [(replica: ReplicaID, size: UInt64, root: Hash256, lastSeq: UInt64)] = []
  public var findings: [Finding] = []
  public var seconds: Double = 0

  /// Whether everything that is there is sound, and nothing is known to be missing.
  public var isSound: Bool { !findings.contains { $0.isFailure } }
}

/// What `repair` did, or would do.
public struct RepairReport: Sendable {
  public struct Act: Sendable {
    public var what: String
    public var file: String
    /// Where the replaced or damaged file is kept.
    public var keptAt: String?

    package init(what: String, file: String, keptAt: String? = nil) {
      (self.what, self.file, self.keptAt) = (what, file, keptAt)
    }
  }

  public var acts: [Act] = []
  public var notices: [Notice] = []
}

/// What `seal` did.
public struct SealReport: Sendable {
  /// The sealed files, relative to the ledger; none when there was nothing to seal.
  public var files: [String] = []
  public var events: UInt64 = 0
  public var sizeBytes = 0
}

/// What compacting a replica's sealed files came to.
public struct CompactReport: Sendable {
  /// Files written and files removed, relative to the ledger.
  public var written: [String] = []
  public var removed: [String] = []
  /// Sealed files that are damaged, and were left as they are: `verify` says more.
  public var left: [String] = []
  public var filesBefore = 0
  public var filesAfter = 0
  public var sizeBytesBefore = 0
  public var sizeBytesAfter = 0
}

/// The ledger as this machine sees it.
public struct StatusReport: Sendable {
  public struct Replica: Sendable {
    public var id: ReplicaID
    public var name: String?
    public var isOwn: Bool
    /// Held here, on all its histories.
    public var events: UInt64 = 0
    public var commits: UInt64 = 0
    /// How many of its lines (events and ends of commits) others are known to have held beyond the last one here.
    public var linesBehind: UInt64 = 0
    /// Of its last event here.
    public var lastStamp: Stamp?
    /// When this machine last read something new of it; nil for its own, and on a machine that does not write.
    public var lastSeenAt: Instant?
    /// Seqs that are not here, while later ones are.
    public var gaps: [ClosedRange<UInt64>] = []
    /// How many histories its key signed that do not extend one another, beyond the first.
    public var forks = 0
    public var forkedFrom: String?
    public var retiredAt: Instant?
    public var files = 0
    public var sizeBytes = 0
    /// What was found in its files that is not as it should be, each once.
    public var findings: [Finding.Kind] = []
  }

  /// Something outside that entities are reconciled with.
  public struct Source: Sendable {
    /// Such as `calendar:Work`.
    public var id: String
    public var name: String
    public var format: String
    /// When a run, on any machine, last changed something.
    public var lastSyncedAt: Instant?
    /// When this machine last read it, whether or not something had changed.
    public var lastReadAt: Instant?
  }

  /// Copies, in this machine's state, of segments that its journals gave way to: until another replica has them, or
  /// for 30 days.
  public struct Copies: Sendable, Equatable {
    public var count = 0
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
    /// Those among them of which nothing counts.
    public var uncountedWholly: [ReplicaID] = []
    /// Members that unlocked the ledger for themselves, by id.
    public var unlockedBy: [ReplicaID] = []
    /// Members that locked the ledger again, by a lock that this device has not confirmed, by id.
    public var lockedAnewBy: [ReplicaID] = []
    /// Devices that are not members and keep keys of a lock of their own, by id.
    public var lockedApart: [ReplicaID] = []
  }

  public var ledger: LedgerInfo
  /// Nil of a ledger that is not locked.
  public var lock: Lock?
  /// Replicas of a ledger that is not locked (any more) with files that are still encrypted, by id.
  public var encryptedFiles: [(replica: ReplicaID, count: Int)] = []
  public var replicas: [Replica] = []
  public var copies = Copies()
  /// By id.
  public var sources: [Source] = []
  public var digest: Hash256?
  /// Writes that stand against one another and wait for somebody to resolve them.
  public var conflicts = 0
  /// Own commits that are durable here but not yet in the folder.
  public var unpublishedCommits = 0
  /// Files that are not part of the ledger.
  public var strangers: [String] = []
  public var findings: [Finding] = []
  public var notices: [Notice] = []
}
