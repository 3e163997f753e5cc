import DaybookHTTP
import DaybookModel
public import Messaging

extension FirestoreRemoteStore {
  /// How often a deletion is tried again if another write came in between.
  private static let attemptsMax = 4

  public func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    try Self.check(write)
    if write.isDeletion { return try await delete(write, by: user) }
    let answer = try await post(endpoint.url("commit"), ["writes": [try update(write)]])
    switch answer.meaning {
    case .done: return RemoteReceipt(path: write.path, revision: try Self.revision(answer))
    case .alreadyThere: return try await existing(write, by: user)
    case .notFound where write.precondition == .none || write.precondition == .absent: throw .wrongPlace
    case .notFound, .preconditionFailed: throw try await moved(write)
    case .notPermitted: return try await refused(write, by: user)
    case .failed(let error): throw error
    }
  }

  private static let goneError = RemoteStoreError.gone("there is no such document, or no longer")

  /// Checks that need no server.
  private static func check(_ write: RemoteWrite) throws(RemoteStoreError) {
    for name in write.set.keys + write.adding.keys + write.removing.keys
    where AccessTable.localFields.contains(name) || AccessTable.serverFields.contains(name) {
      throw .invalid("the field '\(name)' may not be written")
    }
    for member in write.adding.members + write.removing.members where member.value.array == nil {
      throw .invalid("the elements for the field '\(member.key)' must be a list")
    }
    guard write.set.keys.allSatisfy({ !$0.isEmpty }) else { throw .invalid("a field without a name") }
  }

  /// The server's time of a commit's only write.
  private static func revision(_ answer: HTTPAnswer) throws(RemoteStoreError) -> ServerTime {
    let object = answer.json?.object
    let result = object?["writeResults"]?.array?.first?.object
    // A write that changes nothing has no time of its own.
    let text = result?["updateTime"]?.string ?? object?["commitTime"]?.string
    guard let time = text.flatMap({ FirestoreValue.time($0) }) else { throw .nonsense }
    return time
  }

  private func update(_ write: RemoteWrite) throws(RemoteStoreError) -> JSONValue {
    let fields = try FirestoreValue.fields(write.set, of: write.path)
    var transforms: [JSONValue] = []
    for (members, transform) in [
      (write.adding, "appendMissingElements"), (write.removing, "removeAllFromArray"),
    ] {
      for member in members {
        let values = try FirestoreValue.elements(member.value.array ?? [])
        transforms.append([
          "fieldPath": .string(FirestoreValue.fieldPath(member.key)),
          transform: ["values": .array(values)],
        ])
      }
    }
    // A document that is created again is no longer deleted.
    let revives = write.precondition == .none ? ["isDeleted"] : []
    return commit(write.path, fields, mask: write.set.keys + revives, transforms, write.precondition)
  }

  private func commit(
    _ path: RemotePath, _ fields: JSONObject, mask: [String]?, _ transforms: [JSONValue],
    _ precondition: RemotePrecondition
  ) -> JSONValue {
    let stamp: JSONValue = ["fieldPath": "serverTime", "setToServerValue": "REQUEST_TIME"]
    var write: JSONObject = [
      "update": ["name": .string(endpoint.name(of: path)), "fields": .object(fields)],
      "updateTransforms": .array(transforms + [stamp]),
    ]
    if let mask {
      write["updateMask"] = ["fieldPaths": .array(mask.map { .string(FirestoreValue.fieldPath($0)) })]
    }
    switch precondition {
    case .none: break
    case .absent: write["currentDocument"] = ["exists": false]
    case .exists: write["currentDocument"] = ["exists": true]
    case .revision(let time): write["currentDocument"] = ["updateTime": .string(time.description)]
    }
    return .object(write)
  }

  /// A creation that found an existing document.
  private func existing(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt
  {
    guard let found = try await get(write.path) else {
      throw .unreachable("the document disappeared while it was read")
    }
    if let sender = found.fields["senderID"], sender != .string(user) {
      throw .refused("the message's id belongs to another sender")
    }
    return RemoteReceipt(
      path: write.path, revision: found.revision,
      existing: found.document.map { .document($0) } ?? .deleted)
  }

  /// A server may check its rules before the write's precondition, and the rules let nobody write to a deleted
  /// document. A user who may read the document learns why.
  private func refused(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt
  {
    let found = try await get(write.path)
    switch write.precondition {
    case .none: throw .notPermitted
    case .absent:
      guard found != nil else { throw .notPermitted }
      return try await existing(write, by: user)
    case .exists, .revision:
      guard let found, !found.isDeleted else { throw Self.goneError }
      throw .notPermitted
    }
  }

  /// A change whose precondition failed.
  private func moved(_ write: RemoteWrite) async throws(RemoteStoreError) -> RemoteStoreError {
    // Whether the user may learn that is for the server to decide, too.
    let found = try await get(write.path)
    guard case .revision(let time) = write.precondition, let document = found?.document else {
      return Self.goneError
    }
    // The document was changed and changed back in between, or the server's answer is inconsistent.
    return document.revision == time ? .nonsense : .changed(document)
  }

  /// Marks the present document as deleted, and keeps only the fields that identify its owner.
  private func delete(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    for _ in 0..<Self.attemptsMax {
      let found = try await get(write.path)
      if let found, found.isDeleted { return RemoteReceipt(path: write.path, revision: found.revision) }
      if case .revision(let time) = write.precondition, let document = found?.document,
        document.revision != time
      {
        throw .changed(document)
      }
      var kept: JSONObject = [:]
      for name in AccessTable.tombstoneFields { kept[name] = found?.fields[name] }
      if found == nil, write.path.collection == "messages" { kept["senderID"] = .string(user) }
      kept["isDeleted"] = true
      let fields = try FirestoreValue.fields(kept, of: write.path)
      let precondition: RemotePrecondition = found.map { .revision($0.revision) } ?? .absent
      let answer = try await post(
        endpoint.url("commit"), ["writes": [commit(write.path, fields, mask: nil, [], precondition)]])
      switch answer.meaning {
      case .done: return RemoteReceipt(path: write.path, revision: try Self.revision(answer))
      case .notPermitted: throw .notPermitted
      case .failed(let error): throw error
      case .alreadyThere, .preconditionFailed, .notFound: continue
      }
    }
    throw .unreachable("the document kept changing; try again later")
  }
}
