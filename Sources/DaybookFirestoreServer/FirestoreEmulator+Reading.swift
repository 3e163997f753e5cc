import DaybookFirestore
package import DaybookModel
import Messaging
import Synchronization

extension FirestoreEmulator {
  package func batchGet(_ body: JSONValue?, by user: String) throws -> Answer {
    guard let names = body?.object?["documents"]?.array?.compactMap(\.string) else { throw Refusal.bad }
    return try state.withLock { state in
      var rows: [JSONValue] = []
      for name in names {
        try allowReading(name, state.documents[name]?.fields, by: user, state)
        let time = JSONValue.string(Self.text(state.now))
        if let stored = state.documents[name] {
          rows.append(["found": Self.document(name, stored), "readTime": time])
        } else {
          rows.append(["missing": .string(name), "readTime": time])
        }
      }
      return Answer(.array(rows))
    }
  }

  private static func document(_ name: String, _ stored: Stored) -> JSONValue {
    [
      "name": .string(name), "fields": .object(stored.fields), "createTime": .string(text(stored.created)),
      "updateTime": .string(text(stored.updated)),
    ]
  }

  /// - Parameter parent: Below the database's name: "" or "/conversations/c1".
  package func runQuery(_ body: JSONValue?, parent: String, by user: String) throws -> Answer {
    guard let query = body?.object?["structuredQuery"]?.object,
      let collection = query["from"]?.array?.first?.object?["collectionId"]?.string,
      let limit = query["limit"]?.int, query["orderBy"]?.array?.count == 2
    else { throw Refusal.bad }
    let filters = try Self.filters(query["where"])
    let prefix = "\(Self.database)\(parent)/\(collection)/"
    return try state.withLock { state in
      try allowQuery(parent, collection, filters, by: user, state)
      var found: [(time: ServerTime, name: String, stored: Stored)] = []
      for (name, stored) in state.documents where name.hasPrefix(prefix) {
        guard !name.dropFirst(prefix.count).contains("/"), let time = Self.serverTime(stored.fields),
          filters.allSatisfy({ $0.holds(stored.fields) })
        else { continue }
        found.append((time, name, stored))
      }
      found.sort { ($0.time, $0.name) < ($1.time, $1.name) }
      if let start = query["startAt"]?.object {
        guard let values = start["values"]?.array, values.count == 2, start["before"] == false,
          let time = values[0].object?["timestampValue"]?.string.flatMap({ FirestoreValue.time($0) }),
          let name = values[1].object?["referenceValue"]?.string
        else { throw Refusal.bad }
        found.removeAll { ($0.time, $0.name) <= (time, name) }
      }
      let rows = found.prefix(Int(limit))
      for row in rows { try allowReading(row.name, row.stored.fields, by: user, state) }
      let time = JSONValue.string(Self.text(state.now))
      if rows.isEmpty { return Answer([["readTime": time]]) }
      return Answer(.array(rows.map { ["document": Self.document($0.name, $0.stored), "readTime": time] }))
    }
  }

  static func serverTime(_ fields: JSONObject) -> ServerTime? {
    fields["serverTime"]?.object?["timestampValue"]?.string.flatMap { FirestoreValue.time($0) }
  }

  struct Filter {
    var field: String
    var op: String
    var value: JSONValue

    func holds(_ fields: JSONObject) -> Bool {
      switch op {
      case "ARRAY_CONTAINS":
        fields[field]?.object?["arrayValue"]?.object?["values"]?.array?.contains(value) == true
      default:
        if let time = value.object?["timestampValue"]?.string.flatMap({ FirestoreValue.time($0) }),
          let own = fields[field]?.object?["timestampValue"]?.string.flatMap({ FirestoreValue.time($0) })
        {
          own >= time
        } else {
          false
        }
      }
    }
  }

  private static func filters(_ value: JSONValue?) throws -> [Filter] {
    guard let object = value?.object else { return [] }
    if let composite = object["compositeFilter"]?.object {
      guard composite["op"] == "AND", let parts = composite["filters"]?.array else { throw Refusal.bad }
      return try parts.flatMap { try filters($0) }
    }
    guard let filter = object["fieldFilter"]?.object,
      let field = filter["field"]?.object?["fieldPath"]?.string,
      let op = filter["op"]?.string, ["ARRAY_CONTAINS", "GREATER_THAN_OR_EQUAL"].contains(op),
      let value = filter["value"]
    else { throw Refusal.bad }
    return [Filter(field: field, op: op, value: value)]
  }

  // MARK: Attachments

  package func upload(_ name: String, _ bytes: [UInt8], by user: String) throws -> Answer {
    try state.withLock { state in
      try allowObject(name, by: user, state)
      if let journal { try journal.keep(bytes, as: name) } else { state.objects[name] = bytes }
      return Answer(["name": .string(name), "size": .string(String(bytes.count))])
    }
  }

  package func download(_ name: String, by user: String) throws -> Answer {
    try state.withLock { state in
      try allowObject(name, by: user, state)
      let found = try journal.map { try $0.object(name) } ?? state.objects[name]
      guard let bytes = found else { throw Refusal(status: 404, word: "NOT_FOUND") }
      return Answer(bytes: bytes)
    }
  }
}
