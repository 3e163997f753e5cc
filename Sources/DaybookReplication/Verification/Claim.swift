package import DaybookModel

/// A claim that somebody held the first leaves of a replica, with this root: a peer in a commit's `seen`, or this
/// machine at an earlier reading. Compared with the files, claims show what was removed or rewritten.
package struct Claim: Sendable, Hashable {
  package enum Witness: Sendable, Hashable {
    case machine
    /// This machine's own journal of what it wrote.
    case journal
    /// The same, for what it sealed before the beginning of the journal, which is in no journal any more.
    case sealedJournal
    case replica(ReplicaID)
    /// A head that was kept elsewhere, by the name of its file.
    case anchor(String)
  }

  package var witness: Witness
  package var replica: ReplicaID
  package var size: UInt64
  /// Nil for leaves held after a gap, as format 1 names them.
  package var root: Hash256?
  /// The replica's last seq then, where that is known.
  package var lastSeq: UInt64?

  package init(witness: Witness, replica: ReplicaID, size: UInt64, root: Hash256?, lastSeq: UInt64? = nil) {
    (self.witness, self.replica, self.size, self.root) = (witness, replica, size, root)
    self.lastSeq = lastSeq
  }

  /// The claims in a replica's `seen`.
  package static func all(in seen: Seen, by witness: ReplicaID) -> [Claim] {
    seen.entries.filter { $0.replica != witness }.flatMap { entry in
      entry.parts.map {
        Claim(witness: .replica(witness), replica: entry.replica, size: $0.end, root: $0.root)
      }
    }
  }
}

extension Claim {
  /// Some order, the same each time.
  static func precedes(_ left: Claim, _ right: Claim) -> Bool {
    if left.replica != right.replica { return left.replica < right.replica }
    if left.size != right.size { return left.size < right.size }
    if left.lastSeq != right.lastSeq { return left.lastSeq ?? 0 > right.lastSeq ?? 0 }
    // Of two equal claims, the journal's is more certain.
    if left.witness.isJournal != right.witness.isJournal { return left.witness.isJournal }
    if left.witness != right.witness { return left.witness.text < right.witness.text }
    guard let one = left.root, let other = right.root else { return left.root == nil && right.root != nil }
    return one < other
  }
}

extension Claim.Witness {
  fileprivate var isJournal: Bool { self == .journal || self == .sealedJournal }

  var text: String {
    switch self {
    case .machine: "this machine"
    case .journal, .sealedJournal: "this machine's journal"
    case .replica(let id): "replica \(id)"
    case .anchor(let name): "the author of the head kept in \(name)"
    }
  }
}

extension LedgerReader {
  /// Adds the roots at the sizes that claims name, by a second reading of the replicas they are about: which ones are
  /// wanted is only known after a first. Nothing is read for claims that name a branch's present head, or a root that
  /// the first reading met. If it continued from a place, `whole` lists all files: for claims about an earlier place,
  /// the replica is read from its beginning. Files that have disappeared since are recorded as vanished: the claims
  /// cannot be judged then.
  package func addRoots(
    at claims: some Sequence<Claim>, _ inventory: Inventory, to report: inout ReadReport,
    whole: Inventory? = nil
  ) throws {
    let heads = Set(report.branches.compactMap(\.root))
    var wanted: [ReplicaID: Set<UInt64>] = [:]
    for claim in claims {
      guard let root = claim.root, !heads.contains(root), !report.knows(claim.replica, claim.size, root)
      else {
        continue
      }
      wanted[claim.replica, default: []].insert(claim.size)
    }
    let further = wanted.filter { replica, sizes in
      sizes.allSatisfy { $0 >= start(of: replica, report) }
    }
    let before = wanted.filter { further[$0.key] == nil }
    try addRoots(at: further, by: wantingOn, inventory, to: &report)
    try addRoots(at: before, by: wanting, whole ?? inventory, to: &report)
  }

