/// One mutation of one entity, as the log keeps it: spelled out with its whole effect.
public struct Event: Sendable, Equatable {
  /// When and by which replica the event was written; unique in the ledger, which assigns it.
  public var stamp: Stamp
  /// The event's number within its replica, from 1, no gaps.
  public var seq: UInt64
  /// What the event changes.
  public var mutation: Mutation
  /// The stamp at which the effect counts, when `stamp` would lose to what it overwrites.
  public var at: Stamp?
  /// What a re-creation leaves behind, or nil; a restore writes ``Event/Over/cleared``.
  public var over: Over?
  /// 12 random bytes in base64, so that a hash of the line reveals nothing about its values.
  public var salt: String?

  /// The `over` register's value in an event.
  public enum Over: Sendable, Equatable {
    /// Written by a restore as null: everything that was written before shows again.
    case cleared
    /// Registers and outgoing edges whose order is at or below this stamp read as unset.
    case upTo(Stamp)
  }

  /// An event with a known stamp and number, as in the log or in a test; a program writes mutations instead.
  public init(
    stamp: Stamp, seq: UInt64, mutation: Mutation, at: Stamp? = nil, over: Over? = nil, salt: String? = nil
  ) {
    (self.stamp, self.seq, self.mutation) = (stamp, seq, mutation)
    (self.at, self.over, self.salt) = (at, over, salt)
  }
}

extension Event: Codable {
  public init(from decoder: any Decoder) throws {
    do {
      try self.init(JSONObject(from: decoder))
    } catch let error as EventFormError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Mutation: Codable {
  public init(from decoder: any Decoder) throws {
    do {
      try self.init(JSONObject(from: decoder))
    } catch let error as EventFormError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

// An event or a mutation as a JSON object, and back. The log's own line (DaybookLog) has the same
// members in canonical order.

/// An error in a mutation or an event that is valid JSON.
public struct EventFormError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The member at fault, such as `stamp`.
  public var key: String
  /// What is wrong with it, as the end of a sentence that begins with the key: `is missing`.
  public var problem: String

  /// The problem of one member, without the value itself.
  public init(_ key: String, _ problem: String) {
    self.key = key
    self.problem = problem
  }

  public var description: String { "'\(key)' \(problem)" }
}

extension Mutation {
  /// Reads a mutation's keys; those of an event that a mutation cannot have are refused.
  public init(_ object: JSONObject) throws(EventFormError) {
    for key in EventKey.known where key.isOfLedger && object[key.name] != nil {
      throw EventFormError(key.name, "is written by the ledger, not by a mutation")
    }
    // An upsert or a sync may leave its id to the kind's natural key.
    let op = object["op"]?.string
    try self.init(lenient: object, isIDRequired: op != "upsert" && op != "sync")
  }

  fileprivate init(lenient object: JSONObject, isIDRequired: Bool = true) throws(EventFormError) {
    var fields = FieldReader(object)
    self.init(
      EventOperation(rawValue: try fields.required(.op)), kind: try fields.required(.kind),
      id: isIDRequired ? try fields.required(.id) : try fields.optional(.id) ?? "")
    v = try fields.take(.v) { $0.int }
    server = try fields.take(.server) {
      $0.string.flatMap { ServerTime($0) }
    }
    present = try fields.take(.present) { $0.bool }
    was = try fields.take(.was) { value in
      value.object.flatMap { object in
        object.members.allSatisfy { $0.value.isNull || $0.value.string.flatMap { Stamp($0) } != nil }
          ? object : nil
      }
    }
    acks = try fields.take(.acks) { $0.string.flatMap { Stamp($0) } }
    set = try fields.take(.set) { $0.object }
    rel = try fields.take(.rel) { $0.string }
    to = try fields.take(.to) { $0.string }
    by = try fields.take(.by) { $0.string }
    why = try fields.take(.why) { $0.string }
    other = fields.rest
  }

  /// The keys that are set.
  public var json: JSONObject {
    var object = other
    object["op"] = .string(op.rawValue)
    object["kind"] = .string(kind)
    object["id"] = .string(id)
    object["v"] = v.map { .int($0) }
    object["server"] = server.map { .string($0.description) }
    object["present"] = present.map { .bool($0) }
    object["was"] = was.map { .object($0) }
    object["acks"] = acks.map { .string($0.description) }
    object["set"] = set.map { .object($0) }
    object["rel"] = rel.map { .string($0) }
    object["to"] = to.map { .string($0) }
    object["by"] = by.map { .string($0) }
    object["why"] = why.map { .string($0) }
    return object
  }
}

extension Event {
  /// Reads an event; members that this version does not know go to ``Mutation/other``.
  /// - Throws: ``EventFormError`` for a member that is missing or does not have its form.
  public init(_ object: JSONObject) throws(EventFormError) {
    var fields = FieldReader(object)
    let stamp = try fields.take(.stamp) { $0.string.flatMap { Stamp($0) } }
    let seq = try fields.take(.seq) { value in
      value.int.flatMap { $0 > 0 ? UInt64($0) : nil }
    }
    guard let stamp else { throw EventFormError("stamp", "is missing") }
    guard let seq else { throw EventFormError("seq", "is missing") }
    let at = try fields.take(.at) { $0.string.flatMap { Stamp($0) } }
    let over: Over? = try fields.take(.over) { value in
      value.isNull ? .cleared : value.string.flatMap { Stamp($0) }.map { .upTo($0) }
    }
    let salt = try fields.take(.salt) { $0.string }
    self.init(
      stamp: stamp, seq: seq, mutation: try Mutation(lenient: fields.rest), at: at, over: over, salt: salt)
  }

  /// The event's members under the names that a line of the log gives them; nil ones are left out.
  public var json: JSONObject {
    var object = mutation.json
    object["stamp"] = .string(stamp.description)
    object["seq"] = .int(Int64(seq))
    object["at"] = at.map { .string($0.description) }
    switch over {
    case .cleared?: object["over"] = .null
    case .upTo(let stamp)?: object["over"] = .string(stamp.description)
    case nil: object["over"] = nil
    }
    object["salt"] = salt.map { .string($0) }
    return object
  }
}

/// Takes known keys out of an object, leaving the rest.
private struct FieldReader {
  var rest: JSONObject

  init(_ object: JSONObject) { rest = object }

  mutating func take<Value>(
    _ key: EventKey, _ read: (JSONValue) -> Value?
  ) throws(EventFormError) -> Value? {
    guard let raw = rest[key.name] else { return nil }
    guard let value = read(raw) else { throw EventFormError(key.name, key.form.problem) }
    rest[key.name] = nil
    return value
  }

  mutating func required(_ key: EventKey) throws(EventFormError) -> String {
    guard let value = try optional(key) else { throw EventFormError(key.name, "is missing") }
    return value
  }

  mutating func optional(_ key: EventKey) throws(EventFormError) -> String? {
    let value = try take(key) { $0.string }
    if let value, value.isEmpty { throw EventFormError(key.name, "is empty") }
    return value
  }
}
