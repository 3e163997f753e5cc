import DaybookModel
import Messaging
import Synchronization

@testable import DaybookFirestore

/// A Firestore of the tests' own: documents of typed values under names, written by `commit` with masks, transforms and
/// preconditions. It knows nothing of what the client makes of them but the rules, which ask ``AccessTable``.
final class FirestoreEmulator: Sendable {
  struct Stored: Sendable {
    var fields: JSONObject
    var created: ServerTime
    var updated: ServerTime
  }

  struct State: Sendable {
    var documents: [String: Stored] = [:]
    var objects: [String: [UInt8]] = [:]
    var now = ServerTime(seconds: 1_790_000_000)
    var commits = 0
  }

  static let database = "projects/demo/databases/(default)/documents"

  let state = Mutex(State())
  /// Whether the rules are asked before the preconditions.
  let asksRulesFirst: Bool

  init(asksRulesFirst: Bool = false) { self.asksRulesFirst = asksRulesFirst }

  struct Answer: Sendable {
    var status = 200
    var body: [UInt8]
    var headers: [(String, String)] = []

    init(_ json: JSONValue, status: Int = 200) { (self.status, body) = (status, json.canonicalBytes) }
    init(bytes: [UInt8]) { body = bytes }

    static func error(_ status: Int, _ word: String) -> Answer {
      Answer(
        ["error": ["code": .int(Int64(status)), "message": "told by a test", "status": .string(word)]],
        status: status)
    }
  }

  struct Refusal: Error {
    var status: Int
    var word: String

    static let denied = Refusal(status: 403, word: "PERMISSION_DENIED")
    static let bad = Refusal(status: 400, word: "INVALID_ARGUMENT")
  }

  func commit(_ body: JSONValue?, by user: String) throws -> Answer {
    guard let writes = body?.object?["writes"]?.array, !writes.isEmpty else { throw Refusal.bad }
    return try state.withLock { state in
      var next = state
      // Later by more than nothing, and often within the same millisecond.
      next.now = ServerTime(seconds: next.now.seconds, nanoseconds: next.now.nanoseconds + 137_000)
      if next.now.nanoseconds > 990_000_000 { next.now = ServerTime(seconds: next.now.seconds + 1) }
      next.commits += 1
      for write in writes { try apply(write, by: user, &next) }
      state = next
      let time = JSONValue.string(Self.text(next.now))
      return Answer(["writeResults": .array(writes.map { _ in ["updateTime": time] }), "commitTime": time])
    }
  }

  /// Microseconds, as the real one has them.
  static func text(_ time: ServerTime) -> String { time.description.dropLast(4) + "Z" }

  /// To the millisecond, as the real one has it.
  private static func requestTime(_ time: ServerTime) -> String { time.description.dropLast(7) + "Z" }

  private func apply(_ value: JSONValue, by user: String, _ state: inout State) throws {
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
