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

  /// What journal and base remember of an own replica, and what the ledger shows of it.
  package struct History: Sendable, Equatable {
    /// Leaves that journal and base account for.
    package var size: UInt64 = 0
    /// The replica's latest stamp, by its journal and base.
    package var lastStamp: Stamp?
    /// An own signed commit in the ledger that journal and base do not know.
    package var hasUnknownCommit = false
    /// The journal does not end as one does that its writer left, or is gone although there are files of the replica.
    package var isJournalDamaged = false
    /// The most leaves that a peer says it held of it.
    package var seenByPeers: UInt64 = 0
    /// Somebody said that it writes no more.
    package var isRetired = false
    /// This machine asked for access to the locked ledger anew.
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
      "the replica's journal is damaged or gone, and what it acknowledged and had not published yet may be lost; see '\(Remedy.verify)'"
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
  /// changed, and is to be written down.
  case use(row: Int, hasMoved: Bool)
  case create(forkedFrom: ReplicaID?, reason: IdentityReason)
}
