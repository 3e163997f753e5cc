extension AuditReport {
  /// One writer on one machine.
  public struct Replica: Codable, Sendable, Equatable {
    /// 16 hexadecimal digits.
    public var id: String
    /// What its machine is called; nil where the replica's first event is not here.
    public var name: String?
    /// How many of its events these files hold, in all its histories, whatever the period.
    public var events = 0
    /// The number of its last commit held here; missing commits before it count too. With several histories, the
    /// highest.
    public var commits = 0
    /// The time of its latest stamp, by its own clock; nil where no event of it is held here.
    public var lastWrite: AuditTime?
    /// The latest stamp of its events; nil where no event of it is held here.
    public var lastStamp: String?
    /// How many histories beyond the first its key signed that do not extend one another.
    public var forks = 0
    /// The replica that this one continues.
    public var forkedFrom: String?
    /// When it was retired and stopped writing; nil: it is not retired.
    public var retiredAt: AuditTime?
    /// The numbers of events that are missing here although later ones are present.
    public var gaps: [Gap] = []
    /// How many lines beyond the last one here other replicas are known to have held.
    public var linesMissing = 0
    /// What its last stamp and its writes show of its machine's clock.
    public var clock = Clock()
    /// One for each of its histories.
    public var heads: [Head] = []
  }

  /// Inclusive.
  public struct Gap: Codable, Sendable, Equatable {
    /// The number of the first missing event, counted from 1 within the replica.
    public var firstSeq: Int
    /// The number of the last missing event.
    public var lastSeq: Int
  }

  /// What is known of a machine's clock.
  public struct Clock: Codable, Sendable, Equatable {
    /// How far its last stamp is ahead of the time at which the report was made; 0 where it is not.
    public var aheadSeconds = 0
    /// Its writes in the period that count as later than their stamp because they replaced a value with a later stamp:
    /// written alongside a machine whose clock was ahead.
    public var correctedWrites = 0
  }

  /// The end of a replica's RFC 6962 tree.
  public struct Head: Codable, Sendable, Equatable {
    /// Leaves: events and ends of commits.
    public var size: Int
    /// The number of the last event in this history, counted from 1 within the replica.
    public var lastSeq: Int
    /// 64 hexadecimal digits.
    public var root: String
    /// The head as a C2SP signed note, for keeping elsewhere; nil where its signature is not in the files.
    public var note: String?
  }
}
