import DaybookModel
import Messaging

/// The content of a cursor: how far each collection has been reported.
struct FirestorePositions: Sendable {
  /// The last `serverTime` reported, by collection.
  var times: [String: ServerTime] = [:]

  init(_ cursor: RemoteCursor?) {
    guard let cursor, let object = (try? JSONParser.parse(cursor.text))?.object else { return }
    for member in object["at"]?.object ?? [:] where Self.isCollection(member.key) {
      if let time = member.value.string.flatMap({ ServerTime($0) }) { times[member.key] = time }
    }
  }

  /// A text from another system must not name any other path.
  private static func isCollection(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return ["users", "conversations"].contains(name)
    case 3: return RemotePath(parts + ["x"]).flatMap { AccessTable.rules(for: $0) } != nil
    default: return false
    }
  }

  /// The collections below the known conversations, ascending.
  var below: [String] { times.keys.filter { $0.hasPrefix("conversations/") }.sorted() }

  var cursor: RemoteCursor {
    let at = JSONObject(times.map { ($0.key, .string($0.value.description)) })
    return RemoteCursor(JSONValue.object(["at": .object(at)]).description)
  }
}
