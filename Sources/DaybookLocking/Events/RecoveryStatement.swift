// A statement of the recovery key, valid in any commit and any number of times.

import DaybookLog
package import DaybookModel

package struct RecoveryStatement: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case approve(Approval)
    case revoke(Revocation)
  }

  /// Its place among the statements.
  package let number: UInt64
  /// The replica that it is about.
  package let replica: ReplicaID
  package let action: Action
  private let signed: SignedSet

  private static let label = "daybook-statement1"

  package init(
    ledger: String, number: UInt64, _ replica: ReplicaID, _ action: Action, by recovery: RecoveryKey
  ) throws {
    precondition(number >= 1 && number <= UInt64(Int64.max), "numbers begin at 1")
    let said: DeviceEvent.Action =
      switch action {
      case .approve(let approval): .approve(approval)
      case .revoke(let revocation): .revoke(revocation)
      }
    let rest: JSONObject = [
      "n": .int(Int64(clamping: number)), "op": .string(said.operation.rawValue),
      "id": .string(replica.description), "set": .object(said.set),
    ]
    (self.number, self.replica, self.action) = (number, replica, action)
    signed = try SignedSet(rest, label: Self.label, ledger: ledger, key: recovery.signing)
  }

  package var signature: [UInt8] { signed.signature }

  /// Whether the holder of a recovery key made it for this ledger.
  package func isSigned(ledger: String, by recovery: PublicKeys) -> Bool {
    signed.isSigned(label: Self.label, ledger: ledger, by: recovery.key)
  }
}

extension RecoveryStatement {
  var set: JSONObject { signed.json }

  init?(_ set: JSONObject) {
    guard let signed = SignedSet(set), let number = PositiveNumber.read(set["n"]),
      let op = set["op"]?.string, let id = set["id"]?.string, let replica = ReplicaID(id),
      let said = set["set"]?.object
    else { return nil }
    let action: Action? =
      switch op {
      case "approve": Approval(said).flatMap { $0.keys.replica == replica ? .approve($0) : nil }
      case "revoke": Revocation(said).map { .revoke($0) }
      default: nil
      }
    guard let action else { return nil }
    (self.number, self.replica, self.action, self.signed) = (number, replica, action, signed)
  }
}
