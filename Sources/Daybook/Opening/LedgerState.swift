import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

/// A ledger as one reading found it, with later commits made through it. Lent by
/// ``Ledger/read(_:)``.
public struct LedgerState: ~Copyable {
  var records: Records
  var report = ReadReport()
  /// The indexes of the snapshot that the records come from, for their first view.
  var indexes: SnapshotIndexes?
  /// Whether they do.
  var isFromSnapshot: Bool { indexes != nil }
  var inventory = Inventory()
  /// The records' numbers of the branches that were read.
  var branches: [BranchID: BranchIndex] = [:]
  /// Which entity holds which natural key, by kind; filled on demand.
  let holders = KeyHolders()
  /// Tells this reading from a later one.
  let token = ReadingToken()
  /// What is read as erased.
  var erasing = ErasureState()
  /// Of a locked ledger: what decides who is a member, and by what was counted.
  var devices = DeviceLog()
  var rule = CountingRule.all
  /// Commits that carry an idempotency key.
  var keys = KeyedCommits()
  /// How far the records hold replicas that this process wrote as: possibly further than its last reading showed.
  var own: [ReplicaID: OwnPart] = [:]
  /// Which of the commits that there are it holds.
  var selection = CommitSelection.all
  /// At a cut, the leaves that it holds.
  var counted = HeldLeaves()
  /// Of this process's last commits.
  var ownRoots: [RootAtSize] = []
  /// How many events the records held when the whole log had been read; nil for those of a snapshot.
  private var eventsRead: Int?
  /// How long that took.
  private(set) var readingSeconds = 0.0
  /// Whether the records come from reading the whole log, and nothing came since.
  var isAsRead: Bool { eventsRead == records.eventCount && selection.isAll }

  /// Leaves that came from a journal, up to the tree's end. The files may not show the leaves before them.
  struct OwnPart: Sendable {
    var start: UInt64
    var tree: MerkleTree
  }

  init(skipping stamps: Set<Stamp> = [], schemas: SchemaRegistry = .empty) {
    records = Records(skipping: stamps)
    for (kind, id) in schemas.provided { records.reserve(kind, id) }
  }

  /// As a snapshot holds it, which has what the schemas provide.
  ///
  /// - Parameter ordinals: of the records' branches, in the order of their numbers.
  init(records: consuming Records, ordinals: [UInt32], keys: KeyedCommits) {
    for (number, (replica, ordinal)) in zip(records.branchReplicas, ordinals).enumerated() {
      branches[BranchID(replica: replica, ordinal: Int(ordinal))] = BranchIndex(rawValue: UInt32(number))
    }
    self.records = records
    self.keys = keys
  }

  /// Reads everything, or the commits before a cut. Reads again when a file that was listed is gone before it was
  /// read, and throws if that does not end. Events with the stamps of `skipping` are read as if they were not there.
  /// What the schemas provide has a place in the records. With `now`, the file system's time, the report tells which
  /// files will be known again. `visit` is given every frame, whatever the cut; `begin` is called before a reading, of which
  /// there may be several. Of a cut, `erasures` are those of now: the past does not show what is erased. `own` are
  /// commits of this machine that may be in no file: they are applied. With a `session` only what counted when that
  /// began counts; of a locked ledger, `deciding` says otherwise who decides what does.
  static func read(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor, schemas: SchemaRegistry = .empty,
    at cut: Cut = .now, within session: ReadSession? = nil, skipping: Set<Stamp> = [],
    rootsWanted: [ReplicaID: [UInt64]] = [:],
    settledAt now: Int64? = nil, own: [OwnCommits] = [], erasures: Erasures? = nil,
    deciding: CountingDecision = .thisReading, begin: () -> Void = {},
    _ visit: (borrowing AttestedFrame) -> Void = { _ in },
    progress: ReadingProgress.Sink? = nil
  ) throws -> LedgerState {
    func read(_ erasures: Erasures) throws -> LedgerState {
      var options = ReadOptions()
      (options.rootsWanted, options.erasures) = (rootsWanted, erasures)
      if let session { options.rootsWanted = session.held.rootsWanted(without: session.writer) }
      var attemptsLeft = Self.attemptsMax
      var rule = session == nil ? folder.locking?.rule ?? .all : .all
      while true {
        begin()
        let loaded = try readOnce(
          folder, descriptor, schemas, cut, session, skipping, options, now, own, &rule,
          session == nil && attemptsLeft > 0 ? deciding : .caller, progress, visit)
        if let loaded {
          // A ledger read in part would look like another ledger.
          if attemptsLeft == 0 { try loaded.report.requireWhole() }
          if attemptsLeft == 0 || loaded.report.vanished.isEmpty { return loaded }
        }
        attemptsLeft -= 1
      }
    }
    if let erasures { return try read(erasures) }
    return try settled(read)
  }

  private static let attemptsMax = 5

