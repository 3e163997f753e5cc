import DaybookModel
public import Messaging

// Changes are queried collection by collection, in the order of `serverTime`: the user's own, the conversations that
// name the user, then the messages and participants of each known conversation. Each is read again from a
// little before the last reported change; documents read again do not count as new, so every page but the last has new
// changes.

extension FirestoreRemoteStore {
  /// How far back a collection is read again: a write gets its time before it becomes visible, so one write may become
  /// visible after another with a later time.
  private static let overlapSeconds: Int64 = 10

  /// The results of one query for changes.
  private struct Gathering {
    var state: FirestorePositions
    var changes: [RemoteChange] = []
    var newCount = 0
  }

  public func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError)
    -> RemoteChanges
  {
    guard let own = RemotePath.user(user) else { throw .invalid("not a user's name") }
    var gathering = Gathering(state: FirestorePositions(cursor))
    try await readOwnDocument(own, &gathering)
    var isOver = true
    for collection in ["\(own)/conversations", "\(own)/faqs", "conversations"] where isOver {
      isOver = try await read(collection, of: user, &gathering)
    }
    // The conversations that are known by now.
    for collection in gathering.state.below where isOver && gathering.state.times[collection] != nil {
      isOver = try await read(collection, of: user, &gathering)
    }
    return RemoteChanges(changes: gathering.changes, cursor: gathering.state.cursor, hasMore: !isOver)
  }

  /// The user's own document is read each time.
  private func readOwnDocument(_ own: RemotePath, _ gathering: inout Gathering) async throws(RemoteStoreError)
  {
    guard let found = try await get(own), gathering.state.times["users"] != found.revision else { return }
    gathering.state.times["users"] = found.revision
    gathering.changes.append(found.change)
  }

  /// Reads a collection to its end; returns false if there were enough changes before the end.
  private func read(
    _ collection: String, of user: String, _ gathering: inout Gathering
  ) async throws(RemoteStoreError) -> Bool {
    let told = gathering.state.times[collection]
    var last: (time: ServerTime, name: String)?
    while true {
      let parent = RemotePath(collection.split(separator: "/").dropLast().joined(separator: "/"))
      let query = FirestoreQuery(
        collection: String(collection.split(separator: "/").last ?? ""),
        member: collection == "conversations" ? user : nil,
        since: told.map { ServerTime(seconds: max(0, $0.seconds - Self.overlapSeconds)) },
        after: last, limit: pageSize)
      guard let found = try await ask(query, under: parent, of: user) else {
        if let parent {
          gathering.changes.append(.withdrawn(parent))
          forget(parent, &gathering.state)
        }
        return true
      }
      for document in found.documents {
        gathering.changes.append(document.change)
        if collection == "conversations" { know(document, &gathering.state) }
        guard let time = document.serverTime else { continue }
        if told.map({ $0 < time }) ?? true { gathering.newCount += 1 }
        gathering.state.times[collection] = max(gathering.state.times[collection] ?? time, time)
        last = (time, document.name)
      }
      if found.isLast || last == nil { return true }
      if gathering.newCount >= pageSize { return false }
    }
  }

  /// Nil if the user may not see the conversation.
  private func ask(
    _ query: FirestoreQuery, under parent: RemotePath?, of user: String
  ) async throws(RemoteStoreError) -> (documents: [FirestoreDocument], isLast: Bool)? {
    let answer = try await post(endpoint.url("runQuery", under: parent), query.json)
    switch answer.meaning {
    case .done: break
    case .notPermitted:
      guard let parent, parent.collection == "conversations" else { throw .notPermitted }
      return nil
    case .failed(let error): throw error
    case .notFound, .alreadyThere, .preconditionFailed: throw .wrongPlace
    }
    guard let rows = answer.json?.array else { throw .nonsense }
    let values = rows.compactMap { $0.object?["document"] }
    // A document whose path is not valid here is not reported.
    let documents = values.compactMap { FirestoreDocument($0, in: endpoint) }
    return (documents, values.count < query.limit || documents.isEmpty)
  }

  /// The collections below a conversation are read from now on, from their beginning; those below a deleted
  /// conversation are not.
  private func know(_ found: FirestoreDocument, _ state: inout FirestorePositions) {
    if found.isDeleted { return forget(found.path, &state) }
    for collection in ["messages", "participants"] {
      let name = "\(found.path)/\(collection)"
      state.times[name] = state.times[name] ?? ServerTime(seconds: 0)
    }
  }

  private func forget(_ conversation: RemotePath, _ state: inout FirestorePositions) {
    for collection in ["messages", "participants"] { state.times["\(conversation)/\(collection)"] = nil }
  }
}

/// Documents of one collection in the order in which they were written.
struct FirestoreQuery {
  var collection: String
  /// Only those that name this user in `participantIDs`.
  var member: String?
  var since: ServerTime?
  /// Only documents after this one.
  var after: (time: ServerTime, name: String)?
  var limit: Int

  var json: JSONValue {
    var filters: [JSONValue] = []
    if let member {
      filters.append([
        "fieldFilter": [
          "field": ["fieldPath": "participantIDs"], "op": "ARRAY_CONTAINS",
          "value": ["stringValue": .string(member)],
        ]
      ])
    }
    if let since {
      filters.append([
        "fieldFilter": [
          "field": ["fieldPath": "serverTime"], "op": "GREATER_THAN_OR_EQUAL",
          "value": ["timestampValue": .string(since.description)],
        ]
      ])
    }
    var query: JSONObject = [
      "from": [["collectionId": .string(collection)]],
      "orderBy": [
        ["field": ["fieldPath": "serverTime"], "direction": "ASCENDING"],
        ["field": ["fieldPath": "__name__"], "direction": "ASCENDING"],
      ],
      "limit": .int(Int64(limit)),
    ]
    if filters.count == 1 { query["where"] = filters[0] }
    if filters.count > 1 { query["where"] = ["compositeFilter": ["op": "AND", "filters": .array(filters)]] }
    if let after {
      query["startAt"] = [
        "values": [
          ["timestampValue": .string(after.time.description)], ["referenceValue": .string(after.name)],
        ],
        "before": false,
      ]
    }
    return ["structuredQuery": .object(query)]
  }
}

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
