public import Daybook

/// A document as a server keeps it, also after its deletion.
public struct FarRecord: Sendable, Equatable {
  /// The document's path, which is also the record's key.
  public var path: FarPath
  /// All fields as JSON; of a deleted document, ``AccessTable/keptFields`` alone.
  public var fields: JSONObject
  /// When the server first took it; it stays when a deleted document is made anew.
  public var created: ServerTime
  /// When the server took its last write, a deletion included.
  public var revision: ServerTime
  /// Deleted documents keep their name, so that their deletion can be reported and a late repeat of their creation
  /// makes nothing, and of their fields ``AccessTable/keptFields`` alone.
  public var isDeleted = false

  /// Makes a record; ``FarServer`` makes those that are stored.
  public init(
    path: FarPath, fields: JSONObject, created: ServerTime, revision: ServerTime, isDeleted: Bool = false
  ) {
    (self.path, self.fields, self.created) = (path, fields, created)
    (self.revision, self.isDeleted) = (revision, isDeleted)
  }

  /// What clients may see of it; nil if it is deleted.
  public var document: FarDocument? {
    isDeleted ? nil : FarDocument(path: path, fields: fields, created: created, revision: revision)
  }

  var change: FarChange {
    document.map { .document($0) } ?? .deleted(path, revision: revision)
  }

  /// What the receipt of a creation says of it.
  public var existing: FarReceipt.Existing { document.map { .document($0) } ?? .deleted }

  func deleted(at time: ServerTime) -> FarRecord {
    FarRecord(
      path: path,
      fields: JSONObject(
        fields.members.filter { AccessTable.keptFields.contains($0.key) }.map { ($0.key, $0.value) }),
      created: created, revision: time, isDeleted: true)
  }
}

/// Where a server keeps its records. One caller at a time.
public protocol FarStorage {
  /// Also of a deleted document.
  func record(_ path: FarPath) throws(FarSideError) -> FarRecord?

  /// Durable when it returns. A new path, or one whose revision is below the record's.
  mutating func put(_ record: FarRecord) throws(FarSideError)

  /// The same of several, ascending by revision.
  mutating func put(all records: [FarRecord]) throws(FarSideError)

  /// Later than every time that was given before, and than this one.
  mutating func nextTime(after time: ServerTime?) throws(FarSideError) -> ServerTime

  /// The conversations, also deleted ones, that name the user in `participantIDs`, ascending.
  func conversations(of user: String) throws(FarSideError) -> [FarPath]

  /// The records of a user or a conversation that changed after a time, the earliest change first, at most
  /// `limit` of them.
  func records(
    of root: FarPath, after time: ServerTime?, limit: Int
  ) throws(FarSideError) -> [FarRecord]
}

extension FarStorage {
  /// The default: one ``put(_:)`` after another. If one fails, those before it stay.
  public mutating func put(all records: [FarRecord]) throws(FarSideError) {
    for record in records { try put(record) }
  }
}
