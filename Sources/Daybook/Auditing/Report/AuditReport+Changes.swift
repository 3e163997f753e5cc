extension AuditReport {
  /// The events of the period, counted. Days are those of ``About/zone``.
  public struct Changes: Codable, Sendable, Equatable {
    /// Events of every kind, within the period and about what the report is limited to.
    public var events = 0
    /// The commits that hold at least one of the events.
    public var commits = 0
    /// The earliest stamp's time; nil where the period has no event.
    public var first: AuditTime?
    /// The latest stamp's time; nil where the period has no event.
    public var last: AuditTime?
    /// The most changed first.
    public var byKind = Page<KindChanges>()
    /// The busiest first.
    public var byAuthor = Page<AuthorChanges>()
    /// Days with an event, ascending.
    public var byDay: [DayChanges] = []
    /// By name: `upsert`, `delete`, …
    public var byOperation: [String: Int] = [:]
  }

  /// How often one kind was written in the period.
  public struct KindChanges: Codable, Sendable, Equatable {
    public var kind: String
    /// The kind's events in the period, each counted once, whichever operation it is.
    public var events: Int
  }

  /// How much one author wrote in the period.
  public struct AuthorChanges: Codable, Sendable, Equatable {
    /// Nil: the events name no author.
    public var author: String?
    /// The events that name this author. The name is what the writer stated; nothing verifies it.
    public var events: Int
  }

  /// The events of one day in the report's zone.
  public struct DayChanges: Codable, Sendable, Equatable {
    /// `2026-11-21`
    public var day: String
    /// The day's events of all kinds, at least 1.
    public var events: Int
    /// The day's events by kind; kinds without an event that day are absent.
    public var kinds: [String: Int]
  }

  /// An entity that somebody deleted or put aside.
  public struct Removal: Codable, Sendable, Equatable {
    /// `delete` or `dismiss`.
    public var operation: String
    /// The entity that was deleted or dismissed.
    public var entity: EntityName
    /// The time of the event's stamp, by the writing machine's clock.
    public var time: AuditTime
    /// The event's stamp, which names it in the log.
    public var stamp: String
    /// The author that the event names; nil: none.
    public var by: String?
    /// The reason that the event gives; nil: none.
    public var why: String?
    /// The replica that wrote it, 16 hexadecimal digits; nil in a viewer's report.
    public var replica: String?
    /// What that replica's machine is called; nil in a viewer's report, and where the replica's first event is not
    /// here.
    public var replicaName: String?
    /// Whether the entity is still deleted or dismissed: nobody restored it or wrote it anew. Nil where the kind's
    /// schema is not known.
    public var stands: Bool?
  }

  /// The reads that the ledger recorded.
  public struct Accesses: Codable, Sendable, Equatable {
    /// Recorded reads in the period; 0 also where the ledger does not record reads (``Setting/Name/auditReads``).
    public var total = 0
    /// How many of them asked for hidden values.
    public var revealed = 0
    /// The time of the earliest recorded read; nil: none.
    public var first: AuditTime?
    /// The time of the latest recorded read; nil: none.
    public var last: AuditTime?
    /// By reader and kind, the most frequent first.
    public var readers = Page<Reader>()

    /// The reads of one kind by one person.
    public struct Reader: Codable, Sendable, Equatable {
      /// The author of the read's event; nil: it names none.
      public var by: String?
      public var kind: String?
      /// How many reads of this kind were recorded for this reader.
      public var reads: Int
      /// How many of these reads asked for hidden values.
      public var revealed: Int
    }
  }
}
