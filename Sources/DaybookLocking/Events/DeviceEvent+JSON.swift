import DaybookAge
package import DaybookModel

extension DeviceEvent {
  /// Reads an event's mutation; nil where it has another kind or op, or is malformed and so without effect. Members of
  /// `set` that this version does not know are passed over.
  package init?(_ mutation: Mutation) {
    guard mutation.kind == Self.kind else { return nil }
    self.init(op: mutation.op, id: mutation.id, set: mutation.set)
  }

  package init?(op: EventOperation, id: String, set: JSONObject?) {
    guard let replica = ReplicaID(id), let set, let action = Action(op, set) else { return nil }
    // An approval of a replica's id with another key would let that key write as the replica.
    if case .approve(let approval) = action, approval.keys.replica != replica { return nil }
    self.init(replica, action)
  }

  /// The mutation that says it.
  package var mutation: Mutation {
    Mutation(action.operation, kind: Self.kind, id: replica.description, set: action.set)
  }
}

extension DeviceEvent.Action {
  package var operation: EventOperation {
    switch self {
    case .lock: "lock"
    case .approve: "approve"
    case .revoke: "revoke"
    case .recovery: "recovery"
    case .epoch: "epoch"
    case .ring: "ring"
    case .statement: "statement"
    case .unlock: "unlock"
    }
  }

  package var set: JSONObject {
    switch self {
    case .lock(let lock): lock.set
    case .approve(let approval): approval.set
    case .revoke(let revocation): revocation.set
    case .recovery(let change): change.set
    case .epoch(let notice):
      ["n": .int(Int64(clamping: notice.number)), "recipient": .string(notice.recipient.description)]
    case .ring(let notice):
      ["n": .int(Int64(clamping: notice.number)), "file": .string(notice.file.description)]
    case .statement(let statement): statement.set
    case .unlock(let notice): notice.set
    }
  }

  fileprivate init?(_ op: EventOperation, _ set: JSONObject) {
    let action: Self? =
      switch op.rawValue {
      case "lock": DeviceLock(set).map { .lock($0) }
      case "approve": Approval(set).map { .approve($0) }
      case "revoke": Revocation(set).map { .revoke($0) }
      case "recovery": RecoveryChange(set).map { .recovery($0) }
      case "epoch": EpochNotice(set).map { .epoch($0) }
      case "ring": RingNotice(set).map { .ring($0) }
      case "statement": RecoveryStatement(set).map { .statement($0) }
      case "unlock": UnlockNotice(set).map { .unlock($0) }
      default: nil
      }
    guard let action else { return nil }
    self = action
  }
}

extension Revocation {
  var set: JSONObject { ["heads": .array(heads.map(\.json))] }

  init?(_ set: JSONObject) {
    guard let heads = Head.list(set["heads"]) else { return nil }
    self.init(heads: heads)
  }
}

extension EpochNotice {
  fileprivate init?(_ set: JSONObject) {
    guard let number = PositiveNumber.read(set["n"]),
      let recipient = set["recipient"]?.string.flatMap({ AgeRecipient($0) }), !recipient.isLowOrder
    else { return nil }
    self.init(number: number, recipient: recipient)
  }
}

extension RingNotice {
  fileprivate init?(_ set: JSONObject) {
    guard let number = PositiveNumber.read(set["n"]),
      let file = set["file"]?.string.flatMap({ Hash256($0) })
    else { return nil }
    self.init(number: number, file: file)
  }
}
