package import DaybookLog
package import DaybookModel

/// How much a reading checks and keeps.
package struct ReadOptions: Sendable {
  /// Compares each sealed file's name with the SHA-256 of its bytes.
  package var checksNames = false
  /// Checks every signed head. Otherwise only the last head of a run, which covers those before it.
  package var checksEveryHead = false
  /// Whether what replicas say they held of others is compared with what was read, by size alone.
  package var comparesSeen = true
  /// Sizes at which the roots of replicas' trees are requested; ascending.
  package var rootsWanted: [ReplicaID: [UInt64]] = [:]
  /// The number of leaves, of all replicas together, whose trails are kept for roots that are needed later; a
  /// replica's trail is kept whole or not at all.
  package var trailLeavesMax = 0
  /// Lines are kept up to this size before a signature is checked; those that no signature covers by then are dropped,
  /// and read again when a later one does. Small enough for a processor's cache: with 4 MiB, a million events take a
  /// third more time.
  package var pendingSizeBytesMax = 512 << 10
  /// The paths of files that have been unchanged long enough to be recognized later: only these enter
  /// ``VerifiedFiles``.
  package var settled: Set<String> = []
  /// The erasures to apply.
  package var erasures = Erasures.unknown
  /// For a locked ledger, the leaf up to which a branch counts: no commit that ends after it is returned. Nil: the
  /// whole branch.
  package var limit: (@Sendable (BranchID) -> UInt64?)?
  /// Where to continue, instead of reading from the beginning.
  package var continuations: [ReplicaID: Continuation] = [:]
  /// Other threads help if the files, together or singly, are larger than this.
  package var inlineSizeBytesMax = ReadAhead.inlineSizeBytesMax
  /// The maximum number of leaf hashes that are kept to compare a replica's files, 64 MiB; beyond it, another history
  /// of the replica is not applied.
  package var comparedLeavesMax = 2 << 20
  /// The maximum number of findings of one file. A hostile file could cause millions.
  package var findingsMax = 100

  package init() {}
}

/// Reads a ledger's files, of every replica and in any forms and copies, and returns each commit that a signature
/// covers, once. If a file has disappeared since it was listed, its replica's files are listed and read again. Needs no
/// identity, no lock and no write access; holds two files and a few megabytes of frames at a time.
package struct LedgerReader: Sendable {
  let store: any FileStore
  let ledger: String
  var options: ReadOptions

  package init(store: any FileStore, descriptor: LedgerDescriptor, options: ReadOptions = ReadOptions()) {
    (self.store, ledger, self.options) = (store, descriptor.ledger, options)
  }

  /// A reader that only looks for roots.
  func wanting(_ roots: [ReplicaID: [UInt64]]) -> LedgerReader {
    var reader = self
    reader.options = ReadOptions()
    (reader.options.comparesSeen, reader.options.rootsWanted) = (false, roots)
    return reader
  }

  /// The same, continuing where this one does.
  func wantingOn(_ roots: [ReplicaID: [UInt64]]) -> LedgerReader {
    var reader = wanting(roots)
    reader.options.continuations = options.continuations
    return reader
  }

  /// How many leaves were not read again, by a reading that gave this report.
  func start(of replica: ReplicaID, _ report: ReadReport) -> UInt64 {
    options.continuations[replica]?.point?.tree.size ?? 0
  }

  /// Passes every attested commit to `body`: replica by replica, ascending, unless only later files show the place of a
  /// run. An error in a file is reported, and does not stop the reading; only errors of the store or of `body` do.
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
  /// Files that could not be read to find the roots.
  package var unreadable: Set<String> = []

  package init() {}

  package mutating func insert(_ root: RootAtSize) {
    branches[root.branch.replica, default: [:]][root.size, default: []].append(root)
  }

  /// The known roots at a size, for each branch that is held there.
  package subscript(replica: ReplicaID, size: UInt64) -> [RootAtSize] { branches[replica]?[size] ?? [] }
}

extension LedgerReader {
  /// The roots that replicas' trees had at some sizes, for each branch that is held there: from the reading that
  /// produced the report, if it has them, otherwise from the files.
  ///
  /// - Parameters:
  ///   - inventory: the inventory of all files, even if the reading began in the middle.
  ///   - ends: the numbers of leaves of replicas whose files have more than the reading found.
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
