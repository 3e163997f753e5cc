// What is in conflict, word for word and without a thought for speed: every write is kept with the set of events
// that its author had before it, and every pair is looked at.

@testable import Daybook

struct ReferenceConflicts {
  struct Entity: Hashable {
    var kind: String
    var id: String
  }

  struct Write {
    var value: JSONValue
    var stamp: Stamp
    var order: Stamp
    var seen: Set<Stamp>

    func saw(_ other: Write) -> Bool { stamp != other.stamp && seen.contains(other.stamp) }
  }

  /// "alive", "present", "over", "field name" or "link name to".
  private var writes: [Entity: [String: [Write]]] = [:]

  /// The greatest `at` that counts: where a machine lacks what a write came after, the write counts at its own stamp.
  private let atLimit: UInt64

  init(_ events: [ReplicaGroup.Written]) {
    atLimit = (events.map(\.event.stamp.time).max() ?? 0) + UInt64(events.count)
    for written in events { add(written) }
  }

  private mutating func add(_ written: ReplicaGroup.Written) {
    let (event, mutation) = (written.event, written.event.mutation)
    let entity = Entity(kind: mutation.kind, id: mutation.id)
    let at = event.at.flatMap { $0.time <= atLimit ? $0 : nil }
    func put(_ register: String, _ value: JSONValue) {
      let write = Write(value: value, stamp: event.stamp, order: at ?? event.stamp, seen: written.seen)
      writes[entity, default: [:]][register, default: []].append(write)
    }
    for member in mutation.set ?? [:] where mutation.op != .delete {
      put("field \(member.key == "title" ? "name" : member.key)", member.value)
    }
    switch mutation.op {
    case .upsert, .restore:
      put("alive", true)
      switch event.over {
      case .upTo(let stamp)?: put("over", .string(stamp.description))
      case .cleared?: put("over", .null)
      case nil: break
      }
    case .delete: put("alive", false)
    case .link, .unlink:
      if let rel = mutation.rel { put("link \(rel) \(mutation.to ?? "")", .bool(mutation.op == .link)) }
    case .sync: if let present = mutation.present { put("present", .bool(present)) }
    default: break
    }
  }

  // MARK: Reading

  private func greatest(_ writes: [Write]) -> Write? {
    writes.max { ($0.order, $0.stamp) < ($1.order, $1.stamp) }
  }

  private func over(_ entity: Entity) -> Stamp? {
    guard let write = greatest(writes[entity]?["over"] ?? []), let over = write.value.string else {
      return nil
    }
    // It hides what is older than its own event.
    return Stamp(over).flatMap { over in write.order.predecessor.map { min(over, $0) } }
  }

  /// Of fields, links and presence those that no re-creation hides.
  private func heads(_ entity: Entity, _ register: String) -> [Write] {
    let all = writes[entity]?[register] ?? []
    let over = register == "alive" || register == "over" ? nil : over(entity)
    return all.filter { one in !all.contains { $0.saw(one) } }
      .filter { over == nil || $0.order > over! }
      .sorted { ($1.order, $1.stamp) < ($0.order, $0.stamp) }
  }

  private func shown(_ entity: Entity, _ register: String) -> Write? {
    let write = greatest(writes[entity]?[register] ?? [])
    guard let over = over(entity), let found = write, found.order <= over else { return write }
    return nil
  }

  private func isDeleted(_ entity: Entity) -> Bool {
    greatest(writes[entity]?["alive"] ?? [])?.value == false
  }

  private func isMade(_ entity: Entity) -> Bool {
    guard let registers = writes[entity] else { return false }
    return greatest(registers["alive"] ?? []).map { $0.value == true }
      ?? registers.keys.contains { $0.hasPrefix("field ") }
  }

  private func isGone(_ entity: Entity) -> Bool {
    isDeleted(entity) || shown(entity, "present")?.value == false
  }

  private func reference(_ entity: Entity, _ field: String, _ kind: String) -> Entity? {
    shown(entity, "field \(field)")?.value.string.map { Entity(kind: kind, id: $0) }
  }

  private func shows(_ entity: Entity) -> Bool {
    guard isMade(entity), !isGone(entity) else { return false }
    guard entity.kind == "garden.plant", let bed = reference(entity, "bed", "garden.bed") else { return true }
    return !isGone(bed)
  }

  // MARK: Conflicts

  /// As ``EntityConflict/summary``.
  func summaries() -> Set<String> {
    var found: Set<String> = []
    for (entity, registers) in writes {
      for register in registers.keys { found.formUnion(disagreement(entity, register)) }
      found.formUnion(recreated(entity))
      if isDeleted(entity) {
        if heads(entity, "alive").allSatisfy({ $0.value == false }) {
          found.formUnion(hidden(entity, by: entity))
        }
        for plant in writes.keys where plant.kind == "garden.plant" && isMade(plant) {
          if reference(plant, "bed", "garden.bed") == entity { found.formUnion(hidden(plant, by: entity)) }
        }
        for tool in writes.keys where tool.kind == "garden.tool" && shows(tool) {
          guard reference(tool, "shed", "garden.shed") == entity, let side = shown(tool, "field shed") else {
            continue
          }
          let delete = greatest(registers["alive"] ?? [])
          found.insert(
            summary("denied", [entity, tool], "tools", nil, [delete, side].compactMap { $0?.stamp }))
        }
      }
    }
    found.formUnion(shared("garden.plant", ["label"]))
    found.formUnion(shared("garden.bed", ["code", "name"]))
    return found
  }

