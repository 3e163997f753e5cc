import DaybookFirestore
package import DaybookModel
import Messaging
package import Synchronization

/// A Firestore emulator, for tests and for users who want to try it: documents of typed values under names, written by
/// `commit` with masks, transforms and preconditions. It knows nothing about the client's use of them except the rules,
/// which use ``AccessTable``.
package final class FirestoreEmulator: Sendable {
  package struct Stored: Sendable {
    package var fields: JSONObject
    package var created: ServerTime
    package var updated: ServerTime
  }

  package struct State: Sendable {
    package var documents: [String: Stored] = [:]
    package var objects: [String: [UInt8]] = [:]
    package var now = ServerTime(seconds: 1_790_000_000)
    package var commits = 0
  }

  package static let database = "projects/demo/databases/(default)/documents"

  package let state: Mutex<State>
  /// Whether the rules are checked before the preconditions.
  let asksRulesFirst: Bool
  /// The clock; nil: each time is a step later than the last, as tests need it.
  private let clock: (@Sendable () -> ServerTime)?
  /// Nil: in memory alone.
  let journal: FirestoreJournal?

  package init(asksRulesFirst: Bool = false) {
    (self.asksRulesFirst, clock, journal) = (asksRulesFirst, nil, nil)
    state = Mutex(State())
  }

  /// An emulator with a clock, which keeps its documents in a journal if one is given.
  init(clock: @escaping @Sendable () -> ServerTime, journal: FirestoreJournal?) throws(LedgerError) {
    (asksRulesFirst, self.clock, self.journal) = (false, clock, journal)
    var held = State()
    held.documents = try journal?.documents() ?? [:]
    held.now = held.documents.values.map(\.updated).max() ?? ServerTime(seconds: 0)
    state = Mutex(held)
  }

  package struct Answer: Sendable {
    package var status = 200
    package var body: [UInt8]
    package var headers: [(String, String)] = []

    package init(_ json: JSONValue, status: Int = 200) {
      (self.status, body) = (status, json.canonicalBytes)
    }

    package init(bytes: [UInt8]) { body = bytes }

    package static func error(_ status: Int, _ word: String) -> Answer {
      Answer(
        ["error": ["code": .int(Int64(status)), "message": "refused", "status": .string(word)]],
        status: status)
    }
  }

  package struct Refusal: Error {
    package var status: Int
    package var word: String

    static let denied = Refusal(status: 403, word: "PERMISSION_DENIED")
    static let bad = Refusal(status: 400, word: "INVALID_ARGUMENT")
  }

  package func commit(_ body: JSONValue?, by user: String) throws -> Answer {
    guard let writes = body?.object?["writes"]?.array, !writes.isEmpty else { throw Refusal.bad }
    return try state.withLock { state in
      var next = state
      next.now = later(than: next.now)
      next.commits += 1
      var names: [String] = []
      for write in writes { names.append(try apply(write, by: user, &next)) }
      try journal?.append(names.compactMap { name in next.documents[name].map { (name, $0) } })
      state = next
      let time = JSONValue.string(Self.text(next.now))
      return Answer(["writeResults": .array(writes.map { _ in ["updateTime": time] }), "commitTime": time])
    }
  }

  /// A later time, in microseconds, often within the same millisecond.
  private func later(than last: ServerTime) -> ServerTime {
    let step: Int64 = clock == nil ? 137_000 : 1000
    var next = ServerTime(seconds: last.seconds, nanoseconds: last.nanoseconds + step)
    if next.nanoseconds > 990_000_000 { next = ServerTime(seconds: last.seconds + 1) }
    guard let now = clock?() else { return next }
    return max(next, ServerTime(seconds: now.seconds, nanoseconds: now.nanoseconds / 1000 * 1000))
  }

  /// In microseconds, as in the real service.
  static func text(_ time: ServerTime) -> String { time.description.dropLast(4) + "Z" }

  /// To the millisecond, as in the real service.
  private static func requestTime(_ time: ServerTime) -> String { time.description.dropLast(7) + "Z" }

  /// - Returns: the document's name.
  private func apply(_ value: JSONValue, by user: String, _ state: inout State) throws -> String {
    guard let write = value.object, let update = write["update"]?.object, let name = update["name"]?.string,
      name.hasPrefix(Self.database + "/")
    else { throw Refusal.bad }
    let old = state.documents[name]
    var fields = old?.fields ?? [:]
    let given = update["fields"]?.object ?? [:]
    if let mask = write["updateMask"]?.object?["fieldPaths"]?.array {
      for path in mask { fields[try Self.fieldName(path)] = given[try Self.fieldName(path)] }
    } else {
      fields = given
    }
    for transform in write["updateTransforms"]?.array ?? [] {
      try Self.transform(transform, &fields, state.now)
    }
    if asksRulesFirst { try judge(name, old?.fields, fields, by: user, state) }
    try Self.check(write["currentDocument"]?.object, old)
    if !asksRulesFirst { try judge(name, old?.fields, fields, by: user, state) }
    state.documents[name] = Stored(fields: fields, created: old?.created ?? state.now, updated: state.now)
    return name
  }

  private static func fieldName(_ value: JSONValue?) throws -> String {
    guard let path = value?.string, !path.isEmpty else { throw Refusal.bad }
    guard path.hasPrefix("`") else {
      guard path.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: " ") }) else {
        throw Refusal.bad
      }
      return path
    }
    var (name, isEscaped) = ("", false)
    for character in path.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      name.append(character)
      isEscaped = false
    }
    return name
  }

  private static func transform(_ value: JSONValue, _ fields: inout JSONObject, _ now: ServerTime) throws {
    let transform = value.object
    let name = try fieldName(transform?["fieldPath"])
    var list = fields[name]?.object?["arrayValue"]?.object?["values"]?.array ?? []
    if transform?["setToServerValue"] == "REQUEST_TIME" {
      fields[name] = ["timestampValue": .string(requestTime(now))]
    } else if let values = transform?["appendMissingElements"]?.object?["values"]?.array {
      for value in values where !list.contains(value) { list.append(value) }
      fields[name] = ["arrayValue": ["values": .array(list)]]
    } else if let values = transform?["removeAllFromArray"]?.object?["values"]?.array {
      fields[name] = ["arrayValue": ["values": .array(list.filter { !values.contains($0) })]]
    } else {
      throw Refusal.bad
    }
  }

  private static func check(_ precondition: JSONObject?, _ old: Stored?) throws {
    if let exists = precondition?["exists"]?.bool {
      if exists, old == nil { throw Refusal(status: 404, word: "NOT_FOUND") }
      if !exists, old != nil { throw Refusal(status: 409, word: "ALREADY_EXISTS") }
    }
    if let time = precondition?["updateTime"]?.string {
      guard let old, FirestoreValue.time(time) == old.updated else {
        throw Refusal(status: 400, word: "FAILED_PRECONDITION")
      }
    }
  }
}

