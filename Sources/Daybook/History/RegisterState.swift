import DaybookModel
import DaybookRecords
import DaybookView

/// A register's value through a schema, and the writes behind it.
struct RegisterState: Equatable {
  var value: JSONValue?
  /// The greatest first; several of a field that is merged.
  var writes: [RegisterWrite] = []
  /// Whether what was written last is erased.
  var isErased = false

  var stamps: [Stamp] { writes.map(\.stamp) }

  static func == (left: RegisterState, right: RegisterState) -> Bool {
    left.value == right.value && left.stamps == right.stamps
  }
}

extension Records {
  /// Without a schema the registers as they are stored.
  func state(
    of register: Step.Register, _ entity: EntityIndex, _ schema: KindSchema?
  ) -> RegisterState {
    switch register {
    case .field(let name): fieldState(name, entity, schema)
    case .relation(let rel, let to): edgeState(rel, to, entity)
    case .alive: aliveState(entity)
    case .present:
      presentRegister(entity).map { RegisterState(value: .bool($0.value.isTrue), writes: [$0]) }
        ?? RegisterState()
    case .visibility: RegisterState()
    }
  }

  private func fieldState(
    _ name: String, _ entity: EntityIndex, _ schema: KindSchema?
  ) -> RegisterState {
    let ids = (schema?.names(of: name) ?? [name]).compactMap { field($0) }
    guard let write = shown(entity, ids) else {
      guard let write = erasedWrite(entity, ids) else { return RegisterState() }
      return RegisterState(writes: [write], isErased: true)
    }
    guard let schema else { return RegisterState(value: json(write.value), writes: [write]) }
    var state = RegisterState(value: schema.reading(name, of: entity, self), writes: [write])
    if schema.merges[name] != nil, write.server == nil, isContested(entity, any: ids) {
      let heads = heads(entity, ids)
      if heads.count > 1 { state.writes = heads.map(\.write) }
    }
    return state
  }

  private func edgeState(_ rel: String, _ to: String, _ entity: EntityIndex) -> RegisterState {
    guard let field = field(rel), let write = edgeRegister(entity, field, to: to) else {
      return RegisterState()
    }
    // What a re-creation hides reads as unset.
    if let over = life(of: entity).over, write.order <= over { return RegisterState() }
    return RegisterState(value: .bool(write.value.isTrue), writes: [write])
  }

  private func aliveState(_ entity: EntityIndex) -> RegisterState {
    guard let write = aliveRegister(entity) else {
      // Made by its fields alone.
      return RegisterState(value: life(of: entity).isAlive ? true : nil)
    }
    return RegisterState(value: .bool(write.value.isTrue), writes: [write])
  }
}

extension Step.Register {
  /// The registers that an event writes, by the present names of its kind's fields.
  static func written(by event: Event, _ schema: KindSchema?) -> [Step.Register] {
    let mutation = event.mutation
    var registers: [Step.Register] = []
    let effects = mutation.op.effects
    if !effects.isDisjoint(with: [.life, .death]) { registers.append(.alive) }
    if effects.contains(.source), mutation.present != nil { registers.append(.present) }
    if effects.contains(.fields) { registers += fields(stored: mutation.set?.keys ?? [], schema) }
    if effects.contains(.edge), let rel = mutation.rel, let to = mutation.to {
      registers.append(.relation(rel, to: to))
    }
    return registers
  }

  /// Everything of an entity that was ever written, by name.
  static func ever(
    of entity: EntityIndex, _ schema: KindSchema?, _ records: borrowing Records
  ) -> [Step.Register] {
    var names = Set(records.fields(of: entity) + records.fieldsEver(of: entity)).map { records.name(of: $0) }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var registers: [Step.Register] = [.alive, .present] + fields(stored: names, schema)
    let edges = records.edgesEver(from: entity).map { [records.name(of: $0.rel), $0.to] }
    for edge in edges.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      registers.append(.relation(edge[0], to: edge[1]))
    }
    return registers
  }

  /// The fields that are stored by these names, which differ in their bytes: two of them are one field only if one is
  /// a former name of the other.
  private static func fields(stored names: [String], _ schema: KindSchema?) -> [Step.Register] {
    let renames = schema?.renames ?? []
    if renames.isEmpty { return names.map { .field($0) } }
    var fields: [Step.Register] = []
    var renamed: Set<String> = []
    for name in names {
      let present = renames.first { $0.former == name }?.name ?? name
      let isRenamed = renames.contains { $0.name == present }
      if !isRenamed || renamed.insert(present).inserted { fields.append(.field(present)) }
    }
    return fields
  }

  /// The names by which an event may write it.
  func names(_ schema: KindSchema?) -> [String] {
    if case .field(let name) = self { return schema?.names(of: name) ?? [name] }
    return []
  }
}
