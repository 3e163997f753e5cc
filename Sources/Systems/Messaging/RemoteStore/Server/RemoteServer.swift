import Daybook

/// The part common to all servers, independent of the storage: rules, preconditions, times.
public struct RemoteServer<Storage: RemoteStorage> {
  /// The records. Writes directly to it are not checked.
  public var storage: Storage
  /// How many changes are reported at once.
  public var pageSize = 500

  /// The server's id: cursors of another server are not valid here.
  public let id: String

  /// Makes a server on a storage, which may hold records already.
  /// - Parameters:
  ///   - storage: keeps the records.
  ///   - id: keep it with the storage; under another id, every client receives everything again.
  public init(_ storage: Storage, id: String) { (self.storage, self.id) = (storage, id) }

  private func living(_ path: RemotePath) throws(RemoteStoreError) -> RemoteRecord? {
    guard let record = try storage.record(path), !record.isDeleted else { return nil }
    return record
  }

  func verdict(_ request: AccessRequest) throws(RemoteStoreError) -> AccessVerdict {
    try AccessTable.verdict(request) { (path) throws(RemoteStoreError) in try living(path)?.fields }
  }

  /// That a document does not exist is reported only to users who could read it if it did.
  public func document(_ path: RemotePath, for user: String) throws(RemoteStoreError) -> RemoteDocument? {
    let record = try living(path)
    try checkReading(path, record?.fields, user)
    return record?.document
  }

  private func checkReading(_ path: RemotePath, _ fields: JSONObject?, _ user: String)
    throws(RemoteStoreError)
  {
    try verdict(AccessRequest(.read, path, by: user, before: fields)).get()
  }

  /// See ``RemoteStore/write(_:by:)``. The write is durable once this returns, as ``RemoteStorage/put(_:)`` makes it.
  public mutating func write(_ write: RemoteWrite, by user: String) throws(RemoteStoreError) -> RemoteReceipt
  {
    let held = try storage.record(write.path)
    if write.isDeletion { return try delete(write, held, user) }
    let before = held?.document
    switch write.precondition {
    case .none: break
    case .absent: if let held { return try existing(held, write, user) }
    case .exists: if before == nil { throw try missing(write.path, user) }
    case .revision(let time):
      guard let before else { throw try missing(write.path, user) }
      guard before.revision == time else {
        try checkReading(write.path, before.fields, user)
        throw .changed(before)
      }
    }
    let after = try write.applied(to: before?.fields ?? [:])
    let request = AccessRequest(
      before == nil ? .create : .change, write.path, by: user, before: before?.fields, after: after)
    try verdict(request).get()
    let time = try storage.nextTime(after: held?.revision)
    try storage.put(
      RemoteRecord(path: write.path, fields: after, created: held?.created ?? time, revision: time))
    return RemoteReceipt(path: write.path, revision: time)
  }

  private mutating func delete(
    _ write: RemoteWrite, _ held: RemoteRecord?, _ user: String
  ) throws(RemoteStoreError) -> RemoteReceipt {
    guard let held else { return try forestall(write, user) }
    if held.isDeleted {
      try checkReading(write.path, held.fields, user)
      return RemoteReceipt(path: write.path, revision: held.revision)
    }
    if case .revision(let time) = write.precondition, let document = held.document, document.revision != time
    {
      try checkReading(write.path, held.fields, user)
      throw .changed(document)
    }
    try verdict(AccessRequest(.delete, write.path, by: user, before: held.fields)).get()
    let time = try storage.nextTime(after: held.revision)
    try storage.put(held.deleted(at: time))
    return RemoteReceipt(path: write.path, revision: time)
  }

  /// Deletes a document that does not exist: its creation may still be on its way, and must then have no effect.
  private mutating func forestall(_ write: RemoteWrite, _ user: String) throws(RemoteStoreError)
    -> RemoteReceipt
  {
    let fields: JSONObject = write.path.collection == "messages" ? ["senderID": .string(user)] : [:]
    try verdict(AccessRequest(.create, write.path, by: user, after: fields)).get()
    try verdict(AccessRequest(.delete, write.path, by: user, before: fields)).get()
    let time = try storage.nextTime(after: nil)
    try storage.put(
      RemoteRecord(path: write.path, fields: fields, created: time, revision: time, isDeleted: true))
    return RemoteReceipt(path: write.path, revision: time)
  }

  /// A creation that finds an existing document. A user who may not read it is refused, as when reading it; a message
  /// under another sender's name is not a repeat.
  private func existing(
    _ held: RemoteRecord, _ write: RemoteWrite, _ user: String
  ) throws(RemoteStoreError) -> RemoteReceipt {
    try checkReading(write.path, held.fields, user)
    if let sender = held.fields["senderID"], sender != .string(user) {
      throw .refused("the message's id belongs to another sender")
    }
    return RemoteReceipt(path: write.path, revision: held.revision, existing: held.existing)
  }

  /// The error for a document that does not exist: a user who could not read it is refused instead.
  private func missing(_ path: RemotePath, _ user: String) throws(RemoteStoreError) -> RemoteStoreError {
    try checkReading(path, nil, user)
    return .gone("there is no such document, or no longer")
  }

  /// Whether the user may send and fetch attachments of that conversation.
  public func checkObject(_ object: RemoteObject, for user: String) throws(RemoteStoreError) {
    guard let conversation = object.root else { throw .invalid("not an attachment's name") }
    try checkReading(conversation, try living(conversation)?.fields, user)
  }
}