  private func addRoots(
    at sizes: [ReplicaID: Set<UInt64>], by reader: ([ReplicaID: [UInt64]]) -> LedgerReader,
    _ inventory: Inventory, to report: inout ReadReport
  ) throws {
    if sizes.isEmpty { return }
    let survey = try reader(sizes.mapValues { $0.sorted() }).survey(inventory, replicas: Set(sizes.keys))
    for (replica, read) in survey.replicas {
      report.furtherRoots.formUnion(read.roots)
      report.replicas[replica]?.vanished += read.vanished
    }
  }
}

extension ReadReport {
  /// Compares claims with the reading: one finding for each replica of which more was held than is here, and one for
  /// each witness that saw another history. The roots at the claims' sizes must be in ``roots``. If there is less than
  /// claimed, data is missing; this is never a fork.
  package func judge(_ claims: some Sequence<Claim>) -> [Finding] {
    var missing: [ReplicaID: Claim] = [:]
    var sealed: [ReplicaID: Claim] = [:]
    var forked: [ReplicaID: [Claim.Witness: Claim]] = [:]
    for claim in claims {
      if !holds(claim.size, of: claim.replica) {
        if claim.size > missing[claim.replica]?.size ?? 0 { missing[claim.replica] = claim }
        if claim.witness == .sealedJournal { sealed[claim.replica] = claim }
      } else if let root = claim.root, !knows(claim.replica, claim.size, root) {
        let witness = claim.witness.isJournal ? .journal : claim.witness
        let known = forked[claim.replica]?[witness]
        if known == nil || claim.size < known?.size ?? 0 {
          forked[claim.replica, default: [:]][witness] = claim
        }
      }
    }
    let lost = missing.keys.sorted().flatMap { replica -> [Finding] in
      guard let claim = missing[replica] else { return [] }
      // The next write publishes what the journal holds, and not what was sealed before it.
      guard claim.witness == .journal, let before = sealed[replica] else { return [missingFinding(claim)] }
      return [missingFinding(before), missingFinding(claim, behind: before)]
    }
    let rewritten = forked.keys.sorted().flatMap { replica in
      (forked[replica]?.values.map(forkFinding) ?? []).sorted { $0.what < $1.what }
    }
    return lost + rewritten
  }

  /// Whether some branch has the leaf before this place. For a run that begins there, only its header shows this, which
  /// is not signed by itself.
  func holds(_ size: UInt64, of replica: ReplicaID) -> Bool {
    branches(of: replica).contains { branch in
      branch.stretches.contains { $0.leaves.lowerBound < size && size <= $0.leaves.upperBound }
    }
  }

  package func knows(_ replica: ReplicaID, _ size: UInt64, _ root: Hash256) -> Bool {
    branches(of: replica).contains { branch in
      branch.stretches.contains { $0.leaves.upperBound == size && $0.root == root }
        || knows(RootAtSize(branch: branch.id, size: size, root: root))
    }
  }

  /// - Parameter before: the claim before it, which is also missing and has its own finding.
  private func missingFinding(_ claim: Claim, behind before: Claim? = nil) -> Finding {
    let held = branches(of: claim.replica)
    let size = max(held.map(\.size).max() ?? 0, before?.size ?? 0)
    let lastSeq = max(held.map(\.lastSeq).max() ?? 0, before?.lastSeq ?? 0)
    let seqs = claim.lastSeq.flatMap { $0 > lastSeq ? lastSeq + 1...$0 : nil }
    let what =
      claim.size > size
      ? "\(claim.size - size) lines after seq \(lastSeq), which \(claim.witness.text) held, are not here"
      : "lines that \(claim.witness.text) held are not here"
    let advice =
      switch claim.witness {
      case .journal: "the next write on this machine publishes them again; find out who removed them"
      case .sealedJournal:
        "they were sealed: the next write on this machine restores those that it has copies of; for the rest, \(ReplicaReading.healing), or from a backup"
      default: ReplicaReading.healing
      }
    return Finding(.missing, replica: claim.replica, seqs: seqs, what, advice: advice)
  }

  private func forkFinding(_ claim: Claim) -> Finding {
    Finding(
      .fork, replica: claim.replica,
      "\(claim.witness.text) held another history of it: its first \(claim.size) lines were not these",
      advice: "somebody with the replica's key rewrote it, or two machines write as it; compare the copies")
  }
}
