package import DaybookLog
package import DaybookModel

/// The journal of a replica of this machine, and how much of it is in the ledger's folder as far as its writer knows.
package struct OwnJournal: Sendable {
  package var summary: JournalSummary
  package var publication: Publication

  /// Nil if there is none, or if it cannot be read.
  init?(_ state: any FileStore, folder: String) throws(FileError) {
    let wasAtWork = Publication.isWriterAtWork(state, folder: folder)
    guard let summary = (try? JournalSummary.read(state, folder: folder)) ?? nil else { return nil }
    self.summary = summary
    // Read last: a writer that was active in between has published what was read.
    publication = try Publication.of(state, folder: folder, wasAtWork: wasAtWork)
  }

  package var replica: ReplicaID { summary.base.replica }

  /// The commits, each with the tree index of its first leaf.
  package func contents(
    _ state: any FileStore
  ) throws(LedgerError) -> [(firstLeaf: UInt64, content: FrameContent)] {
    try JournalSummary.contents(
      state, folder: StateLayout.folder(ledger: summary.base.ledger, replica: replica))
  }

  /// The claims about what the ledger's folder must hold: everything before the journal, which was sealed, and the part
  /// of the journal that its writer knows to be published.
  package var claims: [Claim] {
    let (base, head) = (summary.base, summary.head)
    var claims: [Claim] = []
    if var sealed = Claim.sealed(before: base, of: replica) {
      sealed.root = base.tree.root
      claims.append(sealed)
    }
    switch publication {
    case .all: if summary.commits > 0 { claims.append(claim(head.tree, head.seq)) }
    case .upTo(let size):
      if size > base.tree.size, let tree = summary.tree(at: size) { claims.append(claim(tree, nil)) }
    case .underWay, .cutShort: break
    }
    return claims
  }

  private func claim(_ tree: MerkleTree, _ seq: UInt64?) -> Claim {
    Claim(witness: .journal, replica: replica, size: tree.size, root: tree.root, lastSeq: seq)
  }

  /// Whether it holds what a claim names, and some of that may not be in the folder yet.
  func waits(with claim: Claim) -> Bool {
    guard publication != .all, claim.replica == replica, let root = claim.root else { return false }
    return summary.tree(at: claim.size)?.root == root
  }

  /// A finding that commits are safe here but not in the folder, which is not a loss.
  func finding(_ report: ReadReport) -> Finding? {
    switch publication {
    case .all, .underWay: return nil
    case .upTo, .cutShort: break
    }
    let branches = report.branches(of: replica)
    // Everything before the journal was published; the claims judge that.
    let published = max(branches.map(\.lastSeq).max() ?? 0, summary.base.seq)
    guard summary.head.tree.size > branches.map(\.size).max() ?? 0, summary.head.seq > published else {
      return nil
    }
    let count = summary.head.seq - published
    return Finding(
      .unpublished, replica: replica, seqs: published + 1...summary.head.seq,
      "\(count) \(count == 1 ? "event is" : "events are") durable in this machine's journal and not in the ledger's folder yet",
      advice:
        "the next write on this machine publishes them; check that the ledger's disk has space and is writable"
    )
  }
}

extension Claim {
  /// The claim about what was sealed before a journal, without the root; nil if nothing was sealed.
  package static func sealed(before base: JournalBase, of replica: ReplicaID) -> Claim? {
    guard base.tree.size > 0 else { return nil }
    return Claim(
      witness: .sealedJournal, replica: replica, size: base.tree.size, root: nil, lastSeq: base.seq)
  }
}

extension JournalSummary {
  /// The replica's tree at a size that the journal reaches; nil for others.
  package func tree(at size: UInt64) -> MerkleTree? {
    guard size >= base.tree.size, size <= head.tree.size else { return nil }
    var tree = base.tree
    for leaf in leaves.prefix(Int(size - base.tree.size)) { tree.append(leaf) }
    return tree
  }
}
