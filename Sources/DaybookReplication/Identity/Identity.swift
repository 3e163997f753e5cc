package import DaybookLog
package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Who writes on this machine in this folder: one numbering, one key, one journal.
package struct Identity: Sendable {
  package var replica: ReplicaID
  package var key: SigningKey
  /// The replica's folder, relative to the state store, with its key, lock and journal.
  package var stateFolder: String
  /// The origin that the replica's first event names.
  package var forkedFrom: ReplicaID?
  package var createdAt: Instant
  /// Why it was made just now; nil if it existed before.
  package var reason: IdentityReason?

  /// What to tell the user; nil when nothing changed.
  package var notice: String? {
    guard let reason else { return nil }
    let origin = forkedFrom.map { ", in place of \($0)" } ?? ""
    return "this machine now writes as the new replica \(replica)\(origin): \(reason.text)"
  }
}

/// Where identities lie in the state store.
package enum StateLayout {
  package static let identity = "identity.json"
  static let key = "key"
  /// In a state that was moved aside: the number of signed commits of its journal that are in no file.
  static let unplaced = "journal.unplaced"
  /// In the state of a former replica: in which history of the folder its journal lies (``HeldJournal``).
  static let held = "journal.held"

  /// Its lock is taken while a replica is chosen or made, so that two processes at once do not make two.
  package static func folder(ledger: String) -> String { "ledgers/\(ledger)" }

  package static func folder(ledger: String, replica: ReplicaID) -> String {
    "\(folder(ledger: ledger))/\(replica)"
  }

  /// What this machine remembers of every replica.
  static func witness(ledger: String) -> String { "\(folder(ledger: ledger))/witness.json" }

  /// How far this machine verified the files.
  static func checkpoint(ledger: String) -> String { "\(folder(ledger: ledger))/verified.json" }

  /// When this machine last read each source.
  package static func sources(ledger: String) -> String { "\(folder(ledger: ledger))/sources.json" }

  /// When this machine received each erase event, and how far it has erased.
  package static func erasures(ledger: String) -> String { "\(folder(ledger: ledger))/erasures.json" }

  /// The folder for the files that `repair` moves away.
  static func aside(ledger: String) -> String { "\(folder(ledger: ledger))/aside" }
}

extension FolderMark {
  /// The mark of a ledger on a disk.
  package static func of(_ store: DiskFileStore) throws(FileError) -> FolderMark {
    guard let status = try store.status("") else { throw FileError(.missing, "status", store.path) }
    guard let resolved = realpath(store.path, nil) else { throw FileError(.missing, "resolve", store.path) }
    defer { free(resolved) }
    return FolderMark(realPath: String(cString: resolved), mark: FileMark(status))
  }
}
