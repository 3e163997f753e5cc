import DaybookLog
import DaybookModel

/// How many claims are kept. Each witness has a quota, so that one that makes many does not displace those of others.
package struct ClaimLimits: Sendable {
  /// The quota of one witness, far above what an honest one needs.
  package var ofOne = 1 << 20
  /// The limit for all together, beyond the quotas.
  package var ofAll = 1 << 21
  package var ofEach = 1 << 16

  package init() {}
}

/// The claims in the `seen` of the commits that were read, by file, up to a limit. A witness that makes more is
/// reported.
struct NewClaims {
  private(set) var byFile: [String: Set<Claim>] = [:]
  private let limits: ClaimLimits
  private var counts: [ReplicaID: Int] = [:]
  private var count = 0
  /// Witnesses of whose claims some were left out.
  private(set) var cut: Set<ReplicaID> = []

  init(_ limits: ClaimLimits) { self.limits = limits }

  mutating func note(_ frame: borrowing AttestedFrame) {
    let witness = frame.branch.replica
    for entry in frame.content.commits[frame.commits] where !entry.commit.seen.isEmpty {
      for claim in Claim.all(in: entry.commit.seen, by: witness) {
        guard hasRoom(for: witness) else {
          cut.insert(witness)
          return
        }
        if byFile[frame.file, default: []].insert(claim).inserted {
          counts[witness, default: 0] += 1
          count += 1
        }
      }
    }
  }

  private func hasRoom(for witness: ReplicaID) -> Bool {
    let own = counts[witness] ?? 0
    return own < limits.ofEach || own < limits.ofOne && count < limits.ofAll
  }

  var findings: [Finding] {
    cut.sorted().map { witness in
      Finding(
        .limit, replica: witness,
        "it makes so many claims about other replicas that only the first \(counts[witness] ?? 0) were compared",
        advice: "no honest program makes so many; find out which program its machine runs")
    }
  }
}

/// The claims in commits that are not read again.
struct ToldClaims {
  /// By replica, and by the path of a file that is still valid.
  private let byFile: [ReplicaID: [String: Set<Claim>]]

  /// - Parameter plan: how the reading continues from the checkpoint.
  init(_ checkpoint: Checkpoint?, _ plan: CheckpointPlan?) {
    byFile = (plan?.continuations ?? [:]).reduce(into: [:]) { told, entry in
      let standing = Set(entry.value.verified.sealed.map(\.path))
      told[entry.key] = checkpoint?.replicas[entry.key]?.claims.filter { standing.contains($0.key) }
    }
  }

  var all: [Claim] { byFile.values.flatMap { $0.values.flatMap { $0 } } }

  func claims(of replica: ReplicaID, in path: String) -> Set<Claim> { byFile[replica]?[path] ?? [] }

  /// With those that were read.
  func claims(_ new: NewClaims) -> Set<Claim> {
    new.byFile.values.reduce(into: Set(all)) { $0.formUnion($1) }
  }
}

extension Checkpoint {
  /// Records how far a verification found everything sound.
  ///
  /// - Parameter others: replicas that are read again each time.
  mutating func take(
    _ report: ReadReport, _ told: ToldClaims, _ new: NewClaims, _ identities: [String: FileIdentity],
    besides others: Set<ReplicaID>
  ) {
    func isSettled(_ claim: Claim) -> Bool {
      guard !others.contains(claim.replica), let point = report.replicas[claim.replica]?.verified?.point,
        claim.size <= point.tree.size
      else {
        return false
      }
      return claim.root.map { report.knows(claim.replica, claim.size, $0) } ?? true
    }
    for (id, replica) in report.replicas where !others.contains(id) {
      guard let verified = replica.verified else { continue }
      var claims: [String: Set<Claim>] = [:]
      for file in verified.sealed {
        let open = told.claims(of: id, in: file.path).union(new.byFile[file.path] ?? []).filter {
          !isSettled($0)
        }
        if !open.isEmpty { claims[file.path] = open }
      }
      var known: [String: FileIdentity] = [:]
      for file in verified.files { known[file.path] = identities[file.path] }
      replicas[id] = Replica(verified: verified, identities: known, claims: claims)
    }
  }

  /// Records the roots of claims that were found true, for replicas whose claims are checked again.
  mutating func noteRoots(_ claims: Set<Claim>, _ report: ReadReport, everywhere: Set<Claim>) {
    for claim in claims {
      guard let root = claim.root, let verified = replicas[claim.replica]?.verified,
        everywhere.contains(claim), claim.size <= verified.point?.tree.size ?? 0,
        report.knows(
          RootAtSize(branch: BranchID(replica: claim.replica, ordinal: 0), size: claim.size, root: root))
      else { continue }
      replicas[claim.replica]?.verified.roots[claim.size] = root
    }
  }
}
