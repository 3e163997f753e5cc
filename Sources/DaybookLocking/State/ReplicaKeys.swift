import DaybookAge
import DaybookLog
package import DaybookModel

/// The epochs and the newest ring of a replica of this machine, in its state.
package struct ReplicaKeys: Sendable, Equatable {
  package struct Epoch: Sendable, Equatable {
    package var number: UInt64
    /// As age writes it.
    package var secret: String
    package var names: [UInt8]
    /// The tree after the commit that announced it; nil until that is durable.
    package var head: Waypoint?
  }

  package struct Ring: Sendable, Equatable {
    package var number: UInt64
    package var file: [UInt8]
    /// Of its content.
    package var content: Hash256
    /// Whether the replica's log names it.
    package var isAnnounced = false
    package var recipients: [String]
    /// The epochs in it, as "<replica> <number>".
    package var epochs: [String]

    package init(
      number: UInt64, file: [UInt8], content: Hash256, isAnnounced: Bool = false, recipients: [String],
      epochs: [String]
    ) {
      (self.number, self.file, self.content) = (number, file, content)
      (self.isAnnounced, self.recipients, self.epochs) = (isAnnounced, recipients, epochs)
    }
  }

  /// Ascending; the last is the present one.
  package var epochs: [Epoch] = []
  package var ring: Ring?
  /// The epoch that all of the replica's files were encrypted to.
  package var encrypted: UInt64?
  /// The revoked devices that it left a notice for.
  package var notified: Set<ReplicaID> = []
  /// The names of its newest offers, by the device that each is for, which the file does not show.
  package var offers: [ReplicaID: String] = [:]

  /// The names of the members, for when this device can no longer read them.
  package var names: [ReplicaID: String] = [:]

  package init() {}

  package func keys(of replica: ReplicaID) -> [EpochKey] {
    epochs.compactMap { epoch in
      guard let head = epoch.head, let secret = AgeIdentity(secret: epoch.secret) else { return nil }
      return EpochKey(
        replica: replica, number: epoch.number, secret: secret, names: epoch.names, head: head)
    }
  }

  /// A new epoch, which is not announced yet.
  package mutating func addEpoch(random: (_ count: Int) -> [UInt8] = AgeRandom.bytes) -> Epoch {
    let epoch = Epoch(
      number: (epochs.last?.number ?? 0) + 1, secret: AgeIdentity(random: random).secret,
      names: random(EpochKey.namesSizeBytes))
    epochs.append(epoch)
    return epoch
  }
}

extension ReplicaKeys.Epoch {
  /// The recipient that its announcement names.
  package var notice: EpochNotice? {
    AgeIdentity(secret: secret).map { EpochNotice(number: number, recipient: $0.recipient) }
  }
}

extension DeviceState {
  private static let currentName = "replica"

  /// The replica that this machine last had an epoch for; nil before the first.
  package func current() throws(LedgerError) -> ReplicaID? {
    try read(joined(folder, Self.currentName)).flatMap {
      ReplicaID(String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace })
    }
  }

  /// The keys of a replica, with a first, durable epoch if it had none. From now on it is the current one.
  package func begun(
    _ replica: ReplicaID, random: (_ count: Int) -> [UInt8] = AgeRandom.bytes
  ) throws(LedgerError) -> ReplicaKeys {
    var keys = try keys(of: replica)
    if keys.epochs.isEmpty {
      guard try current() != replica else {
        throw missingEpochs(of: replica)
      }
      _ = keys.addEpoch(random: random)
      try store(keys, of: replica)
    }
    if try current() != replica { try write(Array("\(replica)\n".utf8), joined(folder, Self.currentName)) }
    return keys
  }

  /// From now on none of the replica's files is known to be encrypted.
  package func forgetEncrypted(_ replica: ReplicaID) throws(LedgerError) {
    var keys = try keys(of: replica)
    guard keys.encrypted != nil else { return }
    keys.encrypted = nil
    try store(keys, of: replica)
  }

  func missingEpochs(of replica: ReplicaID) -> LedgerError {
    Self.unreadable(path(replica), "the epoch keys of this device are gone")
  }

  private func path(_ replica: ReplicaID) -> String { joined(folder, "\(replica).json") }
  /// A ring's file has a name of its own, so that a note is never beside the file of another ring.
  private func ringPath(_ replica: ReplicaID, _ file: String) -> String {
    joined(folder, "\(replica)-\(file.prefix(16)).ring.age")
  }

  /// Empty where the replica has none.
  package func keys(of replica: ReplicaID) throws(LedgerError) -> ReplicaKeys {
    guard let bytes = try read(path(replica)) else { return ReplicaKeys() }
    guard let object = (try? JSONParser.parse(bytes))?.object, var keys = ReplicaKeys(object) else {
      throw Self.unreadable(path(replica), "the epoch keys of this device cannot be read")
    }
    guard keys.ring != nil, let named = object["ring"]?.object?["file"]?.string else { return keys }
    guard let file = try read(ringPath(replica, named)), Hash256.of(file.span).description == named else {
      throw Self.unreadable(ringPath(replica, named), "the newest keyring of this device cannot be read")
    }
    keys.ring?.file = file
    return keys
  }

  package func store(_ keys: ReplicaKeys, of replica: ReplicaID) throws(LedgerError) {
    var ringPath: String?
    if let ring = keys.ring {
      let path = self.ringPath(replica, Hash256.of(ring.file.span).description)
      if try read(path) != ring.file { try write(ring.file, path) }
      ringPath = path
    }
    try write(JSONValue.object(keys.json).canonicalBytes + [0x0a], path(replica))
    // One that stays costs room.
    for entry in (try? state.list(folder)) ?? []
    where entry.name.hasPrefix("\(replica)-") && joined(folder, entry.name) != ringPath {
      try? state.remove(joined(folder, entry.name))
    }
  }
}

