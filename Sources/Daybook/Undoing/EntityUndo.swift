import DaybookModel
import DaybookRecords
import DaybookView

/// Undoes what some events did to one entity, register by register.
struct EntityUndo {
  /// The undone events of this entity.
  let events: [Event]
  /// The stamps of all events to undo.
  let stamps: Set<Stamp>
  let schema: KindSchema?
  let entity: EntityIndex
  /// The entity in the former records, if anything else was ever written about it.
  let former: EntityIndex?

  private(set) var mutations: [Mutation] = []
  private(set) var left: [LeftWrite] = []

  init(
    events: [Event], stamps: Set<Stamp>, schema: KindSchema?, entity: EntityIndex, former: EntityIndex?
  ) {
    (self.events, self.stamps, self.schema) = (events, stamps, schema)
    (self.entity, self.former) = (entity, former)
  }

  private var kind: String { events[0].mutation.kind }
  private var id: String { events[0].mutation.id }

  mutating func work(_ records: borrowing Records, _ past: borrowing Records) {
    let life = records.life(of: entity)
    let isAlive = isThere(life)
    let wasAlive = isThere(former.map { past.life(of: $0) })
    // If a newer event keeps the entity alive, it is alive in the former records too.
    if isAlive && !wasAlive {
      // Nothing of it shows any more, and if it is restored, it is as it was.
      return mutations.append(Mutation(.delete, kind: kind, id: id))
    }
    let restores = !isAlive && wasAlive
    noteMadeAgain(records, past)
    let over = records.overRegister(entity).flatMap { stamps.contains($0.stamp) ? $0.order : nil }
    // A restore uncovers what a re-creation had hidden, which must then be hidden again.
    let scope = Scope(undoneOver: over, uncovers: restores && life.over != nil)
    let set = fields(scope, records, past)
    if restores {
      mutations.append(Mutation(.restore, kind: kind, id: id, set: keepingDismissal(set, records)))
    } else if !set.isEmpty {
      let isSync = life.isDeleted || events.allSatisfy { $0.mutation.op == .sync }
      mutations.append(Mutation(isSync ? .sync : .upsert, kind: kind, id: id, set: set))
    }
    presence(scope, records, wasPresent: former.map { past.life(of: $0).isPresent } ?? true)
    edges(scope, records, past)
  }

  /// Whether the entity was made, or exists without an event, and is not deleted.
  private func isThere(_ life: Life?) -> Bool {
    life?.isAlive ?? false || !(life?.isDeleted ?? false) && schema?.provided[id] != nil
  }

  /// Which registers to check, besides those that the events name.
  private struct Scope {
    /// The order of the `over` to undo: whether older writes show may depend on it.
    var undoneOver: Stamp?
    /// Whether registers that another `over` hides will show again.
    var uncovers: Bool

    var isWide: Bool { undoneOver != nil || uncovers }
  }

  private mutating func leave(_ what: String?, _ reason: String, _ write: RegisterWrite?) {
    var reason = reason
    if let write { reason += " at \(write.stamp)\(write.by.map { " by \($0)" } ?? "")" }
    left.append(LeftWrite(kind: kind, id: id, what: what, reason: reason))
  }

  /// A server's value is the server's to change.
  private func reason(_ shown: RegisterWrite?) -> String {
    shown?.server == nil ? "was written again" : "was set by a server"
  }

  /// The events made the entity, and somebody else has written it since: so it stays.
  private mutating func noteMadeAgain(_ records: borrowing Records, _ past: borrowing Records) {
    guard let former, let first = events.first?.stamp, past.firstStamp(former) > first,
      let alive = records.aliveRegister(entity), alive.value.isTrue, !stamps.contains(alive.stamp)
    else { return }
    leave(nil, "was written again", alive)
  }

  // MARK: Fields

