import Synchronization

/// What the reader of an error or a notice can do. The library names its own calls; a program whose users do not know
/// them, such as the command, sets its own texts before it opens a ledger.
public enum Remedy: String, CaseIterable, Sendable {
  // Calls.
  /// Make a ledger.
  case create
  /// Check the ledger's files: signatures, gaps, copies.
  case verify
  /// Check them against tree heads that were kept outside the ledger.
  case verifyAnchored
  /// Move damaged files of this machine aside, and take valid commits out of stray ones.
  case repair
  /// Exchange events and blobs with another copy.
  case replicate
  /// List the conflicts.
  case conflicts
  /// See the ledger's state, its size and its problems.
  case status
  /// See the replicas that write the ledger.
  case replicas
  /// Read the events, with their stamps.
  case log
  /// Erase what was written about an entity, for example once more after a withdrawal.
  case erase
  /// Remove erased texts from this machine's files at once, and agree to the erasures of other machines.
  case eraseNow
  /// List the erasures and how far they have come.
  case erasures
  /// Withdraw an erasure while its texts still exist.
  case withdraw
  /// See a kind's fields and relations.
  case schema
  /// Lock the ledger.
  case lock
  /// Unlock the ledger.
  case unlock
  /// Ask for access to a locked ledger as a new device.
  case join
  /// Ask for access anew, after a revocation or with damaged or lost keys.
  case joinAgain
  /// See the devices that have, or ask for, access to a locked ledger.
  case devices
  /// Get access to a locked ledger with the recovery key on paper.
  case recover
  /// Get the signed tree heads, to keep them elsewhere.
  case head
  /// Prove that the ledger holds an event.
  case prove
  /// Find the deleted entities of a kind, whose name `of(_:)` inserts for `%`.
  case deleted
  /// List the entities of a kind, whose name `of(_:)` inserts for `%`.
  case entities
  /// Restore a deleted entity, whose kind and id `of(_:)` inserts for `%`.
  case restore
  // Options of a call.
  /// Open the unpacked folder: a ledger in a tar archive is read-only.
  case folder
  /// Wait longer for another process that writes.
  case waitLonger
  /// Write a value beyond its bounds anyway.
  case force
  /// Show values of sensitive fields instead of the mask.
  case reveal
  /// Copy from the other side only; an advice says to leave this out.
  case pull
  /// Give the recovery key that is on paper.
  case recoveryKey
  /// Give a key to the locked ledger.
  case keys
  /// Import another window of time.
  case window
  /// Read times without a zone in another zone.
  case zone
  /// Approve a device although parts of the ledger are missing here.
  case despiteMissing
  /// Unlock although the commits of revoked devices, and of devices that never joined, count from then on.
  case countAll
  /// Write values again that the source still has and that were erased here.
  case writeErased
  /// The condition of a query, named if it cannot be parsed.
  case condition

  private static let spoken = Mutex<[Remedy: String]>([:])

  /// Sets the texts of this process from now on, instead of the library's.
  package static func speak(_ words: [Remedy: String]) { spoken.withLock { $0 = words } }

  /// The library's own text.
  package var ownWords: String {
    switch self {
    case .create: "Ledger.create(at:)"
    case .verify: "audit.verify()"
    case .verifyAnchored: "audit.verify() with stored heads"
    case .repair: "maintenance.repair()"
    case .replicate: "replicas.replicate(with:)"
    case .conflicts: "conflicts.list()"
    case .status: "replicas.status()"
    case .replicas: "replicas.status()"
    case .log: "history.log()"
    case .erase: "erasures.erase(_:)"
    case .eraseNow: "erasures.removeTexts(now: true)"
    case .erasures: "erasures.list()"
    case .withdraw: "erasures.withdraw(_:)"
    case .schema: "schemas"
    case .lock: "Ledger.lock(at:)"
    case .unlock: "Ledger.unlock(at:)"
    case .join: "Joining"
    case .joinAgain: "Joining.again()"
    case .devices: "devices.list()"
    case .recover: "Ledger.recover(at:)"
    case .head: "Auditor.heads()"
    case .prove: "audit.prove(_:)"
    case .deleted: "query(_:) of % with includesDeleted"
    case .entities: "query(_:) of %"
    case .restore: "restore(_:) of %"
    case .folder: "open the folder"
    case .waitLonger: "allow more time in LedgerOptions.wait"
    case .force: "exceedsBounds"
    case .reveal: "an output that reveals hidden values"
    case .pull: "the direction"
    case .recoveryKey: "the recovery key"
    case .keys: "LedgerOptions.keys"
    case .window: "another window of time"
    case .zone: "the zone"
    case .despiteMissing: "despiteMissing: true"
    case .countAll: "countingAll: true"
    case .writeErased: "AppendOptions.writesErased"
    case .condition: "the condition"
    }
  }
}

extension Remedy: CustomStringConvertible {
  public var description: String { Self.spoken.withLock { $0[self] } ?? ownWords }

  /// The text with the subject inserted for `%`.
  public func of(_ argument: String) -> String { description.replacing("%", with: argument) }
}
