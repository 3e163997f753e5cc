package import DaybookLog
package import DaybookModel

/// Checks all that can be checked of a ledger's files, and changes nothing: every line's place in its
/// replica's tree, every signed head, every sealed name, every blob, and the claims of the replicas, of this machine
/// and of kept heads about what was held. Needs no identity and no write access.
package struct Verifier: Sendable {
  private let store: any FileStore
  private let descriptor: LedgerDescriptor
  private let witness: Witness?
  private let now: Instant
  /// The erasures that vouch for stubs.
  package var erasures = Erasures.unknown
  /// The earlier verification, whose files are not read again unless something is odd about them.
  package var checkpoint: Checkpoint?
  /// The file system's clock, nanoseconds since 1970: with one, a checkpoint is made for the next time.
  package var clock: (@Sendable () -> Int64)?
  /// This machine's journals for this folder.
  package var journals: [OwnJournal] = []
  package var limits = ClaimLimits()
  package var anchors: [Anchor] = []

  /// `witness`: what this machine remembers, if anything.
  package init(store: any FileStore, descriptor: LedgerDescriptor, witness: Witness?, now: Instant) {
    (self.store, self.descriptor, self.witness, self.now) = (store, descriptor, witness, now)
  }

  package struct Verification: Sendable {
    package var report: ReadReport
    package var findings: [Finding]
    package var blobs = 0
    /// Of `report.files` and `blobs`, those that were read.
    package var filesRead = 0
    package var blobsRead = 0
    /// For the next time.
    package var checkpoint: Checkpoint?
  }

  /// Files come and go during writes: a finding about a replica whose files changed meanwhile is checked again before
  /// it is reported.
  package func verify() throws -> Verification {
    var settling = FindingSettlement()
    while true {
      let (looked, listed) = try attempt(after: checkpoint) ?? attempt()
      var verification = looked
      let isWhole = verification.report.vanished.isEmpty
      if verification.findings.isEmpty, isWhole { return verification }
      let now = try Inventory.scan(store, includingBlobs: true)
      let settled = settling.settle(
        now.withoutGone(verification.findings), changed: listed.changes(to: now), isWhole: isWhole)
      guard let settled else { continue }
      verification.findings = settled + verification.report.unreadFindings
      return verification
    }
  }

  private func attempt() throws -> (Verification, Inventory) {
    guard let verified = try attempt(after: nil) else { preconditionFailure("it goes on from nothing") }
    return verified
  }

  /// Nil if the files do not continue from what the checkpoint verified, or were changed just now: earlier results may
  /// no longer be true.
  private func attempt(after checkpoint: Checkpoint?) throws -> (Verification, Inventory)? {
    let inventory = try Inventory.scan(store, includingBlobs: true)
    let identities = try identities(inventory)
    let plan = checkpoint?.plan(inventory, identities)
    let toRead = plan?.inventory ?? inventory
    let told = ToldClaims(checkpoint, plan)
    let heads = plan == nil ? [:] : checkpoint?.heads ?? [:]

    var options = ReadOptions()
    (options.checksNames, options.checksEveryHead, options.comparesSeen) = (true, true, false)
    options.erasures = erasures
    options.continuations = plan?.continuations ?? [:]
    options.settled = settled(identities, inventory)
    let others = (witness?.claims ?? []) + journals.flatMap(\.claims)
    options.rootsWanted = sizes(in: others + anchorClaims + told.all)
      .merging(heads.mapValues { [$0.size] }) { Set($0 + $1).sorted() }
    let reader = LedgerReader(store: store, descriptor: descriptor, options: options)
    var claims = NewClaims(limits)
    var ahead = FarClaims()
    var report = try reader.read(toRead) {
      claims.note($0)
      ahead.note($0)
    }
    // Claims that were settled by a part that can no longer be continued are checked again, too.
    guard heads.allSatisfy({ report.goesOn(from: $1) && report.isVerified($0, upTo: $1.size) }) else {
      return nil
    }

    let anchored = anchors.map { $0.claims(report) }
    // A head of commits that wait in a journal is not lost.
    let kept = anchored.flatMap(\.claims).filter { claim in !journals.contains { $0.waits(with: claim) } }
    let all = told.claims(claims).union(others).union(kept)
    try reader.addRoots(at: all, toRead, to: &report, whole: inventory)
    var verification = Verification(report: report, findings: report.findings)
    verification.findings += try reader.repeatedStamps(report.findings, inventory)
    verification.findings += report.judge(all.sorted(by: Claim.precedes))
    verification.findings += report.clocksAhead(of: now)
    verification.findings += ahead.findings(report, now: now)
    verification.findings += anchored.flatMap(\.findings)
    verification.findings += claims.findings + (witness?.limitFindings ?? [])
    verification.findings += journals.compactMap { $0.finding(report) }
    verification.filesRead = toRead.replicas.reduce(0) { $0 + $1.segments.count }
    var next = Checkpoint()
    for blob in inventory.blobs { check(blob, identities, &verification, &next) }
    verification.findings += inventory.findings
    if clock != nil, claims.cut.isEmpty {
      next.take(report, told, claims, identities, besides: Set(ahead.replicas(report, now: now)))
      next.noteRoots(all, report, everywhere: Set(others + anchorClaims))
      verification.checkpoint = next
    }
    return (verification, inventory)
  }

  // MARK: Files

  /// As they are before anything is read.
  private func identities(_ inventory: Inventory) throws(FileError) -> [String: FileIdentity] {
    if checkpoint == nil, clock == nil { return [:] }
    var identities: [String: FileIdentity] = [:]
    for path in inventory.replicas.flatMap({ $0.segments.map(\.path) }) + inventory.blobs.map(\.path) {
      if let status = try store.status(path) { identities[path] = FileIdentity(status) }
    }
    return identities
  }

  /// The files that can be recognized later.
  private func settled(_ identities: [String: FileIdentity], _ inventory: Inventory) -> Set<String> {
    guard let now = clock?() else { return [] }
    var paths: Set<String> = []
    for file in inventory.replicas.flatMap(\.segments) {
      guard let identity = identities[file.path], identity.isSettled(at: now), identity.inode == file.inode,
        identity.sizeBytes == file.sizeBytes
      else { continue }
      paths.insert(file.path)
    }
    return paths
  }

  private var anchorClaims: [Claim] {
    anchors.flatMap { anchor in
      anchor.notes.map {
        Claim(witness: .anchor(anchor.name), replica: $0.replica, size: $0.size, root: $0.root)
      }
    }
  }

  private func sizes(in claims: [Claim]) -> [ReplicaID: [UInt64]] {
    Dictionary(grouping: claims.filter { $0.root != nil }, by: \.replica)
      .mapValues { Set($0.map(\.size)).sorted() }
  }

  // MARK: Blobs

  private func check(
    _ blob: Inventory.BlobFile, _ identities: [String: FileIdentity], _ verification: inout Verification,
    _ next: inout Checkpoint
  ) {
    verification.blobs += 1
    let identity = identities[blob.path]
    if let identity, checkpoint?.blobs[blob.path] == identity {
      next.blobs[blob.path] = identity
      return
    }
    verification.blobsRead += 1
    do {
      // It disappeared meanwhile: a missing file is not a damaged one.
      _ = try BlobStore.read(blob.path, in: store, expecting: blob.hash)
      if let identity, let now = clock?(), identity.isSettled(at: now) { next.blobs[blob.path] = identity }
    } catch let error as FileError where error.reason == .locked {
      verification.findings.append(
        Finding(
          .locked, file: blob.path, "it is encrypted, and no key on this device opens it",
          advice: "copy the key files (keys-*.age) of all replicas from another machine, then verify again"))
    } catch {
      let what = (error as? FrameError).map { "the blob does not match its name (\($0))" }
      verification.findings.append(
        Finding(
          .corruption, file: blob.path, what ?? (error as? FileError)?.what ?? "\(error)",
          advice: "remove it and copy it again from a machine that has it whole"))
    }
  }
}

extension ReadReport {
  /// Replicas whose last stamps are too far ahead for any clock to adopt. None of their events is refused.
  package func clocksAhead(of now: Instant) -> [Finding] {
    branches.compactMap { branch in
      guard let stamp = branch.lastStamp,
        stamp.milliseconds > now.milliseconds + HybridClock.adoptionMaxMilliseconds
      else { return nil }
      let minutes = (stamp.milliseconds - now.milliseconds) / 60_000
      return Finding(
        .clockSkew, replica: branch.id.replica, seqs: branch.lastSeq...branch.lastSeq,
        "its last stamp, \(stamp.instant), is \(minutes) minutes ahead of this machine's clock",
        advice: "correct that machine's clock; its events count as written at that time")
    }
  }
}