  /// Nil if what was read changes which commits count: then the rule says which.
  private static func readOnce(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor, _ schemas: SchemaRegistry, _ cut: Cut,
    _ session: ReadSession?, _ skipping: Set<Stamp>, _ options: ReadOptions, _ now: Int64?,
    _ own: [OwnCommits], _ rule: inout CountingRule, _ deciding: CountingDecision,
    _ progress: ReadingProgress.Sink?,
    _ visit: (borrowing AttestedFrame) -> Void
  ) throws -> LedgerState? {
    let clock = ContinuousClock()
    let start = clock.now
    var loaded = LedgerState(skipping: skipping, schemas: schemas)
    loaded.erasing = ErasureState(applied: options.erasures)
    loaded.count(by: rule, in: folder)
    loaded.inventory = try Inventory.scan(folder)
    loaded.selection = try CommitSelection(cut, loaded.inventory, folder, descriptor, own: own)
    let places = try session?.places(in: loaded.inventory)
    if let places { loaded.selection.restrict(to: places.leaves) }
    var tally = progress.map { ReadingProgress.Tally(loaded.inventory, $0) }
    var options = options
    if let now { options.settled = loaded.inventory.settled(at: now) }
    options.trailLeavesMax = trailLeavesMax(loaded.inventory)
    let reader = LedgerReader(store: folder, descriptor: descriptor, options: options)
    loaded.report = try reader.read(loaded.inventory) { frame in
      loaded.apply(frame)
      visit(frame)
      tally?.note(frame)
    }
    if loaded.report.vanished.isEmpty { try places?.require(loaded.report) }
    loaded.erasing.note(loaded.report)
    for commits in own { loaded.takeIn(commits) }
    // Before the trails go: otherwise the roots by which it decides would be read from the files again.
    if let other = try loaded.otherRule(deciding, folder, descriptor) {
      rule = other
      return nil
    }
    try loaded.decideSeen(folder, descriptor)
    loaded.report.unreadableElsewhere.formUnion(loaded.selection.unreadable)
    loaded.report.findingsOfAll += loaded.inventory.findings
    loaded.records.keepTouches()
    loaded.eventsRead = loaded.records.eventCount
    loaded.readingSeconds = (clock.now - start).seconds
    return loaded
  }

  private mutating func apply(_ frame: borrowing AttestedFrame) {
    noteDevices(frame)
    let counting = counting(frame)
    if counting.isEmpty { return }
    noteKeys(frame, counting)
    noteErasures(frame, counting)
    let (content, firstLeaf) = (frame.content, frame.firstLeaf)
    selection.forEachRun(of: counting, in: content, frame.branch, firstLeaf: firstLeaf) { commits in
      let branch = index(of: frame.branch, origin: frame.origin)
      records.apply(content, commits: commits, branch: branch, firstLeaf: firstLeaf)
      noteCounted(content.commits[commits], firstLeaf, frame.branch)
    }
  }

  mutating func noteKeys(_ frame: borrowing AttestedFrame, _ commits: Range<Int>) {
    for index in commits {
      let entry = frame.content.commits[index]
      if let key = entry.commit.key {
        keys[key] = KeyedCommits.Place(replica: frame.branch.replica, commit: entry.commit.number)
      }
    }
  }

  mutating func noteErasures(_ frame: borrowing AttestedFrame, _ commits: Range<Int>) {
    let entries = frame.content.commits
    erasing.note(
      frame.content,
      events: entries[commits.lowerBound].events
        .lowerBound..<entries[commits.upperBound - 1].events.upperBound)
  }

  mutating func index(of branch: BranchID, origin: BranchOrigin? = nil) -> BranchIndex {
    if let known = branches[branch] {
      if let origin { records.setParent(of: known, (index(of: origin.branch), origin.leaf)) }
      return known
    }
    let parent = origin.map { (branch: index(of: $0.branch), leaf: $0.leaf) }
    let made = records.declareBranch(replica: branch.replica, parent: parent)
    branches[branch] = made
    return made
  }

  /// The present heads of the other replicas, as a commit's `seen` names them. In a locked ledger, without branches
  /// that do not count as a whole: a revoked device must not influence which of its commits count.
  func held(without own: ReplicaID) -> Seen {
    let withheld = rule.withheld(in: report)
    return Seen(report.held(without: own).entries.filter { !withheld.contains($0.replica) })
  }
}

// Reading a replica's files from where the last reading ended, instead of from their beginning.

extension LedgerState {
  /// The files of a replica to read, and where to continue; nil if they must be read from the beginning, or if
  /// continuing does not yield roots that are needed.
  func continuation(
    of replica: ReplicaID, _ now: Inventory, showing sizes: [UInt64]
  ) -> (rest: [Inventory.SegmentFile], Continuation)? {
    guard let known = report.replicas[replica],
      let (standing, rest) = known.passing?.standing(among: now.segments(of: replica)),
      let point = standing.point
    else { return nil }
    var verified = standing
    for root in known.roots { verified.roots[root.size] = root.root }
    guard sizes.allSatisfy({ $0 >= point.tree.size || verified.roots[$0] != nil }) else { return nil }
    return (rest, Continuation(verified))
  }
}
