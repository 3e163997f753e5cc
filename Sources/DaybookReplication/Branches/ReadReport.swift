package import DaybookLog
package import DaybookModel

/// What a reading found: of each replica the branches with their heads, what others say they held, and
/// everything that is not as it should be.
package struct ReadReport: Sendable {
  package var replicas: [ReplicaID: ReplicaReport] = [:]
  /// Of the ledger as a whole: what others held and is not here, what does not belong here.
  package var findingsOfAll: [Finding] = []
  /// Roots at sizes that were asked for later.
  package var furtherRoots: Set<RootAtSize> = []

  /// The same, by readings that answered something beside this one.
  package var unreadableElsewhere: Set<String> = []

  package init() {}

  private var ascending: [ReplicaReport] { replicas.keys.sorted().compactMap { replicas[$0] } }

  /// Ascending.
  package var branches: [BranchSummary] { ascending.flatMap(\.branches) }
  package var findings: [Finding] { ascending.flatMap(\.findings) + findingsOfAll }
  /// Read and handed on, each once.
  package var events: UInt64 { replicas.values.reduce(0) { $0 + $1.events } }
  package var commits: UInt64 { replicas.values.reduce(0) { $0 + $1.commits } }
  package var files: Int { replicas.values.reduce(0) { $0 + $1.files } }
  package var sizeBytes: Int { replicas.values.reduce(0) { $0 + $1.sizeBytes } }
  /// Files that were listed and are gone, even after listing again. If there are any, read again.
  package var vanished: [String] { ascending.flatMap(\.vanished) }

  /// Files that are there and could not be read: what they hold is missing from every answer.
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

  /// Whether a root that was asked for was met.
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

  /// Whether a replica has several histories, or one that parts from another.
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

  /// What a writer on this machine says it held, as a commit's `seen`.
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
  /// What the replicas last said they held of one another.
  package var claims: [Claim] { branches.flatMap { Claim.all(in: $0.seen, by: $0.id.replica) } }

  /// What others last said they held of a replica, and is not here.
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
  /// Files that are there and could not be read.
  package var unreadable: [String] = []
  /// The lines of leaves of which there are stubs.
  package var variants = LineVariants()
  /// At the sizes that were asked for.
  package var roots: Set<RootAtSize> = []
  /// Kept on request, until nobody needs them any more.
  package var trails: [BranchID: TreeTrail] = [:]
  /// How far everything was in order, as far as files were asked to be kept account of.
  package var verified: VerifiedFiles?
  /// The same of all files, to go on from while they are what was listed.
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
  /// The last signed head that was met: that of the whole branch, unless somebody put a false one in its place.
  package var head: SignedHead?
  /// What the branch's author last said it held of others.
  package var seen = Seen()

  package struct Stretch: Sendable, Equatable {
    package var leaves: Range<UInt64>
    package var seqs: Range<UInt64>
    /// Of the whole branch up to the stretch's end.
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

  /// Lines that are lacking although the seqs go on as if nothing were, and the seq that follows: no honest header
  /// says so.
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
