import DaybookLog
import DaybookModel
import DaybookView

/// Finds the entities that link, or once linked, to some others, whatever the delete rules of the links.
struct ReferralSurvey {
  private struct Link {
    var names: [String]
    var target: String
    var isToMany: Bool
  }

  /// By the kind that stores them.
  private var links: [String: [Link]] = [:]
  private let wanted: Set<EntityName>
  /// By what refers, over which links.
  private(set) var found: [EntityName: Set<String>] = [:]

  init(to wanted: Set<EntityName>, _ schemas: SchemaRegistry) {
    self.wanted = wanted
    let targets = Set(wanted.map(\.kind))
    for schema in schemas.kinds where !StubRules.protectedKinds.contains(schema.kind) {
      let leading = schema.relations.filter { targets.contains($0.target) }
      if leading.isEmpty { continue }
      links[schema.kind] = leading.map {
        Link(names: schema.names(of: $0.name), target: $0.target, isToMany: $0.isToMany)
      }
    }
  }

  var isEmpty: Bool { links.isEmpty }

  mutating func note(_ frame: HeldFrame) {
    frame.forEach(where: { content, event in
      content.events[event].line.set != nil || content.events[event].line.rel != nil
    }) { note($0) }
  }

  private mutating func note(_ held: HeldEvent) {
    let line = held.content.events[held.event].line
    let range = held.content.leaves[held.content.events[held.event].leaf].range
    let bytes = held.content.bytes.span.extracting(range.start..<range.end)
    let kind = line.kind.text(bytes)
    guard let links = links[kind] else { return }
    let name = EntityName(kind: kind, id: line.id.text(bytes))
    if wanted.contains(name) { return }
    if let rel = line.rel?.text(bytes), let to = line.to?.text(bytes) {
      for link in links where link.isToMany && link.names.contains(rel) { add(link, to, rel, of: name) }
    }
    guard let set = line.set, links.contains(where: { !$0.isToMany }) else { return }
    let fields = JSONParser.parse(accepted: bytes.extracting(set.start..<set.end)).object ?? [:]
    for link in links where !link.isToMany {
      for field in link.names {
        if let id = fields[field]?.string { add(link, id, field, of: name) }
      }
    }
  }

  private mutating func add(_ link: Link, _ id: String, _ field: String, of name: EntityName) {
    guard wanted.contains(EntityName(kind: link.target, id: id)) else { return }
    found[name, default: []].insert(field)
  }
}
