// Opening without reading the log: the records as a snapshot holds them, and what came since.

import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension LedgerState {
  /// The present ledger, from its snapshot and what came since; without a matching snapshot, from the whole log. Writes
  /// a snapshot if the reading took long enough. O(what came since).
  static func open(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor, schemas: SchemaRegistry, _ machine: Machine,
    _ ledgerOptions: LedgerOptions
  ) throws -> LedgerState {
    let (policy, progress) = (ledgerOptions.snapshots, ledgerOptions.progress)
    let claims = machine.claimsRemembered(descriptor.ledger)
    guard policy != .never, let cache = machine.cache() else {
      return try read(
        folder, descriptor, schemas: schemas, rootsWanted: claims.sizesByReplica, progress: progress)
    }
    let snapshots = SnapshotStore(
      cache, ledger: descriptor.ledger, in: try? folder.status(LedgerLayout.descriptor), schemas: schemas,
      ledgerOptions.fileTime())
    let clock = ContinuousClock()
    let start = clock.now
    if let file = snapshots.open() {
      var news = 0
      switch try resume(file, folder, descriptor, claims, &news, snapshots.now, progress) {
      case .resumed(let loaded):
        if policy.isWorthAnother((clock.now - start).seconds, after: file.nanoseconds, news: news) {
          loaded.keep(in: snapshots, schemas, machine, descriptor)
        }
        return loaded
      case .impossible: break
      }
    }
    let loaded = try read(
      folder, descriptor, schemas: schemas, rootsWanted: claims.sizesByReplica, settledAt: snapshots.now,
      progress: progress)
    if policy.isWorthOne((clock.now - start).seconds) {
      loaded.keep(in: snapshots, schemas, machine, descriptor)
    }
    return loaded
  }

  private enum Resumption: ~Copyable {
    case resumed(LedgerState)
    /// Only a whole reading can decide.
    case impossible
  }

  private static func resume(
    _ file: SnapshotFile, _ folder: any FileStore, _ descriptor: LedgerDescriptor, _ claims: [Claim],
    _ news: inout Int, _ now: Int64, _ progress: ReadingProgress.Sink?
  ) throws -> Resumption {
    let inventory = try Inventory.scan(folder)
    guard let checkpoint = Checkpoint(file.elements("files", as: UInt8.self)),
      let plan = checkpoint.plan(inventory, inventory.identities),
      let records = try? Records.read(file)
    else { return .impossible }
    var loaded = LedgerState(
      records: records, ordinals: file.elements("branchOrdinals"), keys: KeyedCommits(file))
    loaded.inventory = inventory
    loaded.erasing = ErasureState(file)
    loaded.count(by: .all, in: folder)
    if folder.locking != nil {
      guard let kept = SnapshotDevices(file) else { return .impossible }
      (loaded.devices, loaded.rule) = (kept.log, kept.rule)
    }
    guard !file.isDamaged, loaded.branches.count == checkpoint.branchCount,
      claims.allSatisfy(checkpoint.decides)
    else { return .impossible }
    let before = loaded.records.eventCount
    // From here on, so that the indexes can follow what comes now.
    loaded.records.keepTouches()
    loaded.indexes = SnapshotIndexes(file, loaded.records)

    var options = ReadOptions()
    options.continuations = plan.continuations
    options.erasures = loaded.erasing.applied
    options.trailLeavesMax = trailLeavesMax(inventory)
    options.settled = inventory.settled(at: now)
    let held = checkpoint.heads
    options.rootsWanted = claims.sizesByReplica.merging(held.mapValues { [$0.size] }) { first, second in
      Set(first + second).sorted()
    }
    var tally = progress.map { ReadingProgress.Tally(plan.inventory, $0) }
    var isForked = false
    let reader = LedgerReader(store: folder, descriptor: descriptor, options: options)
    loaded.report = try reader.read(plan.inventory) { frame in
      if frame.branch.ordinal > 0 || frame.origin != nil { isForked = true }
      guard !isForked else { return }
      loaded.apply(frame, from: held[frame.branch.replica]?.size ?? 0)
      tally?.note(frame)
    }
    for (id, replica) in checkpoint.fixed { loaded.report.replicas[id] = replica.report }
    if !checkpoint.fixed.isEmpty { loaded.report.findingsOfAll = loaded.report.missingBySeen }
    let isTold = claims.allSatisfy { claim in
      claim.size > held[claim.replica]?.size ?? 0
        || claim.root.map { loaded.report.knows(claim.replica, claim.size, $0) } ?? true
    }
    guard !isForked, isTold, loaded.report.vanished.isEmpty, loaded.report.variants.isEmpty,
      !loaded.erasing.hasMoved, held.values.allSatisfy({ loaded.report.goesOn(from: $0) })
    else { return .impossible }
    if try loaded.countsOtherwise(folder, descriptor) { return .impossible }
    try loaded.decideSeen(folder, descriptor)
    news = loaded.records.eventCount - before
    loaded.report.findingsOfAll += inventory.findings
    return .resumed(loaded)
  }

  /// Folds the commits of a frame that begin at a leaf or later: the others are in the records.
  private mutating func apply(_ frame: borrowing AttestedFrame, from leaf: UInt64) {
    var first = frame.commits.lowerBound
    while first < frame.commits.upperBound,
      frame.firstLeaf + UInt64(frame.content.commits[first].leaves.lowerBound) < leaf
    {
      first += 1
    }
    noteDevices(frame)
    let end = counting(frame).upperBound
    guard first < end else { return }
    let commits = first..<end
    noteKeys(frame, commits)
    noteErasures(frame, commits)
    records.apply(
      frame.content, commits: commits, branch: index(of: frame.branch), firstLeaf: frame.firstLeaf)
  }

  /// Writes a snapshot, if a snapshot can represent the whole ledger.
  private func keep(
    in snapshots: SnapshotStore, _ schemas: SchemaRegistry, _ machine: Machine,
    _ descriptor: LedgerDescriptor
  ) {
    guard records.canBeKept, selection.isAll, erasing.applied.chosen.isEmpty,
      !machine.knowsErasures(besides: erasing.events, of: descriptor.ledger),
      let checkpoint = Checkpoint(of: report, inventory, settled: inventory.settled(at: snapshots.now)),
      branches.count == checkpoint.branchCount
    else { return }
    var ordinals = [UInt32](repeating: 0, count: branches.count)
    for (id, number) in branches { ordinals[Int(number.rawValue)] = UInt32(id.ordinal) }
    let clock = ContinuousClock()
    let start = clock.now
    let view = View(registry: schemas)
    snapshots.replace { writer in
      try writer.add("files", checkpoint.bytes)
      try writer.add("branchOrdinals", ordinals)
      try erasing.write(to: &writer)
      try SnapshotDevices(log: devices, rule: rule).write(to: &writer)
      try keys.write(to: &writer)
      try records.write(to: &writer) { view.makeIndexes(of: records) }
      try view.writeIndexes(of: records, to: &writer)
      return UInt64(max(0, (clock.now - start).seconds) * 1e9)
    }
  }
}

extension [Claim] {
  /// What a reading's options must contain so that the claims can be checked.
  var sizesByReplica: [ReplicaID: [UInt64]] {
    Dictionary(grouping: self, by: \.replica).mapValues { Set($0.map(\.size)).sorted() }
  }
}

extension Inventory {
  /// The segments that can be recognised by their identities.
  func settled(at now: Int64) -> Set<String> {
    Set(identities.filter { $0.value.isSettled(at: now) }.map(\.key))
  }
}
