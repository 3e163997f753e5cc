import DaybookModel
import DaybookRecords
import DaybookView
import Foundation

/// What the view must say, worked out in the plainest way: whole sets, entity by entity, decoded values.
struct ReferenceView {
  struct Entity: Hashable {
    var kind: String
    var id: String
  }

  let registry: SchemaRegistry
  private(set) var dead: Set<Entity> = []
  private(set) var shown: [Entity] = []
  /// What to-one relations hold and edges lead to, whether or not it is there.
  private var targets: [Entity: [String: [String]]] = [:]
  private(set) var rows: [Entity: Row] = [:]

  init(registry: SchemaRegistry, view: View, _ records: borrowing Records) {
    self.registry = registry
    var all: [(entity: Entity, life: Life)] = []
    for kind in records.kindIDs {
      for index in records.entities(of: kind) {
        let entity = Entity(kind: records.name(of: kind), id: records.id(of: index))
        all.append((entity, records.life(of: index)))
        for relation in registry[entity.kind]?.relations ?? [] {
          guard let field = records.field(relation.name) else { continue }
          if relation.isToMany {
            targets[entity, default: [:]][relation.name] = records.edges(from: index, rel: field).map(\.to)
          } else if let id = records.value(index, field).flatMap({ records.json($0).string }) {
            targets[entity, default: [:]][relation.name] = [id]
          }
        }
      }
    }
    let made = Set(all.map(\.entity))
    dead = Set(all.filter { $0.life.isDeleted || !$0.life.isPresent }.map(\.entity))
    while true {
      let before = dead.count
      for (owner, relations) in targets {
        for relation in registry[owner.kind]?.relations ?? [] {
          for id in relations[relation.name] ?? [] {
            let target = Entity(kind: relation.target, id: id)
            guard made.contains(target) else { continue }
            if relation.onDelete == .cascade, dead.contains(owner) { dead.insert(target) }
            if relation.onTargetDelete == .cascade, dead.contains(target) { dead.insert(owner) }
          }
        }
      }
      if dead.count == before { break }
    }
    shown = all.filter { $0.life.isAlive && $0.life.isPresent && !dead.contains($0.entity) }.map(\.entity)
    for entity in shown { rows[entity] = view.row(entity.kind, entity.id, in: records) }
  }

  /// A relation's ids as a row must show them, without their order.
  func related(_ entity: Entity, _ name: String) -> Set<String>? {
    guard let schema = registry[entity.kind] else { return nil }
    if let relation = schema.relations.first(where: { $0.name == name }) {
      let ids = targets[entity]?[name] ?? []
      return Set(ids.filter { !dead.contains(Entity(kind: relation.target, id: $0)) })
    }
    guard let inverse = schema.inverses.first(where: { $0.inverse == name }) else { return nil }
    return Set(
      shown.filter { $0.kind == inverse.owner && targets[$0]?[inverse.name]?.contains(entity.id) == true }
        .map(\.id))
  }

  // MARK: Conditions

  func holds(_ condition: Condition, _ entity: Entity) -> Bool {
    switch condition {
    case .constant(let value): return value
    case .and(let parts): return parts.allSatisfy { holds($0, entity) }
    case .or(let parts): return parts.contains { holds($0, entity) }
    case .not(let part): return !holds(part, entity)
    case .compare(let path, let comparison, let literal):
      return compare(read(path, entity), comparison, literal)
    case .compareFields(let left, let comparison, let right):
      return compare(read(left, entity), comparison, read(right, entity))
    case .isIn(let path, let values): return values.contains { $0 == read(path, entity) }
    case .isNull(let path): return read(path, entity).isNull
    case .contains(let path, let value): return contains(read(path, entity, asWritten: true), value, path)
    case .matches(let path, let match, let part):
      guard let text = read(path, entity).string else { return false }
      let (whole, part) = (Array(text.utf8), Array(part.utf8))
      if match == .begins { return whole.starts(with: part) }
      return part.isEmpty || whole.indices.contains { whole[$0...].starts(with: part) }
    case .any(let path, let inner):
      let values = read(path, entity).array ?? []
      guard path.names.last != "tags" else {
        return values.contains { value in
          if case .compare(_, let comparison, let literal) = inner {
            compare(value, comparison, literal)
          } else {
            false
          }
        }
      }
      return values.contains { value in
        let target = Entity(kind: "club.person", id: value.string ?? "")
        return rows[target] != nil && holds(inner, target)
      }
    }
  }

  private func read(_ path: Condition.Path, _ entity: Entity, asWritten: Bool = false) -> JSONValue {
    var entity = entity
    var names = path.names[...]
    while names.count > 1, names.first == "manager" {
      guard let next = rows[entity]?["manager"]?.string, rows[Entity(kind: "club.person", id: next)] != nil
      else {
        return .null
      }
      entity.id = next
      names.removeFirst()
    }
    guard let name = names.popFirst() else { return .null }
    if name == "id" { return .string(entity.id) }
    var value = rows[entity]?[name] ?? .null
    for name in names {
      if name == "count" { return .int(Int64(value.array?.count ?? value.object?.count ?? 0)) }
      value = value.object?[name] ?? .null
    }
    if !asWritten, ["joinedAt", "createdAt", "leftAt"].contains(name),
      let instant = value.string.flatMap({ DateText.instant($0) })
    {
      return .string(instant.description)
    }
    return value
  }

  private func compare(_ left: JSONValue, _ comparison: Condition.Comparison, _ right: JSONValue) -> Bool {
    if comparison == .equal { return left == right }
    if comparison == .notEqual { return left != right }
    let isLess: Bool
    switch (left, right) {
    case (.string(let a), .string(let b)): isLess = a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.bool(let a), .bool(let b)): isLess = !a && b
    case (.int(let a), .int(let b)): isLess = a < b
    case (.double(let a), .double(let b)): isLess = a < b
    case (.int(let a), .double(let b)): isLess = Decimal(a) < Self.decimal(b)
    case (.double(let a), .int(let b)): isLess = Self.decimal(a) < Decimal(b)
    default: return false
    }
    switch comparison {
    case .less: return isLess
    case .lessOrEqual: return isLess || left == right
    case .greater: return !isLess && left != right
    default: return !isLess
    }
  }

  /// The number that a double is written as.
  private static func decimal(_ value: Double) -> Decimal { Decimal(string: "\(value)") ?? .nan }

  private func contains(_ value: JSONValue, _ part: JSONValue, _ path: Condition.Path) -> Bool {
    let isRelation = ["friends", "reports", "groupsWatched"].contains(path.names.last ?? "")
    switch value {
    case .string(let text): return part.string.map { FoldedNeedle($0).isIn(text) } ?? false
    case .array(let items):
      return items.contains { item in
        if isRelation { return item == part }
        guard let text = item.string, let part = part.string else { return item == part }
        return TextFolding.fold(text) == TextFolding.fold(part)
      }
    case .object(let object): return part.string.map { object[$0] != nil } ?? false
    default: return false
    }
  }
}
