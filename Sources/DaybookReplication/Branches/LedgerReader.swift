package import DaybookLog
package import DaybookModel

/// How much a reading checks and keeps.
package struct ReadOptions: Sendable {
  /// Compares each sealed file's name with the SHA-256 of its bytes.
  package var checksNames = false
  /// Checks every signed head. Otherwise the last one of a run, which covers those before it.
  package var checksEveryHead = false
  /// Whether what replicas say they held of others is compared with what was read, by size alone.
  package var comparesSeen = true
  /// Sizes at which the roots of replicas' trees are wanted; ascending.
  package var rootsWanted: [ReplicaID: [UInt64]] = [:]
  /// The number of leaves, of all replicas together, of which trails are kept for roots that are wanted later; a
  /// replica's trail is kept whole or not at all.
  package var trailLeavesMax = 0
  /// Lines are kept up to this size before a signature is checked; those that none covers by then are
  /// let go, and read again when a later one does. Small enough for a processor's cache: 4 MiB cost a third
  /// more time for a million events.
  package var pendingSizeBytesMax = 512 << 10
  /// Files that are as they are since long enough to be known again by that, by path: of them ``VerifiedFiles``
  /// are made.
  package var settled: Set<String> = []
  /// What is read as erased.
  package var erasures = Erasures.unknown
  /// Of a locked ledger, up to which leaf a branch counts: no commit that ends behind it is handed on. Nil: all of it.
  package var limit: (@Sendable (BranchID) -> UInt64?)?
  /// Where to go on instead of reading from the beginning.
  package var continuations: [ReplicaID: Continuation] = [:]
  /// Other threads help with files of more than this, together or by themselves.
  package var inlineSizeBytesMax = ReadAhead.inlineSizeBytesMax
  /// A further history of a replica is not applied while this many hashes of leaves are kept to compare its files
  /// with one another: 64 MiB.
  package var comparedLeavesMax = 2 << 20
  /// Of one file. A hostile one could make millions.
  package var findingsMax = 100

  package init() {}
}

/// Reads a ledger's files, of every replica and in whatever forms and copies they lie there, and hands
/// on each commit that a signature covers, once. Where a file went since it was listed, its replica's files are listed
/// and read again. Needs no identity, no lock and no write access; holds
/// two files and a few megabytes of frames at a time.
package struct LedgerReader: Sendable {
  let store: any FileStore
  let ledger: String
  var options: ReadOptions

  package init(store: any FileStore, descriptor: LedgerDescriptor, options: ReadOptions = ReadOptions()) {
    (self.store, ledger, self.options) = (store, descriptor.ledger, options)
  }

  /// One that only looks for roots.
  func wanting(_ roots: [ReplicaID: [UInt64]]) -> LedgerReader {
    var reader = self
    reader.options = ReadOptions()
    (reader.options.comparesSeen, reader.options.rootsWanted) = (false, roots)
    return reader
  }

  /// The same, going on where this one does.
  func wantingOn(_ roots: [ReplicaID: [UInt64]]) -> LedgerReader {
    var reader = wanting(roots)
    reader.options.continuations = options.continuations
    return reader
  }

  /// How many leaves were not read again, by a reading that gave this report.
  func start(of replica: ReplicaID, _ report: ReadReport) -> UInt64 {
    options.continuations[replica]?.point?.tree.size ?? 0
  }

  /// Hands every attested commit to `body`: replica by replica, ascending, except where files
  /// that come later tell the place of a run. What is wrong with a file is reported, and does not
  /// stop the rest; only what the store or `body` throws does.
  package func read(
    _ inventory: Inventory, replicas: Set<ReplicaID>? = nil, _ body: (borrowing AttestedFrame) throws -> Void
  ) throws -> ReadReport {
    var report = ReadReport()
    let wanted = inventory.replicas.filter { replicas?.contains($0.id) ?? true }
    let ahead = ReadAhead(wanted.flatMap(sources), inlineSizeBytesMax: options.inlineSizeBytesMax)
    defer { ahead.end() }
    var reader = self
    for files in wanted {
      let replica = try reader.read(files, ahead, body)
      reader.options.trailLeavesMax -= replica.trails.values.reduce(0) { $0 + $1.count }
      report.replicas[files.id] = replica
    }
    try store.cipher?.requireKeys()
    if options.comparesSeen { report.findingsOfAll = report.missingBySeen }
    return report
  }

  /// The files that are read from their beginning.
  private func sources(_ files: Inventory.ReplicaFiles) -> [ReadAhead.Source] {
    files.segments.filter { $0.sizeBytes <= SegmentLimit.fileSizeBytesMax }.map { file in
      ReadAhead.Source(path: file.path, sizeBytes: file.sizeBytes) { [store] in
        try? store.segment(file.path, in: 0..<file.sizeBytes)
      }
    }
  }

  /// The report alone.
  package func survey(_ inventory: Inventory, replicas: Set<ReplicaID>? = nil) throws -> ReadReport {
    try read(inventory, replicas: replicas) { _ in }
  }
}

