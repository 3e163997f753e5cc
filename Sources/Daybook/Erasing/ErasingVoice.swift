import DaybookLog
import DaybookModel
import DaybookReplication

/// Who vouches for the rest of a partly erased line: the replica that wrote it. For replicas as which this machine
/// wrote before, it signs with their keys.
struct ErasingVoice {
  /// Replicas that write no more.
  private let ended: Set<ReplicaID>
  /// Of this machine's former replicas.
  private let keys: [ReplicaID: SigningKey]

  init(ended: Set<ReplicaID> = [], _ keys: [ReplicaID: SigningKey] = [:]) {
    (self.ended, self.keys) = (ended, keys)
  }

  var replicas: Set<ReplicaID> { Set(keys.keys) }

  /// Whether nobody vouches for a part of a line any more, so that lines of the replica are erased as a whole.
  func isGone(_ replica: ReplicaID) -> Bool { ended.contains(replica) && keys[replica] == nil }

  func vouched(_ line: EraseEvent.Line) throws -> EraseEvent.Line {
    guard let key = keys[line.replica] else { return line }
    return try line.signed(with: key)
  }
}

extension Ledger {
  func erasingVoice() throws -> ErasingVoice {
    let retired = Set(loaded.report.replicas.keys.filter { isRetired($0) })
    let former = try formerReplicas()
    return ErasingVoice(
      ended: try retired.union(revokedReplicas()).union(former), try keys(of: former))
  }

  /// The replicas as which this machine wrote before.
  private func formerReplicas() throws -> Set<ReplicaID> {
    if let session { return Set(session.former) }
    guard let state = machine.existingState(), let own = try ownIdentity(state)?.replica else { return [] }
    return Set(try identityKeeper(state).former(besides: own))
  }

  /// Without those whose keys are gone or cannot be read.
  private func keys(of replicas: Set<ReplicaID>) throws -> [ReplicaID: SigningKey] {
    guard let state = machine.existingState() else { return [:] }
    return replicas.reduce(into: [:]) { keys, replica in
      keys[replica] = try? SigningKey.read(state, ledger: descriptor.ledger, replica: replica)
    }
  }
}
