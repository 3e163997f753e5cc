public import DaybookModel

/// A request to erase values.
public struct ErasureRequest: Sendable, Equatable {
  public var kind: String
  public var id: String
  /// The fields, by their names in the schema; empty: everything that was written about the entity.
  public var fields: [String] = []
  /// Whether to erase what belongs to the entity too: what a delete also hides, and what is about it alone, such as
  /// notes.
  public var withBelongings = false
  /// Also the entities of these kinds that refer to it, or to what is erased with it, with what belongs to them.
  public var referringKinds: Set<String> = []
  /// Erases only what was written before this time and does not show any more.
  public var before: Instant?

  /// A request to erase everything that was written about one entity, and nothing else. The id is taken byte for byte.
  public init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }

  /// Whether it may concern other entities, too.
  var takesOthers: Bool { withBelongings || !referringKinds.isEmpty }
}

/// What an erasure would erase, before it is written.
public struct ErasurePreview: Sendable, Equatable {
  /// One entity with what is erased of it.
  public struct Part: Sendable, Equatable {
    public var kind: String
    public var id: String
    /// The name that people know it by; nil where nothing names it, or output hides that.
    public var name: String?
    /// How many lines of the log it erases values from.
    public var lines = 0
    /// How many of them are erased as a whole although only a part was requested: their replicas write no more, and
    /// nobody else can vouch for the rest.
    public var wholeLines = 0
    /// How many values it erases, by the fields' stored names.
    public var fields: [String: Int] = [:]
    /// By the replica that wrote the lines.
    public var replicas: [ReplicaID: Int] = [:]
  }

  /// Another entity with an event that contains a string to be erased, even if the entity is deleted or the
  /// string overwritten.
  public struct Mention: Sendable, Equatable {
    public var kind: String
    public var id: String
    /// What people call it; nil where nothing names it, or output hides that.
    public var name: String?
    /// How many of its events do; 0 where only its name does, which several fields make up.
    public var lines = 0
    /// In which fields, by the names that they are stored under; `name` for what it is called, `by` and `why` for who wrote
    /// it and the reason.
    public var fields: Set<String> = []
    /// Whether it can be erased: a machine's name and an erasure's own texts cannot.
    public var isErasable = true
  }

  /// Another entity that links, or once linked, to an erased one, and that holds values itself.
  public struct Referrer: Sendable, Equatable {
    public var kind: String
    public var id: String
    /// What people call it; nil where nothing names it, or output hides that.
    public var name: String?
    /// How many of its events an erasure of it would erase values from.
    public var lines = 0
    /// Over which links, by the names that they are stored under.
    public var fields: Set<String> = []
  }

  /// By entity; the one that was named comes first.
  public var parts: [Part] = []
  /// By kind and id.
  public var referrers: [Referrer] = []
  /// By kind and id, also of those that refer to it. Strings of less than four bytes do not count, nor strings that several
  /// others have in the same field.
  public var mentions: [Mention] = []
  /// How many lines of the log the erasure erases values from, in all parts; 0: nothing is left to erase.
  public var lines: Int { parts.reduce(0) { $0 + $1.lines } }
}

/// What happened to the texts that are due for removal.
public struct EraseTextsReport: Sendable, Equatable {
  /// Files in the ledger's folder, by their paths in it.
  public var written: [String] = []
  /// Files that were removed, by their paths in the ledger's folder; those of this machine's state begin with `state:
  /// `.
  public var removed: [String] = []
  /// Files that have texts, or cannot be read whole and may have some, and that are left to be removed by hand.
  public var unreadable: [String] = []
  /// How many lines stay until their writer vouches for the rest of them.
  public var staying = 0
  /// How many large values were removed.
  public var blobs = 0
  /// How many large values stay, since lines that may name them are missing or cannot be read.
  public var blobsWaiting = 0
  /// How many lines are not due yet.
  public var waiting = 0
  /// The replicas that wrote the lines that are not due yet, or that stay. They remove their lines before other machines
  /// do.
  public var waitingFor: Set<ReplicaID> = []
  /// How many lines that others erase wait until somebody here agrees.
  public var unanswered = 0
  /// The erasures of which nothing is left here.
  public var done: [String] = []
}

/// What was written for an erasure.
public struct ErasureReceipt: Sendable {
  /// The ids of the erasures that were begun, one for each entity; empty where there was nothing to erase.
  public var erasures: [String] = []
  /// What was erased, part by part: the preview that was made for this run. Its referrers and mentions are
  /// empty.
  public var erased = ErasurePreview()
  /// Notices of the commits that wrote the erase events, such as a publication that waits.
  public var notices: [Notice] = []
}
