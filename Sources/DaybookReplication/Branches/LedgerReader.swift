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
