package import DaybookLog
import DaybookModel

extension OwnJournals {
  /// What lies before each journal of the replicas that this machine writes as in a folder, or wrote as. Reads no commit;
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

  /// Whether this machine has the state of a replica that it wrote as in a folder, or of one whose identity does not say
  /// in which. Looks at names and identities alone.
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
