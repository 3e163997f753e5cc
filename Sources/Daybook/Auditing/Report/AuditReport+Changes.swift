extension AuditReport {
  /// The events of the period, counted. Days are those of ``About/zone``.
  public struct Changes: Codable, Sendable, Equatable {
    public var events = 0
    /// That hold at least one of the events.
    public var commits = 0
    public var first: AuditTime?
    public var last: AuditTime?
    /// The most changed first.
    public var byKind = Listing<KindChanges>()
    /// The busiest first.
    public var byAuthor = Listing<AuthorChanges>()
    /// Days with an event, ascending.
    public var byDay: [DayChanges] = []
    /// By name: `upsert`, `delete`, …
    public var byOperation: [String: Int] = [:]
  }

  public struct KindChanges: Codable, Sendable, Equatable {
    public var kind: String
    public var events: Int
  }

  public struct AuthorChanges: Codable, Sendable, Equatable {
    /// Nil: the events name nobody.
    public var author: String?
    public var events: Int
  }

  public struct DayChanges: Codable, Sendable, Equatable {
    /// `2026-11-21`
    public var day: String
    public var events: Int
    public var kinds: [String: Int]
  }

  /// An entity that somebody deleted or put aside.
  public struct Removal: Codable, Sendable, Equatable {
    /// `delete` or `dismiss`.
    public var operation: String
    public var entity: EntityName
    public var time: AuditTime
    public var stamp: String
    public var by: String?
    public var why: String?
    public var replica: String?
    public var replicaName: String?
    /// Whether it still holds: nobody restored or wrote it anew. Nil where the kind's schema is not known.
    public var stands: Bool?
  }

  /// What the ledger's record of reads says.
  public struct Accesses: Codable, Sendable, Equatable {
    public var total = 0
    /// Of hidden values as they are.
    public var revealed = 0
    public var first: AuditTime?
    public var last: AuditTime?
    /// By who read what kind, the most first.
    public var readers = Listing<Reader>()

    public struct Reader: Codable, Sendable, Equatable {
      public var by: String?
      public var kind: String?
      public var reads: Int
      public var revealed: Int
    }
  }
}
