public import DaybookModel
import Synchronization

/// What output shows: every value as it is, or those of sensitive fields masked.
///
/// A field that its kind declares ``Sensitive`` is hidden, under its present name and its former ones. In a kind with
/// such a field, unknown fields are hidden too: a later version may have added a sensitive field. Likewise, all fields
/// of an unknown kind are hidden in a system that has sensitive fields.
///
/// What is hidden reads as ``mask``; null, an empty text and an empty list stay, since there is nothing to hide.
/// A hidden field's nested values are hidden as a whole. Ids are never hidden.
public struct Disclosure: Sendable {
  /// The text shown instead of a hidden value.
  public static let mask = "•••"

  /// The schemas that say which fields are sensitive.
  public let schemas: SchemaRegistry
  /// Whether hidden values are shown unmasked.
  public let reveals: Bool
  /// Counts what was masked.
  public let count: HiddenCount

  /// Masks sensitive fields unless `reveals`; several disclosures may share one `count`.
  public init(_ schemas: SchemaRegistry, reveals: Bool = false, count: HiddenCount = HiddenCount()) {
    (self.schemas, self.reveals, self.count) = (schemas, reveals, count)
  }

  /// Whether the field's values are masked. O(fields of the kind).
  public func hides(_ field: String, of kind: String) -> Bool {
    !reveals && schemas.hides(field, of: kind)
  }

  /// A field's value as it is shown.
  public func value(_ value: JSONValue, of field: String, kind: String) -> JSONValue {
    hides(field, of: kind) ? masked(value) : value
  }

  /// An entity's field as it is shown. A path that leads to no stored field is hidden.
  public func value<E: Entity, Value: Encodable>(
    _ path: KeyPath<E, Value>, of entity: E
  ) throws -> JSONValue {
    let value = try FieldEncoder.json(entity[keyPath: path])
    guard let name = PropertyNames.name(of: path) else { return masked(value) }
    return self.value(value, of: name, kind: E.kind)
  }

  /// A field's text as it is shown; nil where there is none.
  public func text(_ text: String?, of field: String, kind: String) -> String? {
    text.flatMap { value(.string($0), of: field, kind: kind).string }
  }

  /// The id of an owner because of which an entity of the kind hides or shows: hidden if a relation that may lead there
  /// is hidden, from either end.
  public func owner(_ id: String, of kind: String) -> String {
    let isHidden = schemas.relations(around: kind).contains { relation in
      (relation.onDelete == .cascade || relation.onTargetDelete == .cascade)
        && (hides(relation.name, of: relation.owner)
          || relation.inverse.map { hides($0, of: relation.target) } ?? false)
    }
    return isHidden ? masked(.string(id)).string ?? id : id
  }

  /// The mask, if there is a value to hide and this disclosure hides values.
  func masked(_ value: JSONValue) -> JSONValue {
    if reveals || value.isNothing { return value }
    count.add()
    return .string(Self.mask)
  }
}

extension JSONValue {
  /// Whether the value holds nothing that could be hidden.
  package var isNothing: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let values): values.isEmpty
    case .object(let object): object.isEmpty
    default: false
    }
  }

  /// Whether it contains a mask: masked output used as input.
  public var holdsMask: Bool {
    switch self {
    case .string(let text): text == Disclosure.mask
    case .array(let values): values.contains(where: \.holdsMask)
    case .object(let object): object.members.contains { $0.value.holdsMask }
    default: false
    }
  }
}

/// How many values were masked, and whether that was reported.
public final class HiddenCount: Sendable {
  private let state = Mutex<(count: Int, isTold: Bool)>((0, false))

  public init() {}

  /// How many values were masked so far, reported or not.
  public var count: Int { state.withLock(\.count) }

  package func add() { state.withLock { $0.count += 1 } }

  /// The count, for the caller that reports it: nil if nothing was masked, and from the second call on.
  public func take() -> Int? {
    state.withLock { state in
      if state.count == 0 || state.isTold { return nil }
      state.isTold = true
      return state.count
    }
  }
}

// Answers and events as they are shown.

extension Disclosure {
  /// A row of all of an entity's fields.
  public func row(_ row: Row) -> Row {
    var row = row
    if reveals || !schemas.hidesAnything(of: row.kind) { return row }
    for index in row.fields.indices where schemas.hides(row.fields[index].name, of: row.kind) {
      row.fields[index].value = masked(row.fields[index].value)
    }
    return row
  }

  /// The answer to a query, whose fields may lead across relations. Groups by hidden values become one group: their
  /// counts would distinguish the values.
  public func result(_ result: QueryResult, of query: Query) -> QueryResult {
    if reveals { return result }
    var result = result
    if let fields = query.fields {
      let hidden = Set(fields.filter { hides(path: $0, of: query.kind) })
      for row in result.rows.indices {
        for field in result.rows[row].fields.indices
        where hidden.contains(result.rows[row].fields[field].name) {
          result.rows[row].fields[field].value = masked(result.rows[row].fields[field].value)
        }
      }
    } else {
      result.rows = result.rows.map(row)
    }
    if let path = query.groupBy, hides(path: path, of: query.kind), let groups = result.groups {
      result.groups = merged(groups)
    }
    return result
  }

  /// Whether a dotted path leads to a hidden field.
  public func hides(path: String, of kind: String) -> Bool {
    !reveals && schemas.hides(path: Condition.Path(stringLiteral: path).names, of: kind)
  }

  private func merged(_ groups: [QueryResult.Group]) -> [QueryResult.Group] {
    var merged: [QueryResult.Group] = []
    for group in groups {
      let value = masked(group.value)
      if let index = merged.firstIndex(where: { $0.value == value }) {
        merged[index].count += group.count
      } else {
        merged.append(QueryResult.Group(value: value, count: group.count))
      }
    }
    return merged
  }

  /// A mutation: the values of hidden fields, the targets of hidden relations, and keys that this version does
  /// not know.
  public func mutation(_ mutation: Mutation) -> Mutation {
    if reveals || !schemas.hidesAnything(of: mutation.kind) { return mutation }
    var mutation = mutation
    if var set = mutation.set {
      for member in set { set[member.key] = value(member.value, of: member.key, kind: mutation.kind) }
      mutation.set = set
    }
    if let rel = mutation.rel { mutation.to = text(mutation.to, of: rel, kind: mutation.kind) }
    for member in mutation.other where !Self.keysOfErasing.contains(member.key) {
      mutation.other[member.key] = masked(member.value)
    }
    return mutation
  }

  /// The contents of erase events and stubs: names of fields, and hashes.
  private static let keysOfErasing: Set<String> = ["erases", "erased"]

  /// An event: its mutation.
  public func event(_ event: Event) -> Event {
    var event = event
    event.mutation = mutation(event.mutation)
    return event
  }
}
