import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookView

/// Whether the ledger has an entity that an import names, and under which id.
struct ImportStanding {
  var id: String
  var exists = false
  var isAlive = true
  var isPresent = true
}

/// A rule that an imported record breaks.
struct BrokenRule {
  /// `purus.weightEntry.weight must be a number from 0`
  var sentence: String
  var isBound: Bool
  var field: String
  /// Whether it is the bound of a field that may be empty.
  var isOfEmptiable: Bool

  /// Why it is left out.
  var refusal: String { isBound ? sentence + "; to import it anyway, use \(Remedy.force)" : sentence }
  /// The remark that only the value is left out.
  var leftOut: String { sentence + "; the value is left out; to import it anyway, use \(Remedy.force)" }
  /// The remark that the value is in the ledger all the same.
  func kept(_ id: String) -> String {
    "\(sentence), and \(id) breaks that rule: it is written as the file has it"
  }
}

/// What the bounds of fields are measured against, and whether they apply.
public struct ImportLimits: Sendable {
  var moment: WriteMoment
  var exceedsBounds: Bool
}

extension Ledger {
  /// What ``LedgerState/refusal(of:_:_:makes:by:)`` checks by: the present time in the ledger's zone, and whether
  /// the options allow values beyond the bounds of their fields.
  public func importLimits(_ options: AppendOptions) -> ImportLimits {
    ImportLimits(
      moment: WriteMoment(self.options.now(), in: self.options.zone), exceedsBounds: options.exceedsBounds)
  }
}

extension LedgerState {
  /// The bytes of a data field's value, which may be a blob beside the log; nil where they are not on this machine.
  public func data(_ value: JSONValue) -> [UInt8]? {
    if let text = value.string { return Base64.bytes(text) }
    return BlobReference(value).flatMap { try? holders.blobs?.read($0.hash) }
  }

  func standing(_ entity: ImportedEntity) -> ImportStanding {
    switch entity.name {
    case .id(let id): standing(records.entity(entity.kind, id), entity.kind, id: id)
    case .key(let key):
      if let schema = schemas[entity.kind], let natural = schema.key {
        standing(
          holder(of: key, schema, natural), entity.kind, id: newID(entity.kind, key: key))
      } else {
        standing(records.entity(entity.kind, key), entity.kind, id: key)
      }
    }
  }

  private func standing(
    _ entity: EntityIndex?, _ kind: String, id: @autoclosure () -> String
  ) -> ImportStanding {
    guard let entity else { return ImportStanding(id: id()) }
    let life = records.life(of: entity)
    let id = records.id(of: entity)
    // An entity that its system provides exists without an event.
    let isAlive = life.isAlive || !life.isDeleted && schemas[kind]?.provided[id] != nil
    return ImportStanding(id: id, exists: true, isAlive: isAlive, isPresent: life.isPresent)
  }

  /// The fields that will differ from the source once the planned mutations are written.
  func differing(_ entity: ImportedEntity, id: String, from draft: Draft) -> JSONObject {
    let schema = schemas[entity.kind]
    func fields(besides present: (String, FieldSchema?) -> JSONValue?) -> JSONObject {
      var set = JSONObject()
      for member in entity.fields {
        let field = schema?.field(member.key)
        if field?.isProjection == true { continue }
        let present = draft.values[member.key] ?? present(member.key, field)
        if present.map({ DataValue.isSame($0, member.value) }) != true { set[member.key] = member.value }
      }
      return set
    }
    let stored = records.entity(entity.kind, id)
    let known = read(entity.kind, id, includesGone: true) { reader in
      fields { name, field in
        // A reference reads as null while its target is gone: so the written value counts, as for fields that no schema
        // has.
        if let field, !field.isReference { return reader.value(name) }
        return stored.flatMap { value($0, name) } ?? field.map { _ in .null }
      }
    }
    // For an entity that nobody wrote: the defaults, except for times, which would be those of its import.
    return known
      ?? fields { name, field in
        stored.flatMap { value($0, name) } ?? (field?.stampDefault == nil ? field?.defaultValue : nil)
      }
  }

  /// The same record with its references and links redirected, where they name entities that turned out to be others.
  func following(_ entity: ImportedEntity) -> ImportedEntity {
    guard let schema = schemas[entity.kind],
      schema.relations.contains(where: { schemas[$0.target]?.successor != nil })
    else { return entity }
    var entity = entity
    for relation in schema.relations
    where schemas[relation.target]?.successor != nil && relation.name != schema.successor?.field {
      if let id = entity.fields[relation.name]?.string, let other = successor(of: id, relation.target) {
        entity.fields[relation.name] = .string(other)
      }
      if let id = entity.initial[relation.name]?.string, let other = successor(of: id, relation.target) {
        entity.initial[relation.name] = .string(other)
      }
      for (index, link) in entity.links.enumerated() where link.relation == relation.name {
        if let other = successor(of: link.target, relation.target) { entity.links[index].target = other }
      }
    }
    return entity
  }

  private func successor(of id: String, _ kind: String) -> String? {
    self.entity(kind, id: id).flatMap { successor(of: $0, kind)?.entity.id }
  }

