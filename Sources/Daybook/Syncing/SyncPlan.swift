public import DaybookModel

/// What a run of a sync or an import would write, and what it found.
public struct SyncPlan: Sendable {
  /// In the order to write them; the runs of the sources last. Empty if nothing changed.
  public var mutations: [Mutation] = []
  /// The blobs that the mutations refer to: stored before the mutations are written.
  public var blobs: [[UInt8]] = []
  /// What the run read, skipped, and would write, in numbers.
  public var summary = SyncSummary()
  /// Entries that could not be read; the rest is planned.
  public var skipped: [SyncRemark] = []
  /// The ids of the sources that were read, also of those that changed nothing.
  public var sources: [String] = []
  /// Notices that are not losses: duplicate entries, lists of people.
  public var notices: [SyncRemark] = []

  public init() {}
}

/// A remark on one entry of a file.
public struct SyncRemark: Sendable, Equatable, CustomStringConvertible {
  /// The file as the caller named it.
  public var file: String
  /// From 1.
  public var line: Int
  /// The byte offset, from 0, for a file whose lines mean nothing, such as JSON; nil otherwise.
  public var byte: Int64?
  /// The remark, in words without a full stop. Shown to people, so it names no hidden value.
  public var reason: String

  /// A remark on a line, or on a byte, of a file. By default it is about the file's beginning.
  public init(file: String, line: Int = 1, byte: Int64? = nil, reason: String) {
    (self.file, self.line, self.byte, self.reason) = (file, line, byte, reason)
  }

  public var description: String {
    let place = byte.map { " at byte \($0)" } ?? ":\(line)"
    return "\(file)\(place): \(reason)"
  }
}

/// The numbers with which every sync and import ends.
public struct SyncSummary: Sendable, Equatable {
  /// Entries of the source that could be read, and those that could not. An entry that repeats is one.
  public var read = 0
  /// Entries that could not be imported: not readable, too large for an event, or against a rule of their kind.
  public var skipped = 0
  /// The entities of a calendar's entries, each occurrence once; the created, changed and unchanged ones add up to it.
  public var occurrences = 0
  /// Entries whose entity the ledger did not have.
  public var created = 0
  /// Entries that make the run write something about an entity that the ledger had, even if only a link.
  public var changed = 0
  /// Entries that the ledger already has as the source does, or with nothing to write for another reason, such as
  /// duplicates. Every entry read (for a calendar, every occurrence) is created, changed or unchanged.
  public var unchanged = 0
  /// Entities gone from the source, or archived because of that.
  public var removed = 0

  public init() {}

  /// `{"read":…,"skipped":…,"occurrences":…,"created":…,"changed":…,"unchanged":…,"removed":…}`, in this order.
  public var jsonText: String {
    "{" + fields.map { "\"\($0.name)\":\($0.count)" }.joined(separator: ",") + "}"
  }

  /// In the order in which they are shown.
  public var fields: [(name: String, count: Int)] {
    [
      ("read", read), ("skipped", skipped), ("occurrences", occurrences), ("created", created),
      ("changed", changed), ("unchanged", unchanged), ("removed", removed),
    ]
  }
}
