import DaybookLog
import DaybookModel
package import DaybookRecords

extension MutationPlanner {
  /// An edge named by its inverse becomes one of the side that stores it; a to-one relation's edge becomes a write of
  /// its field.
  mutating func resolveRelation(_ records: borrowing Records) throws(LedgerError) {
    guard draft.entry.op == .link || draft.entry.op == .unlink, let rel = draft.entry.rel else { return }
    let kind = draft.kind
    guard let to = draft.entry.to, !to.isEmpty else {
      throw LedgerError(
        .badData, "\(draft.entry.op.operation.rawValue) of \(kind.kind).\(buffer.text(rel)) needs 'to'")
    }
    if kind.hidesAnything, buffer.text(to) == Disclosure.mask, kind.schema.hides(buffer.text(rel)) {
      throw .masked(kind.schema, buffer.text(rel))
    }
    guard let relation = kind.relation(rel, buffer.bytes.span),
      !relation.isInverse || schemas[relation.schema.owner] != nil
    else {
      let names = kind.schema.relationNames
      throw LedgerError(
        .badData, "\(kind.kind) has no relation '\(buffer.text(rel))'",
        advice: names.isEmpty ? nil : "its relations are: \(names.joined(separator: ", "))")
    }
    if relation.isInverse {
      (draft.entry.id, draft.entry.to) = (to, draft.entry.id)
      (draft.entry.kind, draft.entry.v) = (buffer.append(text: relation.schema.owner), nil)
      draft.entry.rel = buffer.append(text: relation.schema.name)
      draft.kind = compiled(relation.schema.owner)
    }
    if !relation.schema.isToMany { try writeReference(relation.schema, records) }
  }

  private mutating func writeReference(
    _ relation: RelationSchema, _ records: borrowing Records
  ) throws(LedgerError) {
    guard let to = draft.entry.to.map({ buffer.text($0) }) else { return }
    if draft.entry.op == .link {
      set(relation.name, .string(to))
    } else {
      find(records)
      let schema = draft.kind.schema
      guard value(relation.name, schema, records) == .string(to) else {
        let target = schema.hides(relation.name) ? Disclosure.mask : to
        throw LedgerError(
          .notFound, "\(schema.kind) \(buffer.text(draft.entry.id)) has no \(relation.name) \(target)")
      }
      set(relation.name, .null)
    }
    (draft.entry.rel, draft.entry.to) = (nil, nil)
  }

  /// Fills in what dismissing and restoring write.
  mutating func fillIn(_ records: borrowing Records) throws(LedgerError) {
    switch draft.entry.op {
    case .dismiss:
      guard let rule = draft.kind.schema.dismissal else {
        throw LedgerError(
          .refused, "a \(draft.kind.kind) cannot be dismissed", advice: "delete it, or change its fields")
      }
      draft.hasSet = true
      if !isSet(rule.field) { set(rule.field, rule.dismissed.json(draft.stamp)) }
    case .restore:
      let schema = draft.kind.schema
      guard let rule = schema.dismissal else { return }
      find(records)
      let present = value(rule.field, schema, records)
      let isDismissed: Bool
      switch rule.dismissed {
      case .now: isDismissed = !present.isNull
      case .value(let value): isDismissed = present == value
      }
      guard isDismissed else { return }
      draft.hasSet = true
      if !isSet(rule.field) { set(rule.field, rule.restored.json(draft.stamp)) }
    default: return
    }
  }

  /// Checks the fields' names and brings their values to the stored form.
  mutating func storeValues() throws(LedgerError) {
    draft.places.removeAll(keepingCapacity: true)
    let kind = draft.kind
    var field = 0
    var index = 0
    while index < draft.members.count {
      let member = draft.members[index]
      // Both ascend.
      var order = 1
      while field < kind.fields.count {
        order = buffer.bytes.span.compare(kind.fields[field].name, member.name)
        if order >= 0 { break }
        field += 1
      }
      guard order == 0 else {
        try takeUnknown(member)
        draft.places.append(-1)
        index += 1
        continue
      }
      if try store(member, at: index, kind, field) {
        draft.places.append(field)
        index += 1
      } else {
        draft.members.remove(at: index)
      }
    }
  }

  private func takeUnknown(_ member: MutationBuffer.Member) throws(LedgerError) {
    let (schema, name) = (draft.kind.schema, buffer.text(member.name))
    if schema.hides(name), buffer.value(member.value).holdsMask { throw .masked(schema, name) }
    if request.keepsUnknownFields { return }
    throw LedgerError(
      .badData, "\(schema.kind) has no field '\(name)'",
      advice: Suggestion.advice(for: name, among: schema.fields.map(\.name))
        ?? "\(Remedy.schema) \(schema.kind) lists its fields")
  }

