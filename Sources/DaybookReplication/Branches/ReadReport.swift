package import DaybookLog
package import DaybookModel

/// The result of a reading: for each replica, the branches with their heads, the claims of other replicas about what
/// they held, and all findings.
package struct ReadReport: Sendable {
  package var replicas: [ReplicaID: ReplicaReport] = [:]
  /// Findings about the whole ledger: data that others held and is missing here, and data that does not belong here.
  package var findingsOfAll: [Finding] = []
  /// Roots at sizes that were requested later.
  package var furtherRoots: Set<RootAtSize> = []

  /// The files that other readings for the same answer could not read.
  package var unreadableElsewhere: Set<String> = []

  package init() {}

  private var ascending: [ReplicaReport] { replicas.keys.sorted().compactMap { replicas[$0] } }

  /// Ascending.
  package var branches: [BranchSummary] { ascending.flatMap(\.branches) }
  package var findings: [Finding] { ascending.flatMap(\.findings) + findingsOfAll }
  /// The events that were read and returned, each once.
  package var events: UInt64 { replicas.values.reduce(0) { $0 + $1.events } }
  package var commits: UInt64 { replicas.values.reduce(0) { $0 + $1.commits } }
  package var files: Int { replicas.values.reduce(0) { $0 + $1.files } }
  package var sizeBytes: Int { replicas.values.reduce(0) { $0 + $1.sizeBytes } }
  /// Files that were listed and are gone, even after listing again. If there are any, read again.
  package var vanished: [String] { ascending.flatMap(\.vanished) }

  /// Files that exist but could not be read: their content is missing from every answer.
  package var unreadable: Set<String> { unreadableElsewhere.union(ascending.flatMap(\.unreadable)) }

  package var hasStubs: Bool { replicas.values.contains { $0.variants.hasStubs } }
  /// The lines of leaves of which there are stubs.
  package var variants: LineVariants {
    replicas.values.reduce(into: LineVariants()) { $0.merge($1.variants) }
  }

  /// The replicas that the files belong to.
  package var withVanishedFiles: Set<ReplicaID> { Set(replicas.filter { !$0.value.vanished.isEmpty }.keys) }

  /// - Throws: ``LedgerError`` if files disappeared while they were read, so that the reading is incomplete.
  package func requireWhole() throws(LedgerError) {
    guard let file = vanished.first else { return }
    throw LedgerError(
      .inputOutput, "the ledger's files changed while they were read", file: file, advice: "try again")
  }

  /// One for each replica that was not read to its end.
  package var unreadFindings: [Finding] {
    withVanishedFiles.sorted().map { replica in
      Finding(
        .limit, replica: replica, file: replicas[replica]?.vanished.first,
        "its files kept changing while they were read, and were not read to their end",
        advice: "try again when nothing copies or renames them")
    }
  }

  package func hasFiles(of replica: ReplicaID) -> Bool { replicas[replica]?.files ?? 0 > 0 }

  /// Whether a requested root was found.
  package func knows(_ root: RootAtSize) -> Bool {
    furtherRoots.contains(root) || replicas[root.branch.replica]?.roots.contains(root) ?? false
  }

  /// The number of leaves of a branch up to the last one held; 0 if there is no such branch.
  package func size(of branch: BranchID) -> UInt64 {
    branches(of: branch.replica).first { $0.id == branch }?.size ?? 0
  }

  package func branches(of replica: ReplicaID) -> [BranchSummary] {
    replicas[replica]?.branches ?? []
  }

  /// Whether a replica has several histories, or one that left another.
  package func isForked(_ replica: ReplicaID) -> Bool {
    branches(of: replica).contains { $0.id.ordinal > 0 || $0.origin != nil }
  }

  /// For each replica the highest seq held without a gap from the beginning, on any branch.
  package var frontier: Frontier {
    var frontier = Frontier()
    for branch in branches {
      frontier[branch.id.replica] = max(frontier[branch.id.replica], branch.contiguousSeq)
    }
    return frontier
  }

  /// What a writer on this machine held, as a commit's `seen`.
  package func held(without own: ReplicaID? = nil) -> Seen {
    var parts: [ReplicaID: [Seen.Part]] = [:]
    for branch in branches where branch.id.replica != own {
      for (index, stretch) in branch.stretches.enumerated() {
        let first = index == 0 ? firstLeaf(ofRunIn: branch) : stretch.leaves.lowerBound
        parts[branch.id.replica, default: []]
          .append(Seen.Part(first: first, end: stretch.leaves.upperBound, root: stretch.root))
      }
    }
    return Seen(parts.map { ($0.key, $0.value) })
  }

  /// Where the run that ends in a branch's first stretch begins: in a branch that it came from, if nothing is missing
  /// between.
  private func firstLeaf(ofRunIn branch: BranchSummary) -> UInt64 {
    var (branch, first) = (branch, branch.stretches.first?.leaves.lowerBound ?? 0)
    while let origin = branch.origin, origin.leaf == first,
      let parent = branches(of: branch.id.replica).first(where: { $0.id == origin.branch }),
      let stretch = parent.stretches.first(where: {
        $0.leaves.lowerBound < first && first <= $0.leaves.upperBound
      })
    {
      (branch, first) = (parent, stretch.leaves.lowerBound)
    }
    return first
  }

  /// The most leaves of `replica` that another replica says it held.
  package func greatestSize(seenOf replica: ReplicaID) -> UInt64 {
    var greatest: UInt64 = 0
    for branch in branches where branch.id.replica != replica {
      for entry in branch.seen.entries where entry.replica == replica {
        for part in entry.parts { greatest = max(greatest, part.end) }
      }
    }
    return greatest
  }
}

