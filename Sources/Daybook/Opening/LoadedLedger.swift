import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

/// A ledger as one reading found it, with what was committed through it since. Lent by
/// ``Ledger/read(_:)``.
public struct LoadedLedger: ~Copyable {
  var records: Records
  var report = ReadReport()
  var inventory = Inventory()
  /// The records' numbers of the branches that were read.
  var branches: [BranchID: BranchIndex] = [:]
  /// Who holds which natural key, by kind; filled as it is asked.
  let holders = KeyHolders()
  /// Tells this reading from a later one.
  let token = ReadingToken()
  /// Commits that carry an idempotency key.
  var keys: [String: KeyedPlace] = [:]
  /// How far the records hold replicas that this process wrote as: further than its last reading showed.
  var own: [ReplicaID: OwnPart] = [:]

  struct KeyedPlace: Sendable {
    var replica: ReplicaID
    var commit: UInt64
    /// Known where this process wrote it: the same flush may ask before a file has it.
    var events: [Event]?
  }

  /// Leaves that came from a journal, up to the tree's end. What lies before them the files may not show.
  struct OwnPart: Sendable {
    var start: UInt64
    var tree: MerkleTree
  }

  init(skipping stamps: Set<Stamp> = [], schemas: SchemaRegistry = .empty) {
    records = Records(skipping: stamps)
    for (kind, id) in schemas.provided { records.reserve(kind, id) }
  }

  /// Reads everything, or of each branch the commits whose last stamp is at or before `asOf`. Reads again
  /// when a file that was listed is gone before it was read. Events with the stamps of `skipping` are read as
  /// if they were not there. What the schemas provide has a place in the records.
  static func read(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor, schemas: SchemaRegistry = .empty,
    asOf: Instant? = nil, skipping: Set<Stamp> = [], rootsWanted: [ReplicaID: [UInt64]] = [:],
    _ visit: (borrowing AttestedFrame) -> Void = { _ in }
  ) throws -> LoadedLedger {
    var options = ReadOptions()
    options.rootsWanted = rootsWanted
    for _ in 0..<Self.attemptsMax {
      let loaded = try readOnce(folder, descriptor, schemas, asOf, skipping, options, visit)
      if loaded.report.vanished.isEmpty { return loaded }
    }
    return try readOnce(folder, descriptor, schemas, asOf, skipping, options, visit)
  }

  private static let attemptsMax = 5

  private static func readOnce(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor, _ schemas: SchemaRegistry, _ asOf: Instant?,
    _ skipping: Set<Stamp>,
    _ options: ReadOptions, _ visit: (borrowing AttestedFrame) -> Void
  ) throws -> LoadedLedger {
    var loaded = LoadedLedger(skipping: skipping, schemas: schemas)
    loaded.inventory = try Inventory.scan(folder)
    var sizes = SeenSizes()
    let reader = LedgerReader(store: folder, descriptor: descriptor, options: options)
    loaded.report = try reader.read(loaded.inventory) { frame in
      sizes.collect(frame)
      loaded.apply(frame, asOf: asOf)
      visit(frame)
    }
    // A forked replica's trees are told apart by their roots, read in a second pass.
    try loaded.resolveForks(folder, descriptor, sizes)
    loaded.report.findingsOfAll += loaded.inventory.findings
    loaded.records.keepTouches()
    return loaded
  }

  private mutating func apply(_ frame: borrowing AttestedFrame, asOf: Instant?) {
    let branch = index(of: frame.branch, origin: frame.origin)
    noteKeys(frame, frame.commits)
    guard let asOf else {
      records.apply(frame.content, commits: frame.commits, branch: branch, firstLeaf: frame.firstLeaf)
      return
    }
    for index in frame.commits {
      guard let last = frame.content.commits[index].events.last,
        frame.content.events[last].line.stamp.instant <= asOf
      else { continue }
      records.apply(frame.content, commits: index..<index + 1, branch: branch, firstLeaf: frame.firstLeaf)
    }
  }

  mutating func noteKeys(_ frame: borrowing AttestedFrame, _ commits: Range<Int>) {
    for index in commits {
      let entry = frame.content.commits[index]
      if let key = entry.commit.key {
        keys[key] = KeyedPlace(replica: frame.branch.replica, commit: entry.commit.number)
      }
    }
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

  private mutating func resolveForks(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor, _ sizes: SeenSizes
  ) throws {
    for branch in report.branches where branch.origin != nil {
      _ = index(of: branch.id, origin: branch.origin)
    }
    let forked = Set(report.branches.filter { $0.id.ordinal > 0 }.map(\.id.replica))
    guard !forked.isEmpty else { return }
    var options = ReadOptions()
    options.rootsWanted = sizes.wanted(of: forked)
    let survey = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .survey(inventory, replicas: forked)
    let numbers = branches
    // What this process writes from here on tells of the present heads.
    let heads = report.branches.filter { forked.contains($0.id.replica) }.flatMap { branch in
      branch.stretches.map { RootAtSize(branch: branch.id, size: $0.leaves.upperBound, root: $0.root) }
    }
    records.setBranchResolver { replica, size, root in
      func isMeant(_ one: RootAtSize) -> Bool {
        one.branch.replica == replica && one.size == size && one.root == root
      }
      return (survey.replicas[replica]?.roots.first(where: isMeant) ?? heads.first(where: isMeant))
        .flatMap { numbers[$0.branch] }
    }
  }

  /// The present heads of the other replicas, as a commit's `seen` tells them.
  func held(without own: ReplicaID) -> Seen { report.held(without: own) }
}

/// The sizes of trees that commits say they had seen.
private struct SeenSizes {
  private var sizes: [ReplicaID: Set<UInt64>] = [:]

  mutating func collect(_ frame: borrowing AttestedFrame) {
    for index in frame.commits {
      for entry in frame.content.commits[index].commit.seen.entries {
        for case .tree(let size, _) in entry.parts { sizes[entry.replica, default: []].insert(size) }
      }
    }
  }

  func wanted(of replicas: Set<ReplicaID>) -> [ReplicaID: [UInt64]] {
    sizes.filter { replicas.contains($0.key) }.mapValues { $0.sorted() }
  }
}
