package import DaybookLog
package import DaybookModel

/// This machine's own writes: its journals show more certainly than any reading what the folder must hold.
package enum OwnJournals {
  /// The journals of this machine's present and former replicas in a folder. Damaged ones are left out.
  package static func all(
    _ state: any FileStore, ledger: String, in ledgerFolder: FolderMark
  ) throws(FileError) -> [OwnJournal] {
    var journals: [OwnJournal] = []
    for entry in try state.list(StateLayout.folder(ledger: ledger)) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name) else { continue }
      let folder = StateLayout.folder(ledger: ledger, replica: replica)
      guard try isWritten(state, folder, in: ledgerFolder),
        let journal = try OwnJournal(state, folder: folder), journal.summary.base.replica == replica,
        journal.summary.base.ledger == ledger
      else { continue }
      journals.append(journal)
    }
    return journals
  }

  /// The journals that may hold commits that no file of the folder has. Reads a journal only if its writer left a
  /// note that it could not publish, or ended.
  package static func waiting(
    _ state: any FileStore, ledger: String, in ledgerFolder: () throws -> FolderMark
  ) throws -> [OwnJournal] {
    var journals: [OwnJournal] = []
    for entry in try state.list(StateLayout.folder(ledger: ledger)) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name) else { continue }
      let folder = StateLayout.folder(ledger: ledger, replica: replica)
      guard try Publication.mayWait(state, folder: folder), try isWritten(state, folder, in: ledgerFolder()),
        let journal = try OwnJournal(state, folder: folder), journal.summary.base.replica == replica,
        journal.summary.base.ledger == ledger, journal.publication != .all
      else { continue }
      journals.append(journal)
    }
    return journals
  }

  /// Whether a replica's state belongs to this folder, and not to a copy of it.
  private static func isWritten(
    _ state: any FileStore, _ folder: String, in ledgerFolder: FolderMark
  ) throws(FileError) -> Bool {
    try StoredIdentity.read(state, folder: folder)?.folder.isSame(as: ledgerFolder) ?? false
  }
}

extension OwnJournals {
  /// Whether a journal may hold commits that the folder lacks, judged by a reading of the folder. Reads no commit. Also
  /// true if the reading does not show it, and for a replica whose identity is lost, so that its folder is unknown;
  /// false for a replica with an active writer, which publishes itself.
  package static func mayLack(
    _ state: any FileStore, ledger: String, in ledgerFolder: FolderMark, _ report: ReadReport
  ) throws(FileError) -> Bool {
    for entry in try state.list(StateLayout.folder(ledger: ledger)) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name) else { continue }
      let folder = StateLayout.folder(ledger: ledger, replica: replica)
      guard try JournalOutline.exists(state, folder: folder) else { continue }
      let identity = try StoredIdentity.read(state, folder: folder)
      if let identity, identity.replica == replica, identity.ledger == ledger,
        !identity.folder.isSame(as: ledgerFolder)
      {
        continue
      }
      if let outline = try JournalOutline(state, folder: folder) {
        if outline.isEmpty { continue }
        let held = report.branches(of: replica).map(\.size).max() ?? 0
        if let size = try outline.publishedSize(state, folder: folder), held >= size { continue }
      }
      if !Publication.isWriterAtWork(state, folder: folder) { return true }
    }
    return false
  }
}

extension OwnJournals {
  /// The signed heads of the journals of this machine's present and former replicas in a folder.
  package static func heads(
    _ state: any FileStore, ledger: String, in ledgerFolder: FolderMark
  ) throws(FileError) -> [HeadSurvey.Head] {
    var heads: [HeadSurvey.Head] = []
    for entry in try state.list(StateLayout.folder(ledger: ledger)) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name) else { continue }
      let folder = StateLayout.folder(ledger: ledger, replica: replica)
      guard try isWritten(state, folder, in: ledgerFolder),
        let journal = try? JournalSummary.read(state, folder: folder), let signed = journal.signedHead,
        journal.base.replica == replica, journal.base.ledger == ledger
      else { continue }
      let note = HeadNote(
        ledger: ledger, replica: replica, head: signed, publicKey: journal.base.publicKey)
      guard note.isSigned(by: journal.base.publicKey) else { continue }
      heads.append(
        HeadSurvey.Head(
          branch: BranchID(replica: replica, ordinal: 0), note: note, publicKey: journal.base.publicKey,
          lastSeq: journal.head.seq, lastStamp: journal.head.stamp))
    }
    return heads
  }
}

extension SigningKey {
  /// The key of a replica of this machine; nil where it has none.
  package static func read(
    _ state: any FileStore, ledger: String, replica: ReplicaID
  ) throws(FileError) -> SigningKey? {
    try read(state, folder: StateLayout.folder(ledger: ledger, replica: replica), replica: replica)
  }

  /// The same where the replica's state lies in another folder.
  static func read(
    _ state: any FileStore, folder: String, replica: ReplicaID
  ) throws(FileError) -> SigningKey? {
    let path = joined(folder, StateLayout.key)
    guard let status = try state.status(path), status.kind == .file,
      let key = SigningKey(seed: try state.read(path, from: 0, count: 64)), key.replica == replica
    else { return nil }
    return key
  }
}

extension OwnJournals {
  /// What was sealed before each journal of this machine's present and former replicas in a folder. Reads no commit;
  /// journals with a damaged beginning are left out.
  package static func beginnings(
    _ state: any FileStore, ledger: String, in ledgerFolder: FolderMark
  ) throws(FileError) -> [JournalBase] {
    var bases: [JournalBase] = []
    for (replica, folder) in try stateFolders(state, ledger: ledger) {
      guard let outline = try JournalOutline(state, folder: folder), outline.base.replica == replica,
        outline.base.ledger == ledger,
        let identity = try StoredIdentity.read(state, folder: folder),
        identity.folder.isSame(as: ledgerFolder)
      else { continue }
      bases.append(outline.base)
    }
    return bases
  }

  /// Whether this machine has the state of a replica of a folder, or of one whose identity does not name its folder.
  /// Reads only names and identities.
  package static func mayExist(
    _ state: any FileStore, ledger: String, in ledgerFolder: @autoclosure () throws -> FolderMark
  ) throws -> Bool {
    let folders = try stateFolders(state, ledger: ledger)
    if folders.isEmpty { return false }
    let ledgerFolder = try ledgerFolder()
    return try folders.contains { replica, folder in
      guard let identity = try StoredIdentity.read(state, folder: folder), identity.replica == replica,
        identity.ledger == ledger
      else { return try JournalOutline.exists(state, folder: folder) }
      return identity.folder.isSame(as: ledgerFolder)
    }
  }

  private static func stateFolders(
    _ state: any FileStore, ledger: String
  ) throws(FileError) -> [(replica: ReplicaID, folder: String)] {
    (try state.list(StateLayout.folder(ledger: ledger)) ?? []).compactMap { entry in
      guard entry.kind == .folder, let replica = ReplicaID(entry.name) else { return nil }
      return (replica, StateLayout.folder(ledger: ledger, replica: replica))
    }
  }
}
