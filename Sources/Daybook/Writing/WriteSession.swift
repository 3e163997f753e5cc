import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

/// The right to write, while it is held: the replica's journal with its lock, its clock.
struct WriteSession {
  let writer: LogWriter
  let identity: Identity
  var clock: HybridClock
  var planner: MutationPlanner
  /// The replica's branch in the records.
  var branch = BranchIndex(rawValue: 0)
  /// The first leaf that the records have from the journal or from this session's writes, and not from files.
  var heldFrom: UInt64 = 0
  /// The replicas as which this machine wrote here before.
  var former: [ReplicaID] = []
  /// What opening found and did, until it is reported.
  var notices: [Notice] = []
  var turn = Turn()

  var replica: ReplicaID { identity.replica }

  private let random: @Sendable () -> UInt64

  init(
    writer: LogWriter, identity: Identity, schemas: SchemaRegistry, random: @escaping @Sendable () -> UInt64
  ) {
    (self.writer, self.identity, self.random) = (writer, identity, random)
    clock = HybridClock(replica: identity.replica, latest: writer.lastStamp?.time ?? 0)
    planner = MutationPlanner(schemas: schemas, replica: identity.replica)
  }

  /// Connects to records that were read anew: adopts the clocks of others, and applies what the journal
  /// holds and the folder does not, as far as it lies before their cut.
  mutating func attach(
    to loaded: inout LedgerState, now: Instant, _ folder: any FileStore, _ descriptor: LedgerDescriptor
  ) throws {
    adopt(loaded.report, now: now)
    let home = BranchID(replica: replica, ordinal: 0)
    branch = loaded.index(of: home)
    heldFrom = writer.leaves.lowerBound
    let leaves = writer.leaves
    if leaves.isEmpty || loaded.held(of: replica).map(\.leaves).hold(leaves) { return }
    // Including published files that somebody removed: the writer publishes them anew.
    loaded.takeIn(
      OwnCommits(
        replica: replica, publicKey: identity.key.publicKey, contents: try writer.openContents()))
    try loaded.decideSeen(folder, descriptor)
  }

  /// Notes what came from others.
  mutating func adopt(_ report: ReadReport, now: Instant) {
    for branch in report.branches where branch.id.replica != replica {
      if let stamp = branch.lastStamp { clock.adopt(stamp, now: now) }
    }
    planner.reset()
  }

  /// The events of a commit, planned against the present records.
  mutating func plan(
    _ asked: MutationBuffer, _ batch: DraftedBatch?, _ records: borrowing Records, _ options: AppendOptions,
    _ zone: TimeZoneRule, _ stamp: () -> Stamp
  ) throws -> EventBodies {
    let random = random
    return try planner.plan(
      asked, records, PlanRequest(options, batch, in: zone),
      salt: { Salt(random(), UInt32(truncatingIfNeeded: random())) }, stamp: stamp)
  }

  /// What changed in what the ledger holds of other replicas since this one last recorded it.
  func seen(_ loaded: borrowing LedgerState) -> Seen {
    let told = writer.seen
    return Seen(
      loaded.held(without: replica).entries.filter { entry in
        !told.entries.contains { $0.replica == entry.replica && $0.parts == entry.parts }
      })
  }

  /// The results of beginning to write and of publishing.
  mutating func takeWriterNotices() -> [Notice] {
    defer { notices = [] }
    return notices
      + writer.takeNotices().map { Notice($0.code, $0.description) }
  }

  mutating func takeNotices() -> [Notice] { takeWriterNotices() + takeRawKindNotices() }

  mutating func takeRawKindNotices() -> [Notice] {
    planner.takeRawKinds().map { kind in
      Notice(
        "raw-kind",
        planner.schemas.system(of: kind).map {
          "the system \($0.name) has no kind \(kind): its events are kept as they are"
        }
          ?? "\(kind) belongs to no registered system: its events are kept as they are")
    }
  }
}

extension WriterNotice {
  /// A short name for programs.
  var code: String {
    switch kind {
    case .cutTail: "cut-tail"
    case .republished: "republished"
    case .movedAside: "moved-aside"
    case .left: "left"
    case .publicationWaits: "publication-waits"
    case .sealWaits: "seal-waits"
    }
  }
}
