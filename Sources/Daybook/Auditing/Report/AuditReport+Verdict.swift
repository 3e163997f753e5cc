extension AuditReport {
  /// The result of a verification of all files: see ``LedgerAudit/verify(_:)``.
  public struct Verdict: Codable, Sendable, Equatable {
    /// Whether all files are sound and nothing is known to be missing.
    public var isSound: Bool
    /// What was checked; nil for a viewer, who may not see how much there is.
    public var files: Int?
    /// How many events the files hold; nil for a viewer.
    public var events: Int?
    /// How many commits the files hold; nil for a viewer.
    public var commits: Int?
    /// How many large values lie beside the log; nil for a viewer.
    public var blobs: Int?
    /// Whether the files were also compared with what this machine remembers from earlier readings.
    public var usesMemory = false
    /// Everything that the verification found, failures or not; empty if it found nothing.
    public var findings: [Finding] = []
  }

  /// One finding of the verification.
  public struct Finding: Codable, Sendable, Equatable {
    /// The class, such as `fork`: see ``Daybook/Finding/Kind``.
    public var finding: String
    /// Whether it is a failure; false for a mere notice.
    public var isFailure: Bool
    /// The replica concerned, 16 hexadecimal digits; nil where it is about none, and for a viewer.
    public var replica: String?
    /// What that replica's machine is called; nil where it is not known, and for a viewer.
    public var replicaName: String?
    /// Relative to the ledger's folder; the offset is in bytes.
    public var file: String?
    /// Where in ``file`` it begins, in bytes from 0; nil where it is about the file as a whole, and for a viewer.
    public var offset: Int?
    /// The number of the first event concerned, within the replica; nil if it concerns no events, and for a
    /// viewer.
    public var firstSeq: Int?
    /// The number of the last event concerned; nil where ``firstSeq`` is.
    public var lastSeq: Int?
    /// A sentence without a full stop; nil for a viewer, who learns only the class.
    public var what: String?
    /// What it means for a reader of the ledger.
    public var meaning: String?
    /// What to do about it, in words without a full stop; nil for a viewer.
    public var advice: String?
  }
}
