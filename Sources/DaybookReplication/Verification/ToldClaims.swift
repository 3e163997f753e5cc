import DaybookLog
import DaybookModel

/// How many claims are kept. Each witness has a quota, so that one that makes many takes no room from the others.
package struct ClaimLimits: Sendable {
  /// The quota of one witness, far above what an honest one needs.
  package var ofOne = 1 << 20
  /// The limit for all together, beyond the quotas.
  package var ofAll = 1 << 21
  package var ofEach = 1 << 16

  package init() {}
}

/// The claims in the `seen` of the commits that were read, by file, up to a limit. A witness that makes more is
/// named.
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
  /// The checkpoint that the reading goes on from.
  private let checkpoint: Checkpoint?

  init(kept checkpoint: Checkpoint?) { self.checkpoint = checkpoint }

  /// All that may count.
  var kept: [Claim] { checkpoint?.replicas.values.flatMap { $0.claims.union($0.openClaims) } ?? [] }

  /// Of a replica's sealed files, and of its open one: those count only where it was not read anew.
  func claims(of replica: ReplicaID, _ report: ReadReport) -> (sealed: Set<Claim>, open: Set<Claim>) {
    guard let kept = checkpoint?.replicas[replica], let read = report.replicas[replica] else {
      return ([], [])
    }
    let isOpenKept =
      read.isResumed || (kept.verified.open != nil && kept.verified.open == read.verified?.open)
    return (kept.claims, isOpenKept ? kept.openClaims : [])
  }

  func claims(_ report: ReadReport, _ new: NewClaims) -> Set<Claim> {
    var all = new.byFile.values.reduce(into: Set<Claim>()) { $0.formUnion($1) }
    for replica in checkpoint.map({ Array($0.replicas.keys) }) ?? [] {
      let (sealed, open) = claims(of: replica, report)
      all.formUnion(sealed)
      all.formUnion(open)
    }
    return all
  }
}

extension Checkpoint {
  /// Takes up how far a verification found everything in order.
  mutating func take(
    _ report: ReadReport, _ told: ToldClaims, _ new: NewClaims, _ identities: [String: FileIdentity]
  ) {
    func isSettled(_ claim: Claim) -> Bool {
      guard let point = report.replicas[claim.replica]?.verified?.point, claim.size <= point.tree.size else {
        return false
      }
      return claim.root.map { report.knows(claim.replica, claim.size, $0) } ?? true
    }
    for (id, replica) in report.replicas {
      guard let verified = replica.verified else { continue }
      var (sealed, open) = told.claims(of: id, report)
      for file in verified.sealed { sealed.formUnion(new.byFile[file.path] ?? []) }
      if let path = verified.open?.file.path { open.formUnion(new.byFile[path] ?? []) } else { open = [] }
      var known: [String: FileIdentity] = [:]
      for file in verified.files { known[file.path] = identities[file.path] }
      replicas[id] = Replica(
        verified: verified, identities: known,
        claims: sealed.filter { !isSettled($0) }, openClaims: open.filter { !isSettled($0) })
    }
  }

  /// Takes up the roots that claims were found to tell rightly: of open files, since what commits tell of those is
  /// held against them again; of sealed files what others tell, who are asked again.
  mutating func noteRoots(_ claims: Set<Claim>, _ report: ReadReport, everywhere: Set<Claim>) {
    for claim in claims {
      guard let root = claim.root, let verified = replicas[claim.replica]?.verified,
        claim.size > verified.point?.tree.size ?? 0 || everywhere.contains(claim),
        claim.size <= (verified.open?.point ?? verified.point)?.tree.size ?? 0,
        report.knows(
          RootAtSize(branch: BranchID(replica: claim.replica, ordinal: 0), size: claim.size, root: root))
      else { continue }
      replicas[claim.replica]?.verified.roots[claim.size] = root
    }
  }
}
