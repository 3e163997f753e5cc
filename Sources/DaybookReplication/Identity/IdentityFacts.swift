package import DaybookLog
package import DaybookModel

/// All that the choice of a replica depends on. Gathered by ``IdentityKeeper``, judged by ``decide()``.
package struct IdentityFacts: Sendable, Equatable {
  package var machine: MachineID
  package var folder: FolderMark
  package var now: Instant
  /// This machine's identities for the ledger, in any order.
  package var rows: [Row]
  /// Replicas of this machine with a journal, whose identity is gone or cannot be read.
  package var lost: [ReplicaID] = []

  package init(machine: MachineID, folder: FolderMark, now: Instant, rows: [Row]) {
    (self.machine, self.folder, self.now, self.rows) = (machine, folder, now, rows)
  }

  /// One identity in the state folder.
  package struct Row: Sendable, Equatable {
    package var identity: StoredIdentity
    /// The identity file as it is now.
    package var file: FileMark
    /// Whether the key is there and is the replica's.
    package var hasKey: Bool
    package var history: History

    package init(identity: StoredIdentity, file: FileMark, hasKey: Bool, history: History = History()) {
      (self.identity, self.file, self.hasKey, self.history) = (identity, file, hasKey, history)
    }
  }

  /// What the journal and its base record about an own replica, and what the ledger shows of it.
  package struct History: Sendable, Equatable {
    /// Leaves that journal and base account for.
    package var size: UInt64 = 0
    /// The replica's latest stamp, by its journal and base.
    package var lastStamp: Stamp?
    /// An own signed commit in the ledger that journal and base do not know.
    package var hasUnknownCommit = false
    /// Whether the journal does not end as its writer would have left it, or is missing although the replica has files.
    package var isJournalDamaged = false
    /// The greatest number of its leaves that a peer claims to have held.
    package var seenByPeers: UInt64 = 0
    /// Whether the replica was retired.
    package var isRetired = false
    /// Whether this machine asked again for access to the locked ledger, as a new device.
    package var isLeft = false

    package init() {}
  }
}

/// Why a stored identity does not fit, or why there is a new one.
package enum IdentityReason: String, Sendable, CaseIterable {
  case first
  case otherFolder = "other-folder"
  case otherMachine = "other-machine"
  case copiedState = "copied-state"
  case lostKey = "lost-key"
  case lostIdentity = "lost-identity"
  case unknownCommit = "unknown-commit"
  case damagedJournal = "damaged-journal"
  case forgottenCommits = "forgotten-commits"
  case clockAhead = "clock-ahead"
  case retired
  case revoked

  /// For the notice that a new replica was made.
  package var text: String {
    switch self {
    case .first: "this machine had no replica of the ledger"
    case .otherFolder: "this folder is a copy of the one that the machine's replica writes in"
    case .otherMachine: "the state folder came from another machine"
    case .copiedState: "the state folder is a copy, or was restored from a backup"
    case .lostKey: "the replica's signing key is missing or is not its own"
    case .lostIdentity: "the replica's identity file is damaged or gone"
    case .damagedJournal:
      "the replica's journal is damaged or gone, and commits that it acknowledged but had not yet published may be lost; see '\(Remedy.verify)'"
    case .unknownCommit: "the ledger holds commits of the replica that its journal does not know"
    case .forgottenCommits: "other machines have seen more of the replica than its journal knows"
    case .clockAhead: "the replica's clock is more than 24 hours ahead of this machine's"
    case .retired: "the replica was retired"
    case .revoked: "this device asked for access anew"
    }
  }
}

package enum IdentityDecision: Sendable, Equatable {
  /// The row to go on with, as an index into the facts. `hasMoved`: its folder's path or inode
  /// changed, and must be recorded.
  case use(row: Int, hasMoved: Bool)
  case create(forkedFrom: ReplicaID?, reason: IdentityReason)
}

extension IdentityFacts {
  package static let clockAheadMaxMilliseconds: Int64 = 24 * 60 * 60 * 1000

