public import Daybook

/// A document as a server stores it, even after its deletion.
public struct RemoteRecord: Sendable, Equatable {
  /// The document's path, which is also the record's key.
  public var path: RemotePath
  /// All fields as JSON; for a deleted document, only ``AccessTable/tombstoneFields``.
  public var fields: JSONObject
  /// When the server first accepted it; it stays when a deleted document is created again.
  public var created: ServerTime
  /// When the server accepted its last write, including a deletion.
  public var revision: ServerTime
  /// Deleted documents keep their name, so that their deletion can be reported and a late repeat of their creation has
  /// no effect. Of their fields, they keep only ``AccessTable/tombstoneFields``.
  public var isDeleted = false

  /// Makes a record; ``RemoteServer`` makes those that are stored.
  public init(
    path: RemotePath, fields: JSONObject, created: ServerTime, revision: ServerTime, isDeleted: Bool = false
  ) {
    (self.path, self.fields, self.created) = (path, fields, created)
    (self.revision, self.isDeleted) = (revision, isDeleted)
  }

  /// What clients may see of it; nil if it is deleted.
  public var document: RemoteDocument? {
    isDeleted ? nil : RemoteDocument(path: path, fields: fields, created: created, revision: revision)
  }

  var change: RemoteChange {
    document.map { .document($0) } ?? .deleted(path, revision: revision)
  }

  /// The record in the receipt of a creation.
  public var existing: RemoteReceipt.Existing { document.map { .document($0) } ?? .deleted }

  func deleted(at time: ServerTime) -> RemoteRecord {
    RemoteRecord(
      path: path,
      fields: JSONObject(
        fields.members.filter { AccessTable.tombstoneFields.contains($0.key) }.map { ($0.key, $0.value) }),
      created: created, revision: time, isDeleted: true)
  }
}

/// Where a server keeps its records. One caller at a time.
public protocol RemoteStorage {
  /// The record of a document, even of a deleted one.
  func record(_ path: RemotePath) throws(RemoteStoreError) -> RemoteRecord?

  /// Durable when it returns. A new path, or one whose revision is below the record's.
  mutating func put(_ record: RemoteRecord) throws(RemoteStoreError)

  /// The same of several, ascending by revision.
  mutating func put(all records: [RemoteRecord]) throws(RemoteStoreError)

  /// A time later than all earlier results, and than this one.
  mutating func nextTime(after time: ServerTime?) throws(RemoteStoreError) -> ServerTime

  /// The conversations, also deleted ones, that name the user in `participantIDs`, ascending.
  func conversations(of user: String) throws(RemoteStoreError) -> [RemotePath]

  /// The records of a user or a conversation that changed after a time, the earliest change first, at most
  /// `limit` of them.
  func records(
    of root: RemotePath, after time: ServerTime?, limit: Int
  ) throws(RemoteStoreError) -> [RemoteRecord]
}

extension RemoteStorage {
  /// The default: one ``put(_:)`` after another. If one fails, those before it stay.
  public mutating func put(all records: [RemoteRecord]) throws(RemoteStoreError) {
    for record in records { try put(record) }
  }
}

/// A storage that collects several writes, and passes them on together at the end.
struct RemoteBatch<Storage: RemoteStorage>: RemoteStorage {
  private let storage: Storage
  private var held: [RemotePath: RemoteRecord] = [:]
  private var last: ServerTime?

  init(_ storage: Storage) { self.storage = storage }

  /// Ascending by revision.
  var records: [RemoteRecord] { held.values.sorted { $0.revision < $1.revision } }

  func record(_ path: RemotePath) throws(RemoteStoreError) -> RemoteRecord? {
    if let record = held[path] { return record }
    return try storage.record(path)
  }

  mutating func put(_ record: RemoteRecord) { held[record.path] = record }

  mutating func nextTime(after time: ServerTime?) throws(RemoteStoreError) -> ServerTime {
    var storage = storage
    let next = try storage.nextTime(after: [time, last].compactMap { $0 }.max())
    last = next
    return next
  }

  func conversations(of user: String) throws(RemoteStoreError) -> [RemotePath] {
    try storage.conversations(of: user)
  }

  func records(
    of root: RemotePath, after time: ServerTime?, limit: Int
  ) throws(RemoteStoreError) -> [RemoteRecord] {
    try storage.records(of: root, after: time, limit: limit)
  }
}

extension RemoteServer {
  /// See ``RemoteStore/write(all:by:)``.
  public mutating func write(
    all writes: [RemoteWrite], by user: String
  ) throws(RemoteStoreError) -> [Result<RemoteReceipt, RemoteStoreError>] {
    var batch = RemoteServer<RemoteBatch<Storage>>(RemoteBatch(storage), id: id)
    var answers: [Result<RemoteReceipt, RemoteStoreError>] = []
    for write in writes {
      do throws(RemoteStoreError) {
        answers.append(.success(try batch.write(write, by: user)))
      } catch {
        answers.append(.failure(error))
        if error.mayPass { break }
      }
    }
    try storage.put(all: batch.storage.records)
    return answers
  }
}
