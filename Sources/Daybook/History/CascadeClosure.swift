import DaybookLog
import DaybookModel
import DaybookView

/// Which entities a delete of another could ever hide: read from every link and reference that was ever written over a
/// cascade relation, whether or not it still exists.
struct CascadeClosure {
  /// By the kind that stores them.
  private let cascades: [String: [CascadeRelation]]
  private var owned: [EntityName: Set<EntityName>] = [:]
  private var owners: [EntityName: Set<EntityName>] = [:]

  /// Of the kinds that cascade relations connect with a kind.
  ///
  /// - Parameter isErasing: also what is about an entity belongs to it.
  init(around kind: String, _ schemas: SchemaRegistry, isErasing: Bool = false) {
    let all = schemas.cascades(around: kind, isErasing: isErasing)
    var connected: Set<String> = [kind]
    var count = 0
    while count < connected.count {
      count = connected.count
      for relation in all where connected.contains(relation.owner) || connected.contains(relation.target) {
        connected.formUnion([relation.owner, relation.target])
      }
    }
    cascades = Dictionary(grouping: all.filter { connected.contains($0.owner) }, by: \.owner)
  }

  /// Whether nothing can belong to anything.
  var isEmpty: Bool { cascades.isEmpty }

  mutating func note(_ frame: HeldFrame) {
    frame.forEach(where: { $0.storesReferences($1) }) { note($0) }
  }

  private mutating func note(_ held: HeldEvent) {
    let line = held.content.events[held.event].line
    let range = held.content.leaves[held.content.events[held.event].leaf].range
    let bytes = held.content.bytes.span.extracting(range.start..<range.end)
    let kind = line.kind.text(bytes)
    guard let relations = cascades[kind] else { return }
    let name = EntityName(kind: kind, id: line.id.text(bytes))
    if let rel = line.rel?.text(bytes), let to = line.to?.text(bytes) {
      for relation in relations where relation.isToMany && relation.names.contains(rel) {
        add(relation, name, EntityName(kind: relation.target, id: to))
      }
    }
    guard let set = line.set, relations.contains(where: { !$0.isToMany }) else { return }
    let fields = JSONParser.parse(accepted: bytes.extracting(set.start..<set.end)).object ?? [:]
    for relation in relations where !relation.isToMany {
      for field in relation.names {
        guard let id = fields[field]?.string else { continue }
        add(relation, name, EntityName(kind: relation.target, id: id))
      }
    }
  }

  private mutating func add(_ relation: CascadeRelation, _ name: EntityName, _ target: EntityName) {
    if relation.hidesTarget { add(target, to: name) }
    if relation.hidesOwner { add(name, to: target) }
  }

  private mutating func add(_ name: EntityName, to owner: EntityName) {
    owned[owner, default: []].insert(name)
    owners[name, default: []].insert(owner)
  }

  /// An entity with all that ever belonged to it.
  func members(of root: EntityName) -> Set<EntityName> { reached(from: [root], by: owned) }

  /// All entities that ever belonged to an entity, each before its owners.
  func belongings(of root: EntityName) -> [EntityName] {
    var (found, level, levels): (Set, Set, [[EntityName]]) = ([root], Set([root]), [])
    while !level.isEmpty {
      level = Set(level.flatMap { owned[$0] ?? [] }).subtracting(found)
      found.formUnion(level)
      levels.append(level.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) })
    }
    return levels.reversed().flatMap { $0 }
  }

  /// The given entities and all that ever owned one of them.
  func owners(of members: Set<EntityName>) -> Set<EntityName> { reached(from: members, by: owners) }

  private func reached(from start: Set<EntityName>, by ways: [EntityName: Set<EntityName>]) -> Set<EntityName>
  {
    var found = start
    var pending = Array(start)
    while let name = pending.popLast() {
      for next in ways[name] ?? [] where found.insert(next).inserted { pending.append(next) }
    }
    return found
  }
}

extension FrameContent {
  fileprivate func storesReferences(_ event: Int) -> Bool {
    events[event].line.set != nil || events[event].line.rel != nil
  }

  /// Whether an event is of one of some kinds; no kinds: all.
  func isEvent(_ event: Int, of kinds: Set<String>) -> Bool {
    if kinds.isEmpty { return true }
    let range = leaves[events[event].leaf].range
    return kinds.contains(events[event].line.kind.text(bytes.span.extracting(range.start..<range.end)))
  }

  /// Whether an event is about one of some entities, which are given by kind.
  func isEvent(_ event: Int, about names: [String: Set<EntityName>]) -> Bool {
    let line = events[event].line
    let range = leaves[events[event].leaf].range
    let bytes = self.bytes.span.extracting(range.start..<range.end)
    let kind = line.kind.text(bytes)
    return names[kind]?.contains(EntityName(kind: kind, id: line.id.text(bytes))) ?? false
  }
}
