import DaybookFirestore
import DaybookModel
import Messaging

/// The content of a project's security rules: ``AccessTable``. A document with `isDeleted` counts as missing, and can
/// only be created again.
extension FirestoreEmulator {
  private struct Content {
    var fields: JSONObject
    var isDeleted: Bool

    init(_ stored: JSONObject) {
      fields = FirestoreValue.fields(decoding: .object(stored))
      isDeleted = fields["isDeleted"] == true
      for name in AccessTable.serverFields { fields[name] = nil }
    }
  }

  private static func path(_ name: String) throws -> RemotePath {
    guard let path = RemotePath(String(name.dropFirst(database.count + 1))) else { throw Refusal.bad }
    return path
  }

  private func living(_ path: RemotePath, _ state: State) -> JSONObject? {
    guard let stored = state.documents["\(Self.database)/\(path)"] else { return nil }
    let content = Content(stored.fields)
    return content.isDeleted ? nil : content.fields
  }

  private func check(_ request: AccessRequest, _ state: State) throws {
    switch AccessTable.verdict(request, held: { living($0, state) }) {
    case .allowed: return
    case .refused: throw Refusal.denied
    case .invalid: throw Refusal.bad
    }
  }

  func judge(
    _ name: String, _ before: JSONObject?, _ after: JSONObject, by user: String, _ state: State
  ) throws {
    let path = try Self.path(name)
    let (old, new) = (before.map(Content.init), Content(after))
    let living = old.flatMap { $0.isDeleted ? nil : $0.fields }
    switch (old, new.isDeleted) {
    case (let old?, true) where old.isDeleted: throw Refusal.denied
    case (_?, true): try check(AccessRequest(.delete, path, by: user, before: living), state)
    case (_, _) where living != nil:
      try check(AccessRequest(.change, path, by: user, before: living, after: new.fields), state)
    default:
      try check(AccessRequest(.create, path, by: user, after: new.fields), state)
      // Deleted in advance: only by a user who might delete it.
      if new.isDeleted { try check(AccessRequest(.delete, path, by: user, before: new.fields), state) }
    }
  }

  func allowReading(_ name: String, _ fields: JSONObject?, by user: String, _ state: State) throws {
    let before = fields.map { Content($0).fields }
    try check(AccessRequest(.read, try Self.path(name), by: user, before: before), state)
  }

  /// Rules are not filters: a query is permitted if everything that it might find may be read.
  func allowQuery(
    _ parent: String, _ collection: String, _ filters: [Filter], by user: String, _ state: State
  ) throws {
    if parent.isEmpty {
      let isOwn = filters.contains {
        $0.field == "participantIDs" && $0.op == "ARRAY_CONTAINS"
          && $0.value == ["stringValue": .string(user)]
      }
      guard collection == "conversations", isOwn else { throw Refusal.denied }
      return
    }
    guard let path = RemotePath("\(parent.dropFirst())/\(collection)/any") else { throw Refusal.bad }
    try check(AccessRequest(.read, path, by: user), state)
  }

  func allowObject(_ name: String, by user: String, _ state: State) throws {
    guard let object = RemoteObject(name), let conversation = object.root else { throw Refusal.denied }
    try check(AccessRequest(.read, conversation, by: user, before: living(conversation, state)), state)
  }
}
