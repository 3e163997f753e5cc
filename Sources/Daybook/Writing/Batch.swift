public import DaybookView

/// The changes of one commit, as its author wants them. What they come to is worked out against the
/// present state when the commit is written: a typed upsert writes only the fields that differ.
public struct Batch: Sendable {
  enum Item: Sendable {
    case mutation(Mutation)
    case lines(MutationLines)
    case entity(kind: String, id: String, fields: JSONObject)
    case undo(Undo)
    /// Of the conflict with this id.
    case resolution(String, ConflictChoice)
    /// Whoever holds the natural key.
    case keyed(kind: String, fields: JSONObject)
  }

  private(set) var items: [Item] = []

  public init() {}

  init(_ mutations: [Mutation]) { items = mutations.map { .mutation($0) } }

  init(_ lines: MutationLines) { items = lines.isEmpty ? [] : [.lines(lines)] }

  public var isEmpty: Bool { items.isEmpty }

  public mutating func append(_ mutation: Mutation) { items.append(.mutation(mutation)) }

  mutating func append(_ undo: Undo) { items.append(.undo(undo)) }

  mutating func append(resolving id: String, _ choice: ConflictChoice) {
    items.append(.resolution(id, choice))
  }

  /// Creates the entity, or writes the fields and to-many relations in which it differs from what is there.
  public mutating func upsert<E: Entity>(_ entity: E) throws {
    items.append(.entity(kind: E.kind, id: entity.id.rawValue, fields: try Batch.fields(of: entity)))
  }

  /// Updates the entity that holds this one's natural key, whatever its id; where nobody does, makes it with
  /// the id that every machine derives from the key. Fields left at their defaults are left alone.
  public mutating func upsertByKey<E: Entity>(_ entity: E) throws {
    items.append(.keyed(kind: E.kind, fields: try Batch.fields(of: entity)))
  }

  private static func fields<E: Entity>(of entity: E) throws -> JSONObject {
    do {
      if case .object(let fields) = try FieldEncoder.json(entity) { return fields }
    } catch EncodingError.invalidValue(_, let context) {
      let field = context.codingPath.map { "." + $0.stringValue }.joined()
      throw LedgerError(.badData, "\(E.kind)\(field) must be a number that can be stored")
    }
    throw LedgerError(.badData, "\(E.kind) \(entity.id) does not encode as an object")
  }

  public mutating func link<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, [Ref<T>]>, to target: Ref<T>
  ) throws { try edge(.link, owner, relation, target.rawValue) }

  public mutating func link<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, Ref<T>?>, to target: Ref<T>
  ) throws { try edge(.link, owner, relation, target.rawValue) }

  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, [Ref<T>]>, from target: Ref<T>
  ) throws { try edge(.unlink, owner, relation, target.rawValue) }

  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, Ref<T>?>, from target: Ref<T>
  ) throws { try edge(.unlink, owner, relation, target.rawValue) }

  public mutating func dismiss<E: Entity>(_ entity: Ref<E>, why: String? = nil) {
    append(Mutation(.dismiss, kind: E.kind, id: entity.rawValue, why: why))
  }

  /// Takes a dismissal or a delete back.
  public mutating func restore<E: Entity>(_ entity: Ref<E>, why: String? = nil) {
    append(Mutation(.restore, kind: E.kind, id: entity.rawValue, why: why))
  }

  public mutating func delete<E: Entity>(_ entity: Ref<E>, why: String? = nil) {
    append(Mutation(.delete, kind: E.kind, id: entity.rawValue, why: why))
  }

  private mutating func edge<E: Entity>(
    _ op: Operation, _ owner: Ref<E>, _ relation: PartialKeyPath<E>, _ target: String
  ) throws {
    guard let name = PropertyNames.name(of: relation) else {
      throw LedgerError(.usage, "\(relation) is no stored property of \(E.kind)")
    }
    append(Mutation(op, kind: E.kind, id: owner.rawValue, rel: name, to: target))
  }
}

// The same with the entities themselves.
extension Batch {
  public mutating func link<E: Entity, T: Entity>(_ owner: E, _ relation: KeyPath<E, [Ref<T>]>, to target: T)
    throws
  { try link(owner.id, relation, to: target.id) }

  public mutating func link<E: Entity, T: Entity>(_ owner: E, _ relation: KeyPath<E, Ref<T>?>, to target: T)
    throws
  { try link(owner.id, relation, to: target.id) }

  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: E, _ relation: KeyPath<E, [Ref<T>]>, from target: T
  ) throws { try unlink(owner.id, relation, from: target.id) }

  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: E, _ relation: KeyPath<E, Ref<T>?>, from target: T
  ) throws { try unlink(owner.id, relation, from: target.id) }

  public mutating func dismiss<E: Entity>(_ entity: E, why: String? = nil) { dismiss(entity.id, why: why) }

  public mutating func restore<E: Entity>(_ entity: E, why: String? = nil) { restore(entity.id, why: why) }

  public mutating func delete<E: Entity>(_ entity: E, why: String? = nil) { delete(entity.id, why: why) }
}
