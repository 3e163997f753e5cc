import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

/// A ledger that is open: reads and writes one folder of plain files.
///
///     let ledger = try await Ledger.open(at: "family.daybook", systems: [.sam])
///     let ann = Person { $0.displayNameCache = "Ann Lee" }
///     try await ledger.commit(by: "david") { try $0.upsert(ann) }
///     try await ledger.commit(by: "david") { $0.update(ann) { $0.emailCache = "ann@example.com" } }
///
/// Reading needs no lock, no identity and no write access. A write takes the machine's lock on the ledger and its
/// replica's identity. Processes on one machine take turns writing: a ledger releases the lock when another process
/// waits for it, and after a second without a write. A write is durable when the call returns, and reaches the folder a
/// moment later: see ``publish()``.
///
/// The methods of other subjects are grouped: ``history``, ``conflicts``, ``audit``, ``replicas``, ``devices``,
/// ``erasures``, ``blobs`` and ``maintenance``.
public actor Ledger {
  /// The ledger's id, path and format, read from `daybook.json` when it was opened. Needs no `await`.
  public nonisolated let info: LedgerInfo
  /// The kinds this ledger was opened with; all others are read and written raw.
  public nonisolated let schemas: SchemaRegistry

  let folder: any FileStore
  let descriptor: LedgerDescriptor
  let machine: Machine
  let options: LedgerOptions

  var loaded: LedgerState
  /// Reads the records through the schemas; its caches are valid only for these records.
  var view: View { didSet { limitedViews = [:] } }
  /// The views for single viewers.
  var limitedViews: [Viewer: View] = [:]
  var searching = Searching()
  /// For one reading, whether data derived from its texts may be stored in the cache.
  var cacheRule: (token: ReadingToken, mayKeep: Bool)?
  /// True if the records hold events that may not have become durable: then the log is read again before the next use.
  var isStale = false
  var session: WriteSession?
  /// The last session, kept so that the next write can continue it.
  var suspended: WriteSession?
  var turnWatch: Task<Void, Never>?
  /// While commits wait for another process.
  var placeInFront: WriterLock.PlaceInFront?
  var publication = ScheduledPublication()
  /// Notices of write sessions that ended before a receipt or another caller took them.
  var leftNotices: [Notice] = []
  /// Whether a write session was ever opened: a session itself reports what the folder lacks.
  var hasBegunWriting = false
  /// The draft of the running transaction's commit.
  var drafting = DraftedBatch()
  /// The unpublished commits of this machine's journals, except that of a write session.
  var waiting: [OwnCommits]
  /// Files that a reading other than that of the records could not read.
  var unreadable: Set<String> = []
  /// True while texts that are due are being removed.
  var isErasingTexts = false
  nonisolated let queue = CommitQueue()
  var followers = Followers()
  /// The changes of the flush under way: reported once it is durable.
  var notifications = PendingNotifications(isWanted: false)

  init(
    info: LedgerInfo, schemas: SchemaRegistry, folder: any FileStore, descriptor: LedgerDescriptor,
    machine: Machine, options: LedgerOptions, loaded: consuming LedgerState, waiting: [OwnCommits] = []
  ) {
    (self.info, self.schemas, self.folder) = (info, schemas, folder)
    (self.descriptor, self.machine, self.options) = (descriptor, machine, options)
    self.loaded = loaded
    self.waiting = waiting
    view = View(registry: schemas)
    if let indexes = self.loaded.indexes { view.adopt(indexes) }
  }

  /// Publishes waiting commits and releases the lock. A later write takes it again.
  public func close() { closeSession() }
}
