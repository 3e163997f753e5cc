package import DaybookModel
import Synchronization

/// The schema-free fold of commits: a register for each field, edge, `alive`, `present` and `over` of
/// every entity, ordered only by the stamps. Its state is a pure function of the *set* of commits applied, whatever
/// their order and however they were cut into pieces.
///
/// Laid out for folding millions of events a second: an entity is a row of 24-byte cells, one for each
/// field its kind has, all rows in one arena; values are bytes in another. A register that several
/// branches wrote keeps, besides the winner, the writes that may be its heads (``Contender``).
///
/// Not copyable: a point in time is another `Records`, fed fewer commits.
package struct Records: ~Copyable, Sendable {
  // Names.
  var kindNames: NameTable
  var fieldNames: NameTable
  var authorNames: NameTable
  var targetNames: NameTable
  let key: HashKey

  // Kinds and their columns.
  var kinds = Arena<KindRecord>()
  /// `columnMax` registers for each kind.
  var kindColumns = Arena<UInt32>()
  var columns = ColumnTable()

  // Entities.
  var entities = EntityTable()
  var entitySlots = SlotTable()
  var ids = Arena<UInt8>(capacity: 1024)
  var cells = Arena<Cell>(capacity: 256)
  var values = Arena<UInt8>(capacity: 4096)

  // Registers without a column, and edges seen from their targets.
  var sides = Arena<SideCell>()
  var sideSlots = SlotTable()
  /// For each target: its first side cell's index plus 1.
  var targetEdges = Arena<UInt32>()

  // Writes.
  var writes = Arena<WriteDetails>(capacity: 64)
  /// Of each write.
  var hashes = LineHashes()
  var asides = Arena<WriteAside>()
  var origins = OriginTable()
  var contenders = Arena<Contender>()
  /// Index plus 1 of the first contender that is free.
  var freeContender: UInt32 = 0
  /// Entities of which several branches wrote a register, those that were ever deleted, and those that were made
  /// anew: each once.
  var contestedEntities = Arena<UInt32>()
  var deletedEntities = Arena<UInt32>()
  var recreatedEntities = Arena<UInt32>()
  /// Whether they keep what was overwritten, and only for which entities (see ``history(of:)``).
  private(set) var isHistory = false

  // Replicas and causality.
  var replicas = ReplicaTable()
  var branches: [Branch] = []
  var seen = Arena<SeenEntry>()
  /// Indices of those trees whose branch is undecided.
  var undecidedSeen = Arena<UInt32>()
  /// Counts what the causality depends on.
  var causalityVersion: UInt64 = 0
  let causalityCache = Mutex<(version: UInt64, causality: Causality)?>(nil)
  var branchResolver: BranchResolver?
  /// Which claims of events count, and the lines of the waiting ones.
  var reach = Reach()
  var waitingLines = Arena<UInt8>()

  var batch = Batch()
  /// The number of writes at which those that no register shows are dropped.
  var compactAt = Records.compactWritesMin
  var touchLog = TouchLog()
  /// Events that are read as if they did not exist.
  private(set) var skipped: Set<Stamp> = []

  /// Events and commits applied. Events with an unknown operation count too.
  package private(set) var eventCount = 0
  package private(set) var commitCount = 0

  package init() {
    let key = HashKey()
    self.init(
      key: key, kindNames: NameTable(key: key),
      fieldNames: NameTable(key: key, reserved: RegisterID.reservedNames), authorNames: NameTable(key: key),
      targetNames: NameTable(key: key))
  }

  /// Records in which names have their numbers, and nothing else.
  init(
    key: HashKey, kindNames: consuming NameTable, fieldNames: consuming NameTable,
    authorNames: consuming NameTable, targetNames: consuming NameTable
  ) {
    self.key = key
    self.kindNames = kindNames
    self.fieldNames = fieldNames
    self.authorNames = authorNames
    self.targetNames = targetNames
  }

  /// Records of everything except the events with these stamps.
  package init(skipping stamps: Set<Stamp>) {
    self.init()
    skipped = stamps
  }

  /// Records with the branches of other records and what their authors had seen.
  init(branches: [Branch], of records: borrowing Records, isHistory: Bool = false) {
    self.init()
    (self.branches, self.isHistory) = (branches, isHistory)
    replicas = records.replicas
    for index in 0..<records.seen.count { seen.append(records.seen[index]) }
    causalityVersion = 1
    reach = records.reach.fixed(events: records.eventCount)
  }

  mutating func count(events: Int, commits: Int) {
    eventCount += events
    commitCount += commits
  }
}
