package import DaybookLog
package import DaybookModel

/// Recovers data that is beside the ledger's proper files, and moves damaged files of this machine's replica away. It
/// runs only when requested, and is never destructive: everything that it moves away is first stored durably in the
/// state.
///
/// - From strangers (conflict copies, temporary files, renamed ones) and from files that reading
///   refused whole, every attested commit that is held nowhere else is written as a sealed segment of
///   its replica.
/// - Damaged files of this machine's own replica are moved into the state once all that can be read of
///   them is held elsewhere; opening the writer then publishes anew what the journal has. Other
///   replicas' files are left alone, except damaged sealed ones whose whole range other files hold: no machine has to
///   write those again, and no copying would replace them.
/// - From a damaged journal of this machine every signed commit that no file holds is written in the same way, also
///   from behind the damage (``takeJournal(of:in:)``).
/// - Unfinished beginnings of blobs are removed if they are older than any pause of a running program: nothing names
///   them, and none is whole.
///
/// The caller holds the replica's lock and has no writer open.
package struct Repair {
  let ledger: any FileStore
  let state: any FileStore
  let descriptor: LedgerDescriptor
  private let own: ReplicaID?
  private let isDryRun: Bool
  /// What was done so far.
  package private(set) var acts: [RepairAct] = []
  /// Files that stay, because their content could not be recovered.
  private var left: Set<String> = []
  /// Damaged files from which nothing can be recovered, and that are needed as long as nothing else holds their events,
  /// as of the last check.
  private var untaken: [(path: String, replica: ReplicaID)] = []
  /// Files that a sound one has replaced.
  private var replaced: Set<String> = []
  /// Leaves that are held though the ledger's proper files do not show them: the journal's, and those that this repair
  /// has recovered (or, in a dry run, would have).
  private var known: [ReplicaID: [UInt64: Hash256]] = [:]

  /// `own`: this machine's replica, with its journal, if it has one.
  package init(
    ledger: any FileStore, state: any FileStore, descriptor: LedgerDescriptor, own: ReplicaID?,
    journal: JournalSummary?, isDryRun: Bool
  ) {
    (self.ledger, self.state, self.descriptor) = (ledger, state, descriptor)
    (self.own, self.isDryRun) = (own, isDryRun)
    if let own, let journal {
      for (offset, leaf) in journal.leaves.enumerated() {
        known[own, default: [:]][journal.base.tree.size + UInt64(offset)] = leaf
      }
    }
  }

  package mutating func run() throws -> [RepairAct] {
    let inventory = try Inventory.scan(ledger)
    for stranger in inventory.strangers + inventory.unfinished where stranger.kind == .file {
      guard let replica = try take(from: stranger.path) else { continue }
      if isBeingWritten(stranger.path) {
        note(.left, stranger.path, "another machine may be writing it", replica)
      } else {
        try moveAside(stranger.path, replica)
      }
    }
    // Recovering one file may make another one unnecessary, or reveal damage.
    var count: Int
    repeat {
      count = acts.count
      try settleDamaged()
    } while acts.count > count && !isDryRun
    for (path, replica) in untaken {
      note(.left, path, "no commit in it can be used; its own machine can repair it", replica)
    }
    try moveDamagedMemoryAside()
    try removeUnfinishedBlobs()
    return acts
  }

  /// Recovers the content of damaged files; then moves aside those that are no longer needed.
  private mutating func settleDamaged() throws {
    untaken = []
    let inventory = try Inventory.scan(ledger)
    var options = ReadOptions()
    options.checksNames = true
    let report = try LedgerReader(store: ledger, descriptor: descriptor, options: options).survey(inventory)
    let damaged = Set(report.findings.filter { Self.asksForRepair($0.kind) }.compactMap(\.file))
    for files in inventory.replicas {
      for file in files.segments where damaged.contains(file.path) && !left.contains(file.path) {
        let isNeeded = try files.id != own && !isHeldElsewhere(file, of: files.id)
        let replica = try take(from: file.path)
        if left.contains(file.path) { continue }
        if !isNeeded {
          try moveAside(file.path, files.id)
        } else if replica == nil {
          untaken.append((file.path, files.id))
        }
      }
    }
  }

  /// The scan lists those that somebody may still be writing apart.
  private mutating func removeUnfinishedBlobs() throws {
    for stranger in try Inventory.strangersAmongBlobs(ledger) where stranger.isUnfinishedBlob {
      if !isDryRun { try ledger.remove(stranger.path) }
      note(.removed, stranger.path, "an incomplete blob, whose writer ended early", nil)
    }
  }

  /// Moves damaged memories of this machine aside; a new one was started beside each.
  private mutating func moveDamagedMemoryAside() throws {
    for path in try Witness.damaged(state, ledger: descriptor.ledger) {
      let kept = try keep(state.readAll(path), path)
      if !isDryRun { try state.remove(path) }
      note(
        .movedAside, path.split(separator: "/").last.map(String.init) ?? path,
        "this machine's memory of the heads that it had read, which was damaged", nil, backup: kept)
    }
  }

  /// On a shared disk, a temporary file in another replica's folder may be one that is still to be renamed.
  private func isBeingWritten(_ path: String) -> Bool {
    guard [".tmp", ".new", ".part"].contains(where: path.hasSuffix),
      path.hasPrefix("\(LedgerLayout.replicas)/")
    else { return false }
    return own.map { !path.hasPrefix("\(LedgerLayout.folder(of: $0))/") } ?? true
  }

  private static func asksForRepair(_ kind: Finding.Kind) -> Bool {
    switch kind {
    case .tornTail, .unattestedTail, .corruption, .forged, .quarantined: true
    case .gap, .missing, .fork, .clockSkew, .stranger, .unvouched, .locked: false
    case .backDated, .farAhead, .misnumbered, .limit, .unpublished: false
    }
  }

  // MARK: Taking

  /// Recovers from a file what is held nowhere else. Returns its replica; nil if it holds no attested commit of this
  /// ledger.
  private mutating func take(from path: String) throws -> ReplicaID? {
    guard let file = try contents(of: path), let bytes = try? ledger.opened(file, of: path) else {
      return nil
    }
    guard let source = try RepairSource(path: path, bytes: bytes, ledger: descriptor.ledger) else {
      return nil
    }
    return try take(source) ? source.replica : nil
  }

  /// Returns false if it holds commits that cannot be written again.
  mutating func take(_ source: RepairSource) throws -> Bool {
    let (path, missing) = (source.path, try missing(from: source))
    if missing.isEmpty { return true }
    let segments: [RepairSource.Taken]
    do {
      segments = try source.segments(holding: missing)
    } catch let error as SealError {
      note(.left, path, "it holds commits that cannot be sealed again: \(error)", source.replica)
      left.insert(path)
      return false
    }
    for segment in segments {
      let sealed = try segment.sealed.closed(in: ledger)
      let target = LedgerLayout.path(of: sealed.name, source.replica)
      try put(sealed.bytes, at: target, of: source.replica)
      note(
        .took(commits: segment.commits, into: target), path,
        "no file of the ledger held \(segment.commits == 1 ? "it" : "them")", source.replica)
    }
    known[source.replica, default: [:]].merge(missing) { first, _ in first }
    return true
  }

  /// The source's leaves that no proper file holds, by their index.
  private func missing(from source: RepairSource) throws -> [UInt64: Hash256] {
    var missing = source.leaves.filter { known[source.replica]?[$0.key] != $0.value }
    if missing.isEmpty { return missing }
    let others = try inventory(of: source.replica, without: source.path)
    _ = try LedgerReader(store: ledger, descriptor: descriptor).read(others) { frame in
      for entry in frame.content.commits[frame.commits] {
        for index in entry.leaves {
          let leaf = frame.firstLeaf + UInt64(index)
          if missing[leaf] == frame.content.leaves[index].hash { missing[leaf] = nil }
        }
      }
    }
    return missing
  }

  /// Whether the other files hold all events of a sealed file's range, and all before them.
  private func isHeldElsewhere(_ file: Inventory.SegmentFile, of replica: ReplicaID) throws -> Bool {
    guard case .sealed(_, let last, _) = file.name else { return false }
    let others = try inventory(of: replica, without: file.path)
    let report = try LedgerReader(store: ledger, descriptor: descriptor).survey(others)
    return report.frontier[replica] >= last
  }

  /// The replica's files but for one.
  private func inventory(of replica: ReplicaID, without path: String) throws -> Inventory {
    var inventory = try Inventory.scan(ledger)
    inventory.replicas = inventory.replicas.filter { $0.id == replica }.map { files in
      var files = files
      files.segments.removeAll { $0.path == path }
      return files
    }
    return inventory
  }

  func contents(of path: String) throws -> [UInt8]? {
    guard let status = try ledger.status(path), status.kind == .file,
      status.sizeBytes <= SegmentLimit.fileSizeBytesMax
    else { return nil }
    return try ledger.read(path, from: 0, count: status.sizeBytes)
  }

  // MARK: Files

  /// Writes a segment under its name, durably. A file with this name but other bytes is damaged, and is kept before it
  /// is replaced: it may be the very file from which they were recovered.
  private mutating func put(_ bytes: [UInt8], at path: String, of replica: ReplicaID) throws {
    if let present = try contents(of: path) {
      if present == bytes { return }
      let kept = try keep(present, path)
      note(.movedAside, path, "its bytes did not match the hash in its name", replica, backup: kept)
      replaced.insert(path)
    }
    if isDryRun { return }
    try LedgerDescriptor.raise(in: ledger)
    let folder = LedgerLayout.folder(of: replica)
    if try ledger.status(folder) == nil { try ledger.createFolderDurably(folder) }
    try ledger.replaceFile(path, with: bytes, removingLeftovers: true)
  }

  private mutating func moveAside(_ path: String, _ replica: ReplicaID) throws {
    if replaced.contains(path) { return }
    guard let bytes = try contents(of: path) else {
      note(.left, path, "it is too large to be kept in the state", replica)
      return
    }
    let kept = try keep(bytes, path)
    if !isDryRun {
      try ledger.remove(path)
      try ledger.syncFolder(ledger.folder(of: path))
    }
    note(.movedAside, path, "other files have all of its readable content", replica, backup: kept)
  }

  /// Keeps a file's bytes in the state, durably; the same bytes once.
  private func keep(_ bytes: [UInt8], _ path: String) throws -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = StateLayout.aside(ledger: descriptor.ledger)
    let kept = "\(folder)/\(Hash256.of(bytes.span).description.prefix(16))-\(name)"
    if isDryRun { return kept }
    if try state.status(folder) == nil { try state.createFolderDurably(folder) }
    if try state.status(kept) == nil { try state.replaceFile(kept, with: bytes) }
    return kept
  }

  private mutating func note(
    _ kind: RepairAct.Kind, _ file: String, _ what: String, _ replica: ReplicaID?, backup: String? = nil
  ) {
    acts.append(RepairAct(kind: kind, file: file, backup: backup, replica: replica, what: what))
  }
}
