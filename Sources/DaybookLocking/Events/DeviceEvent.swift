package import DaybookAge
package import DaybookModel

// The content of an event of the kind `daybook.device`. The parts that count are in its `set`; it writes no register.

package struct DeviceEvent: Hashable, Sendable {
  /// The replica that it is about.
  package let replica: ReplicaID
  package let action: Action

  package enum Action: Hashable, Sendable {
    case lock(DeviceLock)
    case approve(Approval)
    case revoke(Revocation)
    case recovery(RecoveryChange)
    case epoch(EpochNotice)
    case ring(RingNotice)
    case statement(RecoveryStatement)
    case unlock(UnlockNotice)
  }

  package static let kind = "daybook.device"

  package init(_ replica: ReplicaID, _ action: Action) { (self.replica, self.action) = (replica, action) }
}

/// How far a replica counts.
package struct Revocation: Hashable, Sendable {
  /// The head up to which each of its branches counts; other branches do not count.
  package let heads: [Head]

  package init(heads: [Head]) { self.heads = heads }
}

/// Announces an epoch of the author.
package struct EpochNotice: Hashable, Sendable {
  /// From 1.
  package let number: UInt64
  package let recipient: AgeRecipient

  package init(number: UInt64, recipient: AgeRecipient) {
    (self.number, self.recipient) = (number, recipient)
  }
}

/// Names a ring of the author.
package struct RingNotice: Hashable, Sendable {
  /// From 1.
  package let number: UInt64
  /// The SHA-256 of the ring's file.
  package let file: Hash256

  package init(number: UInt64, file: Hash256) { (self.number, self.file) = (number, file) }
}

extension DeviceEvent {
  /// Reads an event's mutation; nil if it has another kind or op, or is malformed and so has no effect. Members of
  /// `set` that this version does not know are ignored.
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

  /// The mutation that contains it.
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