  /// False for a field that is not to be written.
  private mutating func store(
    _ member: MutationBuffer.Member, at index: Int, _ kind: CompiledKind, _ place: Int
  ) throws(LedgerError) -> Bool {
    if kind.fields[place].isHidden, buffer.value(member.value).holdsMask {
      throw .masked(kind.schema, buffer.text(member.name))
    }
    switch kind.fields[place].use {
    case .stored:
      if kind.fields[place].isKey || !kind.fields[place].stores(member.value, buffer.bytes.span) {
        try convert(member, at: index, kind, kind.fields[place].schema)
      }
    case .former: break
    case .computed:
      // A source's value for it is the source's own count, not the view's.
      if draft.entry.op == .sync { return false }
      throw LedgerError(
        .refused, "\(kind.kind).\(buffer.text(member.name)) is computed and cannot be written")
    case .identity:
      throw LedgerError(.refused, "\(kind.kind).id cannot be written: an entity keeps its id")
    case .otherSide:
      throw LedgerError(
        .refused, "\(kind.kind).\(buffer.text(member.name)) is stored by the other side",
        advice: "use link and unlink")
    case .toMany:
      // Null has no effect on a relation to many; an import may carry it.
      let value = buffer.value(member.value)
      if value.isNull, request.resolving != nil || request.keepsUnknownFields { break }
      let field = kind.fields[place].schema
      do throws(ValueProblem) {
        _ = try field.type.stored(value)
      } catch {
        throw LedgerError(.badData, "\(kind.kind).\(field.name) \(field.refusal(value, error))")
      }
    }
    return true
  }

  private mutating func convert(
    _ member: MutationBuffer.Member, at index: Int, _ kind: CompiledKind, _ field: FieldSchema
  ) throws(LedgerError) {
    let value = buffer.value(member.value)
    do throws(ValueProblem) {
      // Strings that compare equal may differ in their bytes.
      let stored = kind.schema.keyed(try field.stored(value), field.name)
      draft.members[index].value = buffer.append(value: stored)
    } catch {
      throw LedgerError(.badData, "\(kind.kind).\(field.name) \(field.refusal(value, error))")
    }
  }

  /// Fills in an id from the natural key, if none was given.
  mutating func resolveID(_ records: borrowing Records) throws(LedgerError) {
    let schema = draft.kind.schema
    guard let key = schema.key, let text = written(key.field)?.string else {
      throw LedgerError(
        .badData, "a \(schema.kind) needs an id",
        advice: schema.key.map { "or a value of its key, \($0.field)" })
    }
    let value = key.normalizer.normalized(text)
    guard !value.isEmpty else {
      throw LedgerError(.badData, "\(schema.kind).\(key.field) is the key and must not be empty")
    }
    let holder = uniques.holders(of: [value], in: [key.field], of: schema, besides: nil, records).first
    draft.entry.id = buffer.append(text: holder ?? Self.derivedID(of: value, schema, key, records))
  }

  /// The id for the key's value. If the entity with the first derived id has another value now, the id is derived again
  /// with the stamp of the write that changed the value.
  package static func derivedID(
    of value: String, _ schema: KindSchema, _ key: NaturalKey, _ records: borrowing Records
  ) -> String {
    var id = NaturalKey.id(of: schema.kind, normalized: value)
    for _ in 0..<derivationsMax {
      guard let entity = records.entity(schema.kind, id), let field = records.field(key.field),
        let write = records.register(entity, field),
        let held = records.json(write.value).string, key.normalizer.normalized(held) != value
      else { return id }
      id = NaturalKey.id(of: schema.kind, normalized: value, since: write.stamp)
    }
    return id
  }

  private static let derivationsMax = 64
}

extension Span<UInt8> {
  /// Negative if the text's bytes come before those at a range, zero if they are the same.
  fileprivate func compare(_ text: [UInt8], _ range: ByteRange) -> Int {
    let count = Swift.min(text.count, range.count)
    var index = 0
    while index < count {
      let (a, b) = (text[index], self[range.start + index])
      if a != b { return a < b ? -1 : 1 }
      index += 1
    }
    return text.count - range.count
  }
}

extension DismissalRule.Value {
  func json(_ stamp: Stamp) -> JSONValue {
    switch self {
    case .value(let value): value
    case .now: .string(stamp.instant.description)
    }
  }
}

extension KindSchema {
  /// The relations it stores and those it reads by their inverse names, ascending.
  package var relationNames: [String] { (relations.map(\.name) + inverses.compactMap(\.inverse)).sorted() }
}

extension LedgerError {
  /// Masked output, used as input.
  fileprivate static func masked(_ schema: KindSchema, _ field: String) -> LedgerError {
    LedgerError(
      .refused,
      "\(schema.kind).\(field) is hidden, and '\(Disclosure.mask)' is only a placeholder for its value",
      advice: "leave the field out, or write the value, which \(Remedy.reveal) shows")
  }
}

extension FieldSchema {
  /// Why it does not accept the value; for a hidden field, without the given value.
  fileprivate func refusal(_ value: JSONValue, _ problem: ValueProblem) -> String {
    isSensitive ? "must be \(type), not \(Disclosure.mask)" : "\(problem.what), not \(value.shortened)"
  }
}

extension JSONValue {
  /// For messages.
  var shortened: String {
    let text = description
    return text.utf8.count <= 60 ? text : String(text.prefix(57)) + "…"
  }
}