  private func disagreement(_ entity: Entity, _ register: String) -> [String] {
    let heads = heads(entity, register)
    guard heads.contains(where: { $0.value != heads[0].value }), register != "field tags", register != "over"
    else { return [] }
    let names = register.split(separator: " ").map(String.init)
    let cause: String
    switch names[0] {
    case "alive": cause = heads[0].value == true ? "revived" : "deleted"
    case "present": cause = "presence"
    default: cause = names[0]
    }
    let what = names.count > 1 ? names[1] : cause == "presence" ? "present" : nil
    return [summary(cause, [entity], what, names.count > 2 ? names[2] : nil, heads.map(\.stamp))]
  }

  /// Re-creations that differ, or that hide what they did not know of.
  private func recreated(_ entity: Entity) -> [String] {
    let all = writes[entity]?["over"] ?? []
    let heads = heads(entity, "over")
    var stamps: [Stamp] = []
    if let over = over(entity) {
      var kept = latest(all)
      kept.removeAll { $0.value.isNull }
      for register in writes[entity, default: [:]].keys where register != "over" {
        let list = writes[entity]?[register] ?? []
        for head in list where !list.contains(where: { $0.saw(head) }) {
          let isMeant =
            register == "alive"
            ? head.value == true && !heads.contains(where: { $0.stamp == head.stamp }) : head.order <= over
          if !isMeant { continue }
          let hiding = heads.filter { !$0.value.isNull }
          if kept.contains(where: { $0.saw(head) }) || hiding.contains(where: { head.saw($0) }) { continue }
          stamps.append(head.stamp)
        }
      }
    }
    guard !stamps.isEmpty || heads.contains(where: { $0.value != heads[0].value }) else { return [] }
    return [summary("recreated", [entity], nil, nil, heads.map(\.stamp) + stamps)]
  }

  /// Of each machine's writes the last, and the one that counts.
  private func latest(_ all: [Write]) -> [Write] {
    var kept = Dictionary(grouping: all, by: \.stamp.replica).values.compactMap {
      $0.max { $0.stamp < $1.stamp }
    }
    if let winner = greatest(all) { kept.append(winner) }
    return kept
  }

  private func hidden(_ entity: Entity, by owner: Entity) -> [String] {
    let lives = writes[owner]?["alive"] ?? []
    let deletes = heads(owner, "alive").filter { $0.value == false }
    var kept = latest(lives)
    kept.removeAll { $0.value != false }
    var stamps: [Stamp] = []
    for register in writes[entity, default: [:]].keys where register != "over" {
      if register == "alive", entity == owner { continue }
      for head in heads(entity, register) {
        if register == "alive" && head.value == false { continue }
        if kept.contains(where: { $0.saw(head) }) || deletes.contains(where: { head.saw($0) }) { continue }
        stamps.append(head.stamp)
      }
    }
    if stamps.isEmpty { return [] }
    let cause = entity == owner ? "hidden-edit" : "hidden-child"
    let entities = entity == owner ? [entity] : [entity, owner]
    return [summary(cause, entities, nil, nil, deletes.map(\.stamp) + stamps)]
  }

  private func shared(_ kind: String, _ fields: [String]) -> [String] {
    var holders: [[String]: [(entity: Entity, write: Write)]] = [:]
    for entity in writes.keys where entity.kind == kind && shows(entity) {
      let registers: [Write?] = fields.map { self.shown(entity, "field \($0)") }
      var values: [JSONValue] = []
      for (field, write) in zip(fields, registers) {
        let unwritten: JSONValue = field == "code" ? 0 : field == "name" ? "" : .null
        let value: JSONValue = write?.value ?? .null
        values.append(value.isNull ? unwritten : value)
      }
      if values.contains(.null) || values.contains("") { continue }
      guard let last = greatest(registers.compactMap { $0 }) else { continue }
      holders[values.map { $0.description }, default: []].append((entity, last))
    }
    return holders.values.filter { $0.count > 1 }.map { holders in
      let ordered = holders.sorted { ($0.write.order, $0.write.stamp) < ($1.write.order, $1.write.stamp) }
      return summary(
        "unique", ordered.map(\.entity), fields.joined(separator: "+"), nil, ordered.map(\.write.stamp))
    }
  }

  private func summary(
    _ cause: String, _ entities: [Entity], _ what: String?, _ to: String?, _ stamps: [Stamp]
  ) -> String {
    EntityConflict.summary(
      cause, entities.map { "\($0.kind)/\($0.id)" }, [what, to].compactMap { $0 }, stamps)
  }
}

extension EntityConflict {
  /// Cause, entities, register, and which writes stand against one another; of a delete that won the heads alone.
  var summary: String {
    let counted = cause == .deleted ? sides.filter { $0.field == nil } : sides
    return Self.summary(
      cause.rawValue, ["\(kind)/\(entity)"] + others.map { "\($0.kind)/\($0.entity)" },
      [field, to].compactMap { $0 }, counted.map(\.stamp))
  }

  static func summary(_ cause: String, _ entities: [String], _ register: [String], _ stamps: [Stamp])
    -> String
  {
    let writes = Set(stamps.map(\.description)).sorted().joined(separator: ",")
    return "\(cause) \(entities.joined(separator: " ")) \(register.joined(separator: " ")): \(writes)"
  }
}