  /// Which replica writes here: one of the rows if it fits in every respect, else a new one. A machine that cannot be
  /// sure to be the only writer of a numbering never continues it.
  package func decide() -> IdentityDecision {
    if rows.isEmpty {
      if lost.isEmpty { return .create(forkedFrom: nil, reason: .first) }
      return .create(forkedFrom: lost.count == 1 ? lost[0] : nil, reason: .lostIdentity)
    }
    let fitting = current(rows.indices.filter { misfit(rows[$0]) == nil })
    if let best = fitting.max(by: { precedes($0, $1) }) {
      let identity = rows[best].identity
      if let reason = contradiction(rows[best].history) {
        return .create(forkedFrom: identity.replica, reason: reason)
      }
      return .use(row: best, hasMoved: identity.folder != folder)
    }
    // None fits: name the one that comes closest as the origin.
    let candidates = current(Array(rows.indices))
    guard
      let closest = candidates.max(by: {
        distance($0) != distance($1) ? distance($0) > distance($1) : precedes($0, $1)
      })
    else { return .create(forkedFrom: nil, reason: .first) }
    return .create(
      forkedFrom: rows[closest].identity.replica, reason: misfit(rows[closest]) ?? .copiedState)
  }

  /// Why a row is not this machine's replica in this folder; nil when it is.
  func misfit(_ row: Row) -> IdentityReason? {
    if row.identity.machine != machine { return .otherMachine }
    if !row.identity.file.matches(row.file) { return .copiedState }
    if !isSameFolder(row.identity.folder) { return .otherFolder }
    if !row.hasKey { return .lostKey }
    return nil
  }

  /// Why a row that fits must still not be continued: somebody else continued its numbering, or its clock is too far
  /// ahead.
  private func contradiction(_ history: History) -> IdentityReason? {
    if history.hasUnknownCommit { return history.isJournalDamaged ? .damagedJournal : .unknownCommit }
    if history.seenByPeers > history.size { return .forgottenCommits }
    if let stamp = history.lastStamp,
      stamp.milliseconds - now.milliseconds > Self.clockAheadMaxMilliseconds
    {
      return .clockAhead
    }
    if history.isLeft { return .revoked }
    return history.isRetired ? .retired : nil
  }

  func isSameFolder(_ stored: FolderMark) -> Bool { stored.isSame(as: folder) }

  /// The rows without those that another one continues.
  private func current(_ indices: [Int]) -> [Int] {
    let replaced = Set(indices.compactMap { rows[$0].identity.forkedFrom })
    let left = indices.filter { !replaced.contains(rows[$0].identity.replica) }
    return left.isEmpty ? indices : left
  }

  /// The same inode counts more than the same path; then the newer row.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (rows[left].identity, rows[right].identity)
    let (first, second) = (a.folder.mark.matches(folder.mark), b.folder.mark.matches(folder.mark))
    if first != second { return second }
    if a.createdAt != b.createdAt { return a.createdAt < b.createdAt }
    return a.replica < b.replica
  }

  /// How many things about a row do not fit.
  private func distance(_ index: Int) -> Int {
    let row = rows[index]
    return [
      row.identity.machine != machine, !row.identity.file.matches(row.file),
      !isSameFolder(row.identity.folder), !row.hasKey,
    ].filter { $0 }.count
  }
}

extension IdentityFacts.History {
  /// Compares the journal in the replica's state with a reading of the ledger.
  package init(journal: JournalSummary?, report: ReadReport, replica: ReplicaID) {
    self.init()
    size = journal?.head.tree.size ?? 0
    lastStamp = journal?.head.stamp
    seenByPeers = report.greatestSize(seenOf: replica)
    let branches = report.branches(of: replica)
    // The journal is made before the identity: without it, it is unknown what was written.
    guard let journal else {
      (hasUnknownCommit, isJournalDamaged) = (true, true)
      return
    }
    // Of two histories under one key, at most one is this machine's.
    isJournalDamaged = journal.end != .clean
    hasUnknownCommit =
      branches.count > 1
      || branches.contains { branch in
        branch.stretches.contains { !journal.knows($0.leaves.upperBound, $0.root) }
      }
  }
}

extension JournalSummary {
  /// Whether the replica's tree had this root at this size, as far as base and journal reach. Everything before the
  /// base was sealed: if less of it is here, this is an old copy, not a contradiction.
  package func knows(_ size: UInt64, _ root: Hash256) -> Bool {
    guard size <= head.tree.size else { return false }
    guard size >= base.tree.size else { return true }
    return tree(at: size)?.root == root
  }
}