  /// The values to write.
  private mutating func fields(
    _ scope: Scope, _ records: borrowing Records, _ past: borrowing Records
  ) -> JSONObject {
    var set = JSONObject()
    for field in touched(scope, records) {
      let ids = field.names.compactMap { records.field($0) }
      let shown = records.shown(entity, ids)
      let isNamed = events.contains { event in field.names.contains { event.mutation.set?[$0] != nil } }
      var isOurs = shown.map { stamps.contains($0.stamp) && $0.server == nil } ?? scope.isWide
      if let shown, let over = scope.undoneOver, shown.order <= over { isOurs = true }
      let isMerged = schema?.merges[field.name] != nil
      // Of merged writes each shows.
      if isMerged, records.heads(entity, ids).contains(where: { stamps.contains($0.write.stamp) }) {
        isOurs = true
      }
      // What a restore uncovers shows before a server's value.
      let hidden = scope.uncovers ? ids.compactMap { records.localRegister(entity, $0) }.first : nil
      let isUncovered = shown?.server != nil && hidden != nil
      if isUncovered { isOurs = true }
      guard isOurs else {
        if isNamed { leave(field.name, reason(shown), shown ?? records.overRegister(entity)) }
        continue
      }
      if let former, past.isErased(former, field.names.compactMap { past.field($0) }) {
        leave(field.name, "its earlier value is erased", nil)
        continue
      }
      if isMerged, let schema {
        let value = former.flatMap { schema.reading(field.name, of: $0, past) } ?? field.unset
        let present = schema.reading(field.name, of: entity, records, ignoringOver: hidden != nil)
        if present ?? field.unset != value { set[field.name] = value }
        continue
      }
      let present = (isUncovered ? hidden : shown ?? hidden).map {
        field.reads(records.json($0.value), version: $0.v)
      }
      let write = former.flatMap { past.shown($0, field.names.compactMap { past.field($0) }) }
      let value = write.map { field.reads(past.json($0.value), version: $0.v) } ?? field.unset
      if present ?? field.unset != value { set[field.name] = value }
    }
    return set
  }

  private func touched(_ scope: Scope, _ records: borrowing Records) -> [UndoField] {
    var names = Set(events.flatMap { $0.mutation.set.map { $0.map(\.key) } ?? [] })
    if scope.isWide { for field in records.fieldsEver(of: entity) { names.insert(records.name(of: field)) } }
    var fields: [UndoField] = []
    if let schema {
      for field in schema.fields {
        let all = schema.names(of: field.name)
        let isTouched = all.contains { names.remove($0) != nil }
        if isTouched, schema.isStored(field.name) { fields.append(UndoField(field, all, schema, of: id)) }
      }
    }
    // A field of a raw kind, or one written by a later version of the schema, which this one cannot write.
    return fields + (schema == nil ? names.sorted().map { UndoField(raw: $0) } : [])
  }

  /// A restore also undoes a dismissal, unless it sets the field.
  private func keepingDismissal(_ set: JSONObject, _ records: borrowing Records) -> JSONObject? {
    var set = set
    if let rule = schema?.dismissal, set[rule.field] == nil, let field = records.field(rule.field),
      let value = records.value(entity, field)
    {
      set[rule.field] = records.json(value)
    }
    return set.isEmpty ? nil : set
  }

  // MARK: Presence and edges

  private mutating func presence(_ scope: Scope, _ records: borrowing Records, wasPresent: Bool) {
    let isNamed = events.contains { $0.mutation.present != nil }
    guard isNamed || scope.isWide else { return }
    let shown = records.presentRegister(entity)
    guard let held = records.heads(entity, .present).first ?? shown else { return }
    var isOurs = shown.map { stamps.contains($0.stamp) && $0.server == nil } ?? scope.isWide
    if let shown, let over = scope.undoneOver, shown.order <= over { isOurs = true }
    let isUncovered = scope.uncovers && shown?.server != nil && held.server == nil
    if isUncovered { isOurs = true }
    guard isOurs else {
      if isNamed { leave("present", reason(shown), shown ?? held) }
      return
    }
    let present = isUncovered ? held : shown ?? (scope.uncovers ? held : nil)
    if present?.value.isTrue ?? true == wasPresent { return }
    var mutation = Mutation(.sync, kind: kind, id: id)
    mutation.present = wasPresent
    mutations.append(mutation)
  }