/// The roots of the trees of each branch.
package struct TreeRoots: Sendable {
  private var branches: [ReplicaID: [UInt64: [RootAtSize]]] = [:]
  /// Files that could not be read for them.
  package var unreadable: Set<String> = []

  package init() {}

  package mutating func insert(_ root: RootAtSize) {
    branches[root.branch.replica, default: [:]][root.size, default: []].append(root)
  }

  /// The roots at a size that are known, of each branch that is held there.
  package subscript(replica: ReplicaID, size: UInt64) -> [RootAtSize] { branches[replica]?[size] ?? [] }
}

extension LedgerReader {
  /// The roots that replicas' trees had at some sizes, for each branch that is held there: from the reading that gave
  /// the report if it has them, otherwise from the files.
  ///
  /// - Parameters:
  ///   - inventory: of all files, even if the reading began in the middle.
  ///   - ends: the numbers of leaves of replicas whose files hold more than the reading showed.
  package func treeRoots(
    at wanted: [ReplicaID: Set<UInt64>], _ inventory: Inventory, _ report: ReadReport,
    writtenSince ends: [ReplicaID: UInt64] = [:]
  ) throws -> TreeRoots {
    var roots = TreeRoots()
    for (replica, sizes) in wanted {
      let last = report.branches(of: replica).map(\.size).max() ?? 0
      var missing = sizes.filter { $0 > last && $0 <= ends[replica] ?? 0 }
      for branch in report.branches(of: replica) {
        let known = report.roots(of: branch, at: sizes)
        for (size, root) in known { roots.insert(RootAtSize(branch: branch.id, size: size, root: root)) }
        missing.formUnion(sizes.filter { known[$0] == nil && branch.holds($0) })
      }
      if missing.isEmpty { continue }
      let isOne = report.branches(of: replica).count == 1
      if isOne, let read = report.replicas[replica]?.passing {
        var search = RootSearch(store, read.sealed)
        for (size, root) in search.roots(at: missing) {
          let branch = BranchID(replica: replica, ordinal: 0)
          roots.insert(RootAtSize(branch: branch, size: size, root: root))
          missing.remove(size)
        }
      }
      try readAgain([replica: missing.sorted()], inventory, &roots)
    }
    return roots
  }

  private func readAgain(
    _ wanted: [ReplicaID: [UInt64]], _ inventory: Inventory, _ roots: inout TreeRoots
  ) throws {
    let replicas = Set(wanted.filter { !$0.value.isEmpty }.keys)
    if replicas.isEmpty { return }
    let survey = try wanting(wanted).survey(inventory, replicas: replicas)
    roots.unreadable.formUnion(survey.unreadable)
    for root in survey.replicas.values.flatMap(\.roots) { roots.insert(root) }
  }
}

extension ReadReport {
  /// The roots that the reading has.
  fileprivate func roots(of branch: BranchSummary, at sizes: Set<UInt64>) -> [UInt64: Hash256] {
    var known = replicas[branch.id.replica]?.trails[branch.id]?.roots(at: sizes) ?? [:]
    for root in replicas[branch.id.replica]?.roots ?? []
    where root.branch == branch.id && sizes.contains(root.size) {
      known[root.size] = root.root
    }
    for stretch in branch.stretches where sizes.contains(stretch.leaves.upperBound) {
      known[stretch.leaves.upperBound] = stretch.root
    }
    return known
  }
}

extension BranchSummary {
  /// Whether leaves on both sides of this place are held, or the branch ends there.
  package func holds(_ size: UInt64) -> Bool {
    stretches.contains { $0.leaves.lowerBound <= size && size <= $0.leaves.upperBound }
  }
}
