package import DaybookLog
package import DaybookModel

/// Checks all that can be checked of a ledger's files, and changes nothing: every line's place in its
/// replica's tree, every signed head, every sealed name, every blob, and what the replicas and this
/// machine say they held. Needs no identity and no write access.
package struct Verifier: Sendable {
  private let store: any FileStore
  private let descriptor: LedgerDescriptor
  private let witness: Witness?
  private let now: Instant

  /// `witness`: what this machine remembers, if anything.
  package init(store: any FileStore, descriptor: LedgerDescriptor, witness: Witness?, now: Instant) {
    (self.store, self.descriptor, self.witness, self.now) = (store, descriptor, witness, now)
  }

  package struct Verification: Sendable {
    package var report: ReadReport
    package var findings: [Finding]
    package var blobs = 0
  }

  package func verify() throws -> Verification {
    let inventory = try Inventory.scan(store, includingBlobs: true)
    var options = ReadOptions()
    (options.checksNames, options.checksEveryHead, options.comparesSeen) = (true, true, false)
    options.rootsWanted = witness?.rootsWanted ?? [:]
    var claims = Claims()
    let reader = LedgerReader(store: store, descriptor: descriptor, options: options)
    var report = try reader.read(inventory) { claims.note($0) }
    report.furtherRoots = try reader.roots(at: claims.all, inventory, report)

    var verification = Verification(report: report, findings: report.findings)
    verification.findings += report.judge(Array(claims.all) + (witness?.claims ?? []))
    verification.findings += report.clocksAhead(of: now)
    for blob in inventory.blobs {
      verification.blobs += 1
      if let finding = check(blob) { verification.findings.append(finding) }
    }
    verification.findings += inventory.findings
    return verification
  }

  // MARK: Blobs

  private func check(_ blob: Inventory.BlobFile) -> Finding? {
    do {
      // Gone meanwhile: not there is not damaged.
      _ = try BlobStore(store).read(blob.hash) { _ in }
      return nil
    } catch {
      return Finding(
        .corruption, file: blob.path, (error as? LedgerError)?.what ?? "\(error)",
        advice: "remove it and copy it again from a machine that has it whole")
    }
  }
}

/// The claims in every commit's `seen`, up to a bound that no honest ledger comes near.
private struct Claims {
  private(set) var all: Set<Claim> = []
  static let countMax = 1 << 20

  mutating func note(_ frame: borrowing AttestedFrame) {
    for entry in frame.content.commits[frame.commits] where !entry.commit.seen.isEmpty {
      guard all.count < Self.countMax else { return }
      all.formUnion(Claim.all(in: entry.commit.seen, by: frame.branch.replica))
    }
  }
}

extension ReadReport {
  /// Replicas whose last stamps no clock adopts. Nothing of theirs is refused.
  package func clocksAhead(of now: Instant) -> [Finding] {
    branches.compactMap { branch in
      guard let stamp = branch.lastStamp,
        stamp.milliseconds > now.milliseconds + HybridClock.adoptionMaxMilliseconds
      else { return nil }
      let minutes = (stamp.milliseconds - now.milliseconds) / 60_000
      return Finding(
        .clockSkew, replica: branch.id.replica, seqs: branch.lastSeq...branch.lastSeq,
        "its last stamp, \(stamp.instant), is \(minutes) minutes ahead of this machine's clock",
        advice: "set that machine's clock; what it wrote counts as written then")
    }
  }
}