extension ReplicaKeys {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "epochs": .array(
        epochs.map { epoch in
          var object: JSONObject = [
            "n": .int(Int64(clamping: epoch.number)), "secret": .string(epoch.secret),
            "names": .string(Base64.text(epoch.names)),
          ]
          object["head"] = epoch.head?.json
          return .object(object)
        })
    ]
    object["encrypted"] = encrypted.map { .int(Int64(clamping: $0)) }
    if !notified.isEmpty { object["notified"] = .array(notified.sorted().map { .string($0.description) }) }
    if !offers.isEmpty {
      let offers = offers.sorted { $0.key < $1.key }.map { ($0.key.description, JSONValue.string($0.value)) }
      object["offers"] = .object(JSONObject(offers))
    }
    if !names.isEmpty {
      let names = names.sorted { $0.key < $1.key }.map { ($0.key.description, JSONValue.string($0.value)) }
      object["names"] = .object(JSONObject(names))
    }
    if let ring {
      object["ring"] = [
        "n": .int(Int64(clamping: ring.number)), "file": .string(Hash256.of(ring.file.span).description),
        "content": .string(ring.content.description), "announced": .bool(ring.isAnnounced),
        "recipients": .array(ring.recipients.map { .string($0) }),
        "epochs": .array(ring.epochs.map { .string($0) }),
      ]
    }
    return object
  }

  fileprivate init?(_ object: JSONObject) {
    for item in object["epochs"]?.array ?? [] {
      guard let epoch = item.object, let number = PositiveNumber.read(epoch["n"]),
        let secret = epoch["secret"]?.string, AgeIdentity(secret: secret) != nil,
        let names = epoch["names"]?.string.flatMap({ Base64.bytes($0) }),
        names.count == EpochKey.namesSizeBytes
      else { return nil }
      epochs.append(Epoch(number: number, secret: secret, names: names, head: Waypoint(epoch["head"])))
    }
    encrypted = PositiveNumber.read(object["encrypted"])
    notified = Set(
      object["notified"]?.array?.compactMap { $0.string.flatMap { ReplicaID($0) } } ?? [])
    for offer in object["offers"]?.object ?? [:] {
      guard let device = ReplicaID(offer.key), let name = offer.value.string else { continue }
      offers[device] = name
    }
    for member in object["names"]?.object ?? [:] {
      guard let device = ReplicaID(member.key), let name = member.value.string else { continue }
      names[device] = name
    }
    guard let ring = object["ring"]?.object else { return }
    guard let number = PositiveNumber.read(ring["n"]),
      let content = ring["content"]?.string.flatMap({ Hash256($0) }),
      let isAnnounced = ring["announced"]?.bool
    else { return nil }
    self.ring = Ring(
      number: number, file: [], content: content, isAnnounced: isAnnounced,
      recipients: ring["recipients"]?.array?.compactMap(\.string) ?? [],
      epochs: ring["epochs"]?.array?.compactMap(\.string) ?? [])
  }
}
