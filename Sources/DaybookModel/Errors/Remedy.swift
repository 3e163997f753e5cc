import Synchronization

/// What whoever reads an error or a notice can do. The library says it by the names of its own calls; a program that
/// people use otherwise, such as the command, gives its own words before it opens a ledger.
public enum Remedy: String, CaseIterable, Sendable {
  // Calls.
  case create, verify, verifyAnchored, repair, replicate, conflicts, status, replicas, log
  case erase, eraseNow, erasures, withdraw, schema, lock
  case unlock, join, joinAgain, devices, recover, head, prove, deleted
  // What a call takes.
  case folder, waitLonger, force, reveal, pull, recoveryKey, keys, window
  case despiteMissing, countAll, writeErased, condition

  private static let spoken = Mutex<[Remedy: String]>([:])

  /// The words of this process from now on, in the place of the library's.
  package static func speak(_ words: [Remedy: String]) { spoken.withLock { $0 = words } }

  /// As the library says it.
  package var ownWords: String {
    switch self {
    case .create: "Ledger.create(at:)"
    case .verify: "verify()"
    case .verifyAnchored: "verify() with kept heads"
    case .repair: "repair()"
    case .replicate: "replicate(with:)"
    case .conflicts: "conflicts()"
    case .status: "status()"
    case .replicas: "status()"
    case .log: "log()"
    case .erase: "erase(_:)"
    case .eraseNow: "eraseTexts(now: true)"
    case .erasures: "erasures()"
    case .withdraw: "withdrawErasure(_:)"
    case .schema: "schemas"
    case .lock: "Ledger.lock(at:)"
    case .unlock: "Ledger.unlock(at:)"
    case .join: "Joining"
    case .joinAgain: "Joining.again()"
    case .devices: "devices()"
    case .recover: "Ledger.recover(at:)"
    case .head: "heads()"
    case .prove: "prove(_:)"
    case .deleted: "query(_:) of % with includesDeleted"
    case .folder: "open the folder"
    case .waitLonger: "allow more time in LedgerOptions.wait"
    case .force: "exceedsBounds"
    case .reveal: "an output that reveals hidden values"
    case .pull: "the direction"
    case .recoveryKey: "the recovery key"
    case .keys: "LedgerOptions.keys"
    case .window: "another window of time"
    case .despiteMissing: "despiteMissing: true"
    case .countAll: "countingAll: true"
    case .writeErased: "AppendOptions.writesErased"
    case .condition: "the condition"
    }
  }
}

extension Remedy: CustomStringConvertible {
  public var description: String { Self.spoken.withLock { $0[self] } ?? ownWords }

  /// With what it is about in the place of `%`.
  public func of(_ argument: String) -> String { description.replacing("%", with: argument) }
}