  /// How a field reads while nobody has written it; null where that would be a time of its import.
  func unwritten(_ field: String, of kind: String) -> JSONValue {
    guard let field = schemas[kind]?.field(field), field.stampDefault == nil else { return .null }
    return field.defaultValue
  }

  /// Whether several branches wrote the same field of it.
  func hasConflicts(_ kind: String, _ id: String) -> Bool {
    records.entity(kind, id).map { records.isContested($0) } ?? false
  }

  /// Adds what the source says of fields that would otherwise be derived again from those that are set: its own value
  /// is used.
  func tellingDerived(_ entity: ImportedEntity, setting set: JSONObject, isMade: Bool) -> JSONObject {
    var told = set
    guard !set.isEmpty else { return told }
    for derivation in schemas[entity.kind]?.derivations ?? [] where told[derivation.field] == nil {
      guard isMade || derivation.inputs.contains(where: { set[$0] != nil }) else { continue }
      told[derivation.field] = entity.fields[derivation.field]
    }
    return told
  }

  /// The schema's checks that the fields would break, as for a local write: a rule of a field that is set; one that
  /// held before; and, if the entity is made, one that applies to it as a whole.
  ///
  /// - Parameter exceedsBounds: whether values may lie beyond the bounds of their fields.
  func brokenRule(
    of kind: String, id: String, _ draft: Draft, setting set: JSONObject, makes: Bool, at now: WriteMoment,
    exceedsBounds: Bool
  ) -> BrokenRule? {
    guard let schema = schemas[kind] else { return nil }
    let due = schema.checks.filter { check in
      check.isOfImports && !(exceedsBounds && check.isBound)
        && check.isDue(of: schema, makes: makes) { set[$0] != nil }
    }
    if due.isEmpty { return nil }
    let names = schema.fields.map(\.name)
    var fields =
      read(kind, id, includesGone: true) { reader in JSONObject(names.map { ($0, reader.value($0)) }) } ?? [:]
    for member in draft.values { fields[member.key] = member.value }
    let before = fields
    for member in set { fields[member.key] = member.value }
    let values = RuleValues(fields, of: schema)
    var broken = due.filter { (try? $0.holds(values, at: now)) == false }
    if broken.contains(where: { set[$0.field] == nil }) {
      let former = RuleValues(before, of: schema)
      // The source did not set it, and the rule was broken already.
      broken.removeAll { check in
        set[check.field] == nil && !(makes && check.isOfTheWhole)
          && (try? check.holds(former, at: now)) != true
      }
    }
    return broken.first.map {
      BrokenRule(
        sentence: "\(kind).\($0.field) \($0.rule)", isBound: $0.isBound, field: $0.field,
        isOfEmptiable: $0.isBound && schema.field($0.field)?.isOptional == true)
    }
  }

  /// Why the fields that a file has for one entity cannot be written; nil if they can.
  ///
  /// - Parameters:
  ///   - set: the fields by their names in the schema, with their values.
  ///   - kind: the entity's kind.
  ///   - id: the entity's id.
  ///   - makes: whether they make the entity.
  ///   - limits: what bounds are measured against; see ``Ledger/importLimits(_:)``.
  public func refusal(
    of set: JSONObject, _ kind: String, _ id: String, makes: Bool, by limits: ImportLimits
  ) -> String? {
    brokenRule(
      of: kind, id: id, Draft(exists: !makes, isPresent: true), setting: set, makes: makes, at: limits.moment,
      exceedsBounds: limits.exceedsBounds)?.refusal
  }

  /// The rules and bounds of their kinds that a plan's mutations break: a sync writes the values all the same.
  func remarks(on mutations: [Mutation], at now: WriteMoment) -> [SyncRemark] {
    var remarks: [SyncRemark] = []
    for mutation in mutations {
      guard mutation.op == .sync, let set = mutation.set, !mutation.kind.hasPrefix("daybook.") else {
        continue
      }
      let isMade = records.entity(mutation.kind, mutation.id) == nil
      let draft = Draft(exists: !isMade, isPresent: true)
      guard
        let broken = brokenRule(
          of: mutation.kind, id: mutation.id, draft, setting: set, makes: isMade, at: now,
          exceedsBounds: false)
      else { continue }
      let source = mutation.source.flatMap { $0.split(separator: ":", maxSplits: 1).last.map(String.init) }
      remarks.append(SyncRemark(file: source ?? mutation.id, reason: broken.kept(mutation.id)))
    }
    return remarks
  }

  /// Why one of the numbers cannot be stored as the source has it; nil if all can.
  func unstorableNumber(of kind: String, in set: JSONObject) -> String? {
    for member in set {
      switch member.value {
      case .int, .number: break
      default: continue
      }
      guard let field = schemas[kind]?.field(member.key) else { continue }
      do throws(ValueProblem) {
        _ = try field.stored(member.value)
      } catch {
        let reason = field.isSensitive ? "must be \(field.type), not \(Disclosure.mask)" : error.what
        return "\(kind).\(field.name) \(reason)"
      }
    }
    return nil
  }

  private func value(_ entity: EntityIndex, _ name: String) -> JSONValue? {
    records.field(name).flatMap { records.value(entity, $0) }.map { records.json($0) }
  }
}

extension FieldSchema {
  fileprivate var isReference: Bool {
    if case .one = type { true } else { false }
  }
}
