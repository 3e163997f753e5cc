import DaybookLog
package import DaybookModel

/// What this machine remembers of every replica: the heads it has read. A file in its state, brought
/// up to date after a reading, so that nobody can take away or rewrite what was once here without its
/// being noticed. Each machine so witnesses for the others.
package struct Witness: Sendable, Equatable {
  package struct Head: Sendable, Hashable {
    package var size: UInt64
    package var root: Hash256
    package var lastSeq: UInt64

    package init(size: UInt64, root: Hash256, lastSeq: UInt64) {
      (self.size, self.root, self.lastSeq) = (size, root, lastSeq)
    }
  }

  /// Of each replica the heads of its branches; one that a longer one continues is dropped.
  package var heads: [ReplicaID: [Head]] = [:]
  /// When this machine last read something of a replica that it had not read before.
  package var newsAt: [ReplicaID: Instant] = [:]

  /// The limit of one replica; only a flood of forks exceeds it. Reaching it is a finding.
  package static let headsMax = 64

  package init() {}

  /// What must be in a reading's options for it to be judged.
  package var rootsWanted: [ReplicaID: [UInt64]] { heads.mapValues { Array(Set($0.map(\.size))).sorted() } }

  package var claims: [Claim] {
    heads.keys.sorted().flatMap { replica in
      (heads[replica] ?? []).map {
        Claim(witness: .machine, replica: replica, size: $0.size, root: $0.root, lastSeq: $0.lastSeq)
      }
    }
  }

  /// Takes up what a reading at `time` showed. What it contradicts or lacks stays remembered.
  ///
  /// - Parameter withheld: replicas of which something does not count: nobody misses what a stranger takes away again.
  package mutating func note(_ report: ReadReport, at time: Instant, besides withheld: Set<ReplicaID> = []) {
    for (replica, branches) in Dictionary(grouping: report.branches, by: \.id.replica)
    where !withheld.contains(replica) {
      let now = branches.compactMap { branch -> Head? in
        branch.root.map { Head(size: branch.size, root: $0, lastSeq: branch.lastSeq) }
      }
      let before = (heads[replica] ?? []).filter { head in
        if now.contains(where: { $0.size == head.size && $0.root == head.root }) { return false }
        // A header behind a gap may name any root: only a run that holds the lines before it continues a head.
        return !report.holds(head.size, of: replica)
          || !branches.contains {
            report.knows(RootAtSize(branch: $0.id, size: head.size, root: head.root))
          }
      }
      let known = Set(heads[replica] ?? [])
      if !known.isSuperset(of: now) { newsAt[replica] = time }
      // Missing or contradicted heads come first: nobody else may remember them.
      heads[replica] = Array((before + now).prefix(Self.headsMax))
    }
  }

  /// Replicas of which it records no more heads.
  package var full: [ReplicaID] { heads.filter { $0.value.count >= Self.headsMax }.keys.sorted() }
}

extension Witness {
  /// One for each replica of which no more heads are remembered.
  var limitFindings: [Finding] {
    full.map { replica in
      Finding(
        .limit, replica: replica,
        "it has so many histories that this machine remembers only \(Self.headsMax) of its heads",
        advice: "its key is in the wrong hands: do not trust anything that it signed after the first fork")
    }
  }
}
