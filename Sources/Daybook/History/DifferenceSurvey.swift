import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

/// Compares what two readings of a ledger show.
struct DifferenceSurvey {
  struct Found {
    var name: EntityName
    var what: Difference.What
    var changes: [Change]
    var cause: Step.Cause?

    struct Change {
      var register: Step.Register
      var before: RegisterState
      var after: RegisterState
      /// The events that explain the value at the second point.
      var writes: [RegisterWrite]
    }
  }

  private let schemas: SchemaRegistry
  /// The entities with different events in the two readings; all others differ at most in whether they show.
  private let touched: Set<EntityName>
  private let kind: String?
  private let id: String?
  /// What was erased between the points, by line: it reads as erased at both.
  private let erased: [Hash256: ErasedFields]

  init(
    _ schemas: SchemaRegistry, touched: Set<EntityName>, erased: [Hash256: ErasedFields], kind: String?,
    id: String?
  ) {
    (self.schemas, self.touched, self.erased) = (schemas, touched, erased)
    (self.kind, self.id) = (kind, id)
  }

  /// By kind and id.
  func compare(_ former: borrowing Records, _ latter: borrowing Records) -> [Found] {
    let views = (View(registry: schemas), View(registry: schemas))
    var names = touched.filter { isWanted($0) }
    // An entity that belongs to something else may show or hide without an event of its own.
    for kind in Set(kinds(of: former) + kinds(of: latter)) where schemas[kind] != nil {
      if let only = self.kind, only != kind { continue }
      names.formUnion(hidden(kind, former, latter, views))
    }
    return names.sorted().compactMap { found($0, former, latter, views) }
  }

  private func isWanted(_ name: EntityName) -> Bool {
    (kind ?? name.kind) == name.kind && (id ?? name.id).hasSameBytes(as: name.id)
  }

  private func kinds(of records: borrowing Records) -> [String] {
    var kinds: [String] = []
    for kind in records.kindIDs { kinds.append(records.name(of: kind)) }
    return kinds
  }

  /// The entities of a kind that show in only one of the readings.
  private func hidden(
    _ kind: String, _ former: borrowing Records, _ latter: borrowing Records, _ views: (View, View)
  ) -> [EntityName] {
    guard let number = latter.kind(kind) else { return [] }
    var found: [EntityName] = []
    for entity in latter.entities(of: number) {
      let name = EntityName(kind: kind, id: latter.id(of: entity))
      guard isWanted(name), !touched.contains(name), let before = former.entity(kind, name.id) else {
        continue
      }
      if views.0.isShown(before, in: former) != views.1.isShown(entity, in: latter) { found.append(name) }
    }
    return found
  }

  private func found(
    _ name: EntityName, _ former: borrowing Records, _ latter: borrowing Records, _ views: (View, View)
  ) -> Found? {
    let before = former.entity(name.kind, name.id)
    let after = latter.entity(name.kind, name.id)
    let wasShown = before.map { views.0.isShown($0, in: former) } ?? false
    let isShown = after.map { views.1.isShown($0, in: latter) } ?? false
    guard wasShown || isShown else { return nil }
    var found = Found(name: name, what: .changed, changes: [])
    let schema = schemas[name.kind]
    var registers: [Step.Register] = []
    if let before { registers += Step.Register.ever(of: before, schema, former) }
    if let after {
      registers += Step.Register.ever(of: after, schema, latter).filter { !registers.contains($0) }
    }
    for register in registers {
      let old = before.map { former.state(of: register, $0, schema) } ?? RegisterState()
      let new = after.map { latter.state(of: register, $0, schema) } ?? RegisterState()
      let isSame = register.reads(old.value, name, schema) == register.reads(new.value, name, schema)
      if isSame, old.isErased == new.isErased, !isErasedBetween(register, old, new, schema) { continue }
      var writes = new.writes
      if writes.isEmpty, let over = after.flatMap({ latter.overRegister($0) }) { writes = [over] }
      found.changes.append(Found.Change(register: register, before: old, after: new, writes: writes))
    }
    if wasShown && isShown { return found.changes.isEmpty ? nil : found }
    if isShown {
      let life = before.map { former.life(of: $0) }
      found.what = life.map { $0.isAlive || $0.isDeleted } ?? false ? .returned : .created
    } else if let after {
      let life = latter.life(of: after)
      if life.isDeleted {
        found.what = .deleted
      } else if !life.isPresent {
        found.what = .gone
      } else if let owner = views.1.goneOwners(of: after, in: latter).first {
        (found.what, found.cause) = (.hidden, latter.cause(of: owner))
      } else {
        found.what = .unmade
      }
    } else {
      found.what = .unmade
    }
    return found
  }

  /// Whether what reads as erased at both points was not erased yet at the first.
  private func isErasedBetween(
    _ register: Step.Register, _ old: RegisterState, _ new: RegisterState, _ schema: KindSchema?
  ) -> Bool {
    guard old.isErased, new.isErased else { return false }
    let names = register.names(schema)
    return new.writes.contains { write in
      erased[write.leafHash].map { fields in names.contains { fields.contains($0) } } ?? false
    }
  }
}

extension Step.Register {
  /// The value that a register reads as: where there is none, or a null that the field cannot hold, the one that shows
  /// while nobody has written the register.
  func reads(_ value: JSONValue?, _ name: EntityName, _ schema: KindSchema?) -> JSONValue {
    switch self {
    case .relation: return value ?? false
    case .present: return value ?? true
    case .alive, .visibility: return value ?? .null
    case .field(let field):
      guard let schema, let field = schema.field(field) else { return value ?? .null }
      if let value, !value.isNull || field.isOptional { return value }
      return schema.unwritten(field, of: name.id)
    }
  }
}
