/// A requested change: an event without its stamp, its number and its salt. Each line that `daybook append` reads is
/// one.
public struct Mutation: Sendable, Equatable {
  /// The key under which an import's event names the source that it repeats. It is hyphenated, so no field has its
  /// name.
  package static let sourceKey = "from-source"

  /// What the mutation intends; it decides which of the other members have a meaning.
  public var op: EventOperation
  public var kind: String
  /// Empty in an upsert or a sync of a kind with a natural key, from which the id is then derived.
  public var id: String
  /// The schema version at writing.
  public var v: Int64?
  /// A server's revision time; only in `sync`.
  public var server: ServerTime?
  /// Whether the source still has the entity; only in `sync`.
  public var present: Bool?
  /// The stamps of the field values that the author had read, if they are older than those that the ledger held.
  public var was: JSONObject?
  /// The stamp of the local write that the server accepted; only in `sync`.
  public var acks: Stamp?
  /// Fields to write; null is a write too.
  public var set: JSONObject?
  /// An edge's relation and target.
  public var rel: String?
  /// The id of the entity at the edge's other end.
  public var to: String?
  /// The author; nil: none is named.
  public var by: String?
  /// The reason, as free text; nil where the author gave none.
  public var why: String?
  /// Keys that this version does not know, kept as they are.
  public var other: JSONObject = [:]

  /// A mutation without the members that a sync adds and without the stamps of what its author had read.
  public init(
    _ op: EventOperation, kind: String, id: String, set: JSONObject? = nil, rel: String? = nil,
    to: String? = nil,
    by: String? = nil, why: String? = nil
  ) {
    (self.op, self.kind, self.id, self.set) = (op, kind, id, set)
    (self.rel, self.to, self.by, self.why) = (rel, to, by, why)
  }
}

extension Mutation {
  /// Reads a line of NDJSON: an event's keys without stamp and seq.
  ///
  /// - Throws: ``LedgerError``, `bad-data`, with what is wrong with the line.
  package init(line: Span<UInt8>) throws(LedgerError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(line)
    } catch {
      throw LedgerError(
        .badData, error.reason.rawValue, offset: error.offset,
        advice: "write strict JSON, one object a line")
    }
    guard let object = value.object else {
      throw LedgerError(.badData, "this line is not a JSON object", advice: "write one mutation a line")
    }
    do throws(EventFormError) {
      try self.init(object)
    } catch {
      throw LedgerError(
        .badData, error.description, advice: "write an event's keys without stamp and seq")
    }
  }
}
