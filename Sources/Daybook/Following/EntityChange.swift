public import DaybookModel
public import DaybookView

/// A write to an entity of a known kind: what one event wrote. ``Ledger/changes(to:as:)-(E.Type,_)`` and
/// ``ChangeSet/changes(to:)`` deliver it. To see whether the written values show, get the entity: another machine may
/// have written it later.
public struct EntityChange<E: Entity>: Sendable {
  /// The entity.
  public let ref: Ref<E>
  /// What the event intends, such as `upsert`, `link` or `delete`.
  public let operation: EventOperation
  /// The event's stamp: when it was written, by the writing machine's clock, and its place in the order of writes.
  public let stamp: Stamp
  /// The author that the event names; nil: none.
  public let author: String?
  /// The reason that the event gives; nil: none.
  public let why: String?
  /// The machine that wrote it.
  public let replica: ReplicaID
  /// The written fields, as the event spells them.
  private let set: JSONObject
  private let relation: String?
  private let target: String?
  /// The present names of fields, by their former ones.
  private let renames: [String: String]

  /// Nil for an event of another kind.
  init?(_ entry: LogEntry, _ schemas: SchemaRegistry) {
    let mutation = entry.event.mutation
    guard mutation.kind == E.kind else { return nil }
    ref = Ref(mutation.id)
    (operation, stamp) = (mutation.op, entry.event.stamp)
    (author, why, replica) = (mutation.by, mutation.why, entry.replica)
    (set, relation, target) = (mutation.set ?? [:], mutation.rel, mutation.to)
    let renamed = schemas[E.kind]?.renames.map { ($0.former, $0.name) } ?? []
    renames = Dictionary(renamed) { first, _ in first }
  }

  /// Whether the event wrote the field, or added or removed a link of the relation. False for what is not a stored
  /// property.
  public func changed<Value>(_ path: KeyPath<E, Value>) -> Bool {
    guard let name = PropertyNames.name(of: path) else { return false }
    return written(name) != nil || relation.map { renames[$0] ?? $0 } == name
  }

  /// What the event wrote to the field; nil where it did not write it. A value that this version cannot read is the
  /// field's default.
  public func written<Value: Codable>(_ path: KeyPath<E, Value>) -> Value? {
    guard let name = PropertyNames.name(of: path), let json = written(name) else { return nil }
    return E.read(json, path)
  }

  /// The entities to which a relation was linked by the event.
  public func linked<Target: Entity>(_ path: KeyPath<E, [Ref<Target>]>) -> [Ref<Target>] {
    edges(.link, path)
  }

  /// The entities whose links were removed by the event.
  public func unlinked<Target: Entity>(_ path: KeyPath<E, [Ref<Target>]>) -> [Ref<Target>] {
    edges(.unlink, path)
  }

  private func written(_ name: String) -> JSONValue? {
    set[name] ?? set.first { renames[$0.key] == name }?.value
  }

  private func edges<Target: Entity>(
    _ operation: EventOperation, _ path: KeyPath<E, [Ref<Target>]>
  ) -> [Ref<Target>] {
    guard self.operation == operation, changed(path), let target else { return [] }
    return [Ref(target)]
  }
}

extension Entity {
  /// A stored value as a field reads it: what cannot be read as its default.
  static func read<Value: Codable>(_ json: JSONValue, _ path: KeyPath<Self, Value>) -> Value {
    let initial = Self()[keyPath: path]
    let unwritten = try? FieldEncoder.json(initial)
    if json.isNull, unwritten == .null { return initial }
    return (try? FieldDecoder.field(Value.self, json, unwritten)) ?? initial
  }
}