extension FirestoreEmulator {
  /// An HTTP request.
  package struct Request: Sendable {
    package var method: String
    package var uri: String
    package var authorization: String?
    package var body: [UInt8]

    package init(method: String, uri: String, authorization: String?, body: [UInt8]) {
      (self.method, self.uri, self.authorization, self.body) = (method, uri, authorization, body)
    }
  }

  static let objects = "/v0/b/demo.appspot.com/o"

  /// - Parameter user: returns the user of a token; nil for an unknown token.
  package func answer(_ request: Request, user: (_ token: String) -> String?) -> Answer {
    do {
      return try route(request, user)
    } catch let refusal as Refusal {
      return .error(refusal.status, refusal.word)
    } catch {
      return .error(500, "INTERNAL")
    }
  }

  private func route(_ request: Request, _ user: (_ token: String) -> String?) throws -> Answer {
    guard let token = request.authorization, token.hasPrefix("Bearer "),
      let user = user(String(token.dropFirst("Bearer ".count)))
    else { throw Refusal(status: 401, word: "UNAUTHENTICATED") }
    let parts = request.uri.split(separator: "?", maxSplits: 1).map(String.init)
    guard let first = parts.first else { throw Refusal(status: 404, word: "NOT_FOUND") }
    let (path, query) = (Self.unescaped(first), parts.count > 1 ? parts[1] : "")
    if path.hasPrefix(Self.objects) {
      if request.method == "GET" {
        return try download(String(path.dropFirst(Self.objects.count + 1)), by: user)
      }
      let name = query.split(separator: "&").first { $0.hasPrefix("name=") }.map {
        Self.unescaped(String($0.dropFirst(5)))
      }
      return try upload(name ?? "", request.body, by: user)
    }
    let documents = "/v1/" + Self.database
    guard request.method == "POST", path.hasPrefix(documents), let colon = path.lastIndex(of: ":"),
      path.distance(from: path.startIndex, to: colon) >= documents.count
    else { throw Refusal(status: 404, word: "NOT_FOUND") }
    let body = try? JSONParser.parse(request.body)
    let parent = String(path[path.index(path.startIndex, offsetBy: documents.count)..<colon])
    switch path[path.index(after: colon)...] {
    case "commit": return try commit(body, by: user)
    case "batchGet": return try batchGet(body, by: user)
    case "runQuery": return try runQuery(body, parent: parent, by: user)
    default: throw Refusal(status: 404, word: "NOT_FOUND")
    }
  }

  private static func unescaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
