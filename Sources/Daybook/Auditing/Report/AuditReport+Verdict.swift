extension AuditReport {
  /// What a verification of all files came to: see ``Ledger/verify()``.
  public struct Verdict: Codable, Sendable, Equatable {
    /// Whether everything that is there is sound, and nothing is known to be missing.
    public var isSound: Bool
    /// What was checked; nil for a viewer, who may not see how much there is.
    public var files: Int?
    public var events: Int?
    public var commits: Int?
    public var blobs: Int?
    /// Whether the files were also held against what this machine remembers of earlier readings.
    public var usesMemory = false
    public var findings: [Finding] = []
  }

  /// Something that does not fit.
  public struct Finding: Codable, Sendable, Equatable {
    /// The class, such as `fork`: see ``Daybook/Finding/Kind``.
    public var finding: String
    /// False for what is merely worth knowing.
    public var isFailure: Bool
    public var replica: String?
    public var replicaName: String?
    /// Relative to the ledger's folder; the offset is in bytes.
    public var file: String?
    public var offset: Int?
    public var firstSeq: Int?
    public var lastSeq: Int?
    /// A sentence without a full stop; nil for a viewer, who learns only the class.
    public var what: String?
    /// What it means to who reads the ledger.
    public var meaning: String?
    public var advice: String?
  }
}
