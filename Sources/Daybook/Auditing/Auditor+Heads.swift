import DaybookLog
public import DaybookModel
import DaybookReplication

extension Auditor {
  /// The latest signed head of each replica, or of some. Of this machine's own replica that of its journal, where the
  /// folder has less. O(the last files of each).
  ///
  /// - Throws: ``LedgerError`` with code `not-found` for a replica that has none here.
  public func heads(of replicas: [ReplicaID] = []) throws -> [TreeHead] {
    let wanted = replicas.isEmpty ? nil : Set(replicas)
    let state = machine.existingState()
    let checkpoint = (try? state.flatMap { try Checkpoint.read($0, ledger: descriptor.ledger) })
    let survey = HeadSurvey(store: folder, descriptor: descriptor, checkpoint: checkpoint)
    var heads = try survey.heads(of: wanted)
    if let state, let mark = try? machine.folder() {
      for own in try OwnJournals.heads(state, ledger: descriptor.ledger, in: mark) {
        guard wanted?.contains(own.branch.replica) ?? true else { continue }
        let known = heads.firstIndex { $0.branch.replica == own.branch.replica }
        if let known {
          if heads[known].note.size < own.note.size { heads[known] = own }
        } else {
          heads.append(own)
        }
      }
    }
    for replica in replicas where !heads.contains(where: { $0.branch.replica == replica }) {
      throw LedgerError(
        .notFound, "there is no signed head of replica \(replica) here",
        advice: "see '\(Remedy.replicas)', or '\(Remedy.verify)' if it should be here")
    }
    return heads.sorted { $0.branch < $1.branch }.map(TreeHead.init)
  }

  /// A head as OpenSSH's signature over its note: only for the replica that this machine writes as.
  ///
  /// - Throws: ``LedgerError`` with code `refused` where this machine does not have the key.
  public func sshSignature(of head: TreeHead) throws -> String {
    guard let key = try signingKey(of: head.replica) else {
      throw LedgerError(
        .refused, "this machine has no key of replica \(head.replica)",
        advice:
          "sign on the machine that writes as it, or keep the note: anybody's copy carries its signature")
    }
    return try SSHSignature.armored(Array(head.note.utf8), key: key)
  }

  /// Whether this machine has the key of a replica.
  public func hasKey(of replica: ReplicaID) -> Bool { (try? signingKey(of: replica)) ?? nil != nil }

  private func signingKey(of replica: ReplicaID) throws -> SigningKey? {
    try machine.existingState().flatMap {
      try SigningKey.read($0, ledger: descriptor.ledger, replica: replica)
    }
  }
}
