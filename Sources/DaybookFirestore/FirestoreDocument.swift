import DaybookModel
import Messaging

/// A document of a reply. The remote store's own fields are separate: `serverTime`, the time of the last write, which a
/// server-side transform sets and by which changes are queried; and `isDeleted`, because Firestore keeps no trace of
/// deleted documents.
struct FirestoreDocument: Sendable {
  var name: String
  var path: RemotePath
  var fields: JSONObject
  var created: ServerTime
  var revision: ServerTime
  var serverTime: ServerTime?
  var isDeleted: Bool

  /// Nil for a value that is not a document of that database.
  init?(_ value: JSONValue?, in endpoint: FirestoreEndpoint) {
    guard let object = value?.object, let name = object["name"]?.string,
      let path = endpoint.path(ofName: name),
      let created = object["createTime"]?.string.flatMap({ FirestoreValue.time($0) }),
      let revision = object["updateTime"]?.string.flatMap({ FirestoreValue.time($0) })
    else { return nil }
    (self.name, self.path, self.created, self.revision) = (name, path, created, revision)
    let own = object["fields"]?.object
    serverTime = own?["serverTime"]?.object?["timestampValue"]?.string.flatMap { FirestoreValue.time($0) }
    isDeleted = own?["isDeleted"]?.object?["booleanValue"]?.bool ?? false
    fields = FirestoreValue.fields(decoding: object["fields"])
    for name in AccessTable.serverFields { fields[name] = nil }
  }

  var document: RemoteDocument? {
    isDeleted ? nil : RemoteDocument(path: path, fields: fields, created: created, revision: revision)
  }

  var change: RemoteChange { document.map { .document($0) } ?? .deleted(path, revision: revision) }
}
