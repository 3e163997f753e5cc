import DaybookModel
import Messaging

/// A document of a reply. What the far side keeps for itself in it stands apart: `serverTime`, the time of the last
/// write as the server's own transform sets it, by which changes are asked for, and `isDeleted`, since Firestore
/// forgets what was deleted and could not tell of it.
struct FirestoreDocument: Sendable {
  var name: String
  var path: FarPath
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

  var document: FarDocument? {
    isDeleted ? nil : FarDocument(path: path, fields: fields, created: created, revision: revision)
  }

  var change: FarChange { document.map { .document($0) } ?? .deleted(path, revision: revision) }
}