  private mutating func edges(_ scope: Scope, _ records: borrowing Records, _ past: borrowing Records) {
    var seen: Set<[String]> = []
    let named = events.reversed().compactMap { event -> [String]? in
      guard let rel = event.mutation.rel, let to = event.mutation.to else { return nil }
      return [rel, to]
    }
    let all = scope.isWide ? records.edgesEver(from: entity).map { [records.name(of: $0.rel), $0.to] } : []
    var linked: [String: [String]] = [:]
    for edge in named + all where seen.insert(edge).inserted {
      let (rel, to) = (edge[0], edge[1])
      guard let field = records.field(rel), let write = records.edgeRegister(entity, field, to: to) else {
        continue
      }
      let isShown = records.isLinked(entity, field, to: to)
      var isOurs = stamps.contains(write.stamp) || scope.uncovers && !isShown
      if let over = scope.undoneOver, write.order <= over { isOurs = true }
      guard isOurs else {
        if named.contains(edge) {
          leave("\(rel) → \(to)", isShown ? "was linked again" : "was unlinked again", write)
        }
        continue
      }
      let isLinked = isShown || scope.uncovers && write.value.isTrue
      let wasLinked =
        former.flatMap { former in past.field(rel).map { past.isLinked(former, $0, to: to) } } ?? false
      if linked[rel] == nil { linked[rel] = [] }
      if isLinked == wasLinked { continue }
      if wasLinked {
        linked[rel]?.append(to)
      } else {
        mutations.append(Mutation(.unlink, kind: kind, id: id, rel: rel, to: to))
      }
    }
    for (rel, targets) in linked.sorted(by: { $0.key < $1.key }) { link(targets, rel, scope, records, past) }
  }

  /// Links the targets again, and after them those that followed: edges are in the order of their links, so this
  /// restores the former order. Targets that somebody else linked since stay behind these.
  private mutating func link(
    _ targets: [String], _ rel: String, _ scope: Scope, _ records: borrowing Records,
    _ past: borrowing Records
  ) {
    let unlinked = Set(mutations.filter { $0.op == .unlink && $0.rel == rel }.compactMap(\.to))
    let staying =
      records.field(rel).map { records.edges(from: entity, rel: $0).map(\.to) }?
      .filter { !unlinked.contains($0) } ?? []
    let before = former.flatMap { former in
      past.field(rel).map { past.edges(from: former, rel: $0).map(\.to) }
    }
    let isThere = Set(staying + targets)
    // If more shows again than the events name, the order may differ.
    let known =
      scope.isWide ? staying : (before ?? []).filter { isThere.contains($0) && !isNewer($0, rel, records) }
    let wanted = known + (staying + targets).filter { !known.contains($0) }
    let settled = zip(staying, wanted).prefix { $0 == $1 }.count
    for target in wanted[settled...] {
      mutations.append(Mutation(.link, kind: kind, id: id, rel: rel, to: target))
    }
  }

  /// Whether somebody linked it after the events to undo.
  private func isNewer(_ target: String, _ rel: String, _ records: borrowing Records) -> Bool {
    guard let write = records.field(rel).flatMap({ records.edgeRegister(entity, $0, to: target) }),
      !stamps.contains(write.stamp)
    else { return false }
    return events.contains { $0.stamp < write.stamp }
  }
}

/// One field of an entity, under all its names.
private struct UndoField {
  let name: String
  let names: [String]
  /// The value to write for a field that was unwritten: null reads as the default, unless the field can hold null.
  let unset: JSONValue
  private let schema: KindSchema?

  init(_ field: FieldSchema, _ names: [String], _ schema: KindSchema, of id: String) {
    (name, self.names, self.schema) = (field.name, names, schema)
    unset = field.isOptional ? schema.unwritten(field, of: id) : .null
  }

  init(raw name: String) { (self.name, names, unset, schema) = (name, [name], .null, nil) }

  /// A value that a schema of this version wrote, in the present version's terms.
  func reads(_ value: JSONValue, version: Int64?) -> JSONValue {
    schema?.upcast(value, of: name, from: version) ?? value
  }
}