extension ReadReport {
  /// What the replicas last claimed to hold of one another.
  package var claims: [Claim] { branches.flatMap { Claim.all(in: $0.seen, by: $0.id.replica) } }

  /// Data that others last claimed to hold of a replica, and that is missing here.
  package var missingBySeen: [Finding] {
    judge(
      claims.map { claim in
        var claim = claim
        claim.root = nil
        return claim
      })
  }
}

/// One replica's part of a reading.
package struct ReplicaReport: Sendable {
  /// Ascending.
  package var branches: [BranchSummary] = []
  package var findings: [Finding] = []
  package var events: UInt64 = 0
  package var commits: UInt64 = 0
  package var files = 0
  package var sizeBytes = 0
  package var vanished: [String] = []
  /// Files that exist but could not be read.
  package var unreadable: [String] = []
  /// The lines of leaves of which there are stubs.
  package var variants = LineVariants()
  /// At the sizes that were asked for.
  package var roots: Set<RootAtSize> = []
  /// Kept on request, until they are no longer needed.
  package var trails: [BranchID: TreeTrail] = [:]
  /// How far everything was sound, among the files for which this was to be recorded.
  package var verified: VerifiedFiles?
  /// The same for all files, to continue from as long as they are those that were listed.
  package var passing: VerifiedFiles?

  package init() {}
}

/// The root that one branch of a replica has after `size` leaves.
package struct RootAtSize: Hashable, Sendable {
  package var branch: BranchID
  package var size: UInt64
  package var root: Hash256

  package init(branch: BranchID, size: UInt64, root: Hash256) {
    (self.branch, self.size, self.root) = (branch, size, root)
  }
}

/// One branch as the files show it.
package struct BranchSummary: Sendable, Equatable {
  package var id: BranchID
  package var origin: BranchOrigin?
  /// Ed25519, 32 bytes.
  package var publicKey: [UInt8]
  /// Held leaves, ascending, with gaps between; a first one that does not begin at 0 (or at the origin's leaf)
  /// has one before it. Never empty.
  package var stretches: [Stretch]
  package var lastCommit: UInt64 = 0
  /// The latest stamp of the branch's events.
  package var lastStamp: Stamp?
  /// The last signed head that was read: that of the whole branch, unless somebody replaced it with a false one.
  package var head: SignedHead?
  /// What the branch's author last claimed to hold of others.
  package var seen = Seen()

  package struct Stretch: Sendable, Equatable {
    package var leaves: Range<UInt64>
    package var seqs: Range<UInt64>
    /// The root of the whole branch up to the stretch's end.
    package var root: Hash256
  }

  package var size: UInt64 { stretches.last?.leaves.upperBound ?? 0 }
  package var root: Hash256? { stretches.last?.root }
  package var lastSeq: UInt64 { (stretches.last?.seqs.upperBound ?? 1) - 1 }

  /// Whether nothing before the first stretch is missing, as far as this replica goes.
  package var isHeldFromItsBeginning: Bool {
    guard let first = stretches.first else { return false }
    return first.leaves.lowerBound == (origin?.leaf ?? 0)
  }

  /// The highest seq before the first gap; 0 when the beginning is missing.
  package var contiguousSeq: UInt64 {
    guard isHeldFromItsBeginning, let first = stretches.first else { return 0 }
    return first.seqs.upperBound - 1
  }

  package var gaps: [Range<UInt64>] {
    var gaps: [Range<UInt64>] = []
    var next = isHeldFromItsBeginning ? stretches.first?.seqs.lowerBound ?? 1 : 1
    for stretch in stretches {
      if stretch.seqs.lowerBound > next { gaps.append(next..<stretch.seqs.lowerBound) }
      next = stretch.seqs.upperBound
    }
    return gaps
  }

  /// Lines that are missing although the seqs continue without a gap, and the next seq: no honest header says so.
  package var hiddenGaps: [(lines: Range<UInt64>, seq: UInt64)] {
    var gaps: [(lines: Range<UInt64>, seq: UInt64)] = []
    var (leaf, seq) = (origin?.leaf ?? 0, UInt64(1))
    for (index, stretch) in stretches.enumerated() {
      if index == 0, isHeldFromItsBeginning { seq = stretch.seqs.lowerBound }
      if stretch.leaves.lowerBound > leaf, stretch.seqs.lowerBound <= seq {
        gaps.append((leaf..<stretch.leaves.lowerBound, stretch.seqs.lowerBound))
      }
      (leaf, seq) = (stretch.leaves.upperBound, stretch.seqs.upperBound)
    }
    return gaps
  }
}
