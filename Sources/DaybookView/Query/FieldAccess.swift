import DaybookModel
import DaybookRecords

typealias EntityTest = (borrowing Records, EntityIndex) -> Bool
typealias EntityValue = (borrowing Records, EntityIndex) -> JSONValue

/// A compiled path that can be read from many entities: across to-one relations to an entity, and there a field or a
/// part of its value.
struct FieldAccess {
  enum End {
    case id
    case stamp
    /// The names of the fields whose written values are erased.
    case erased
    case field(FieldPlan)
    /// A field of a raw kind.
    case raw(FieldID, isNamedID: Bool)
    /// Nobody ever wrote a field of this name, or an entity of this kind.
    case nothing(JSONValue)
  }

  let path: ResolvedPath
  /// The to-one relations that lead there.
  let hops: [FieldPlan]
  let end: End
  /// The names that lead into the field's value.
  let within: [String]

  /// How to read fields with a merge policy: the bytes of a contested register are not the field's value.
  var merging = Merging.asked

  enum Merging {
    /// Not determined yet.
    case asked
    /// Not contested: the bytes are the value.
    case none
    /// Contested, or perhaps so.
    case some
  }

  var isCount: Bool { path.target == .count }

  /// For a field with a merge policy, the test of its bytes for entities where it is not contested, and that of
  /// its value for the others; nil for any other field.
  func uncontested(orElse test: (FieldAccess) -> EntityTest) -> EntityTest? {
    guard merging == .asked, let (field, id) = plainRegister, field.merge != nil, let id else { return nil }
    var (bytes, value) = (self, self)
    (bytes.merging, value.merging) = (.none, .some)
    let (ofBytes, ofValue) = (test(bytes), test(value))
    return { records, entity in
      records.isContested(entity, id) ? ofValue(records, entity) : ofBytes(records, entity)
    }
  }

  /// The register whose bytes are the field's value; nil if the value does not come from one register alone.
  var plainRegister: (field: FieldPlan, id: FieldID?)? {
    guard merging != .some, hops.isEmpty, within.isEmpty, !isCount, case .field(let field) = end,
      case .stored = field.source,
      field.isPlain, field.schema.stampDefault == nil
    else { return nil }
    return (field, field.ids.first)
  }
}

extension View {
  func access(
    _ path: Condition.Path, of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> FieldAccess {
    let resolved: ResolvedPath
    do {
      resolved = try PathResolver(registry: registry).resolve(path, of: kind)
    } catch {
      throw LedgerError(.usage, error.what, advice: error.advice)
    }
    var names = resolved.path.names
    if resolved.target == .count { names.removeLast() }
    var kind = kind
    var hops: [FieldPlan] = []
    while let name = names.first {
      guard let schema = registry[kind] else {
        return rawAccess(resolved, hops: hops, names, records)
      }
      names.removeFirst()
      let isLast = names.isEmpty
      if isLast, resolved.target == .id {
        return FieldAccess(path: resolved, hops: hops, end: .id, within: [])
      }
      if isLast, resolved.target == .stamp {
        return FieldAccess(path: resolved, hops: hops, end: .stamp, within: [])
      }
      if isLast, name == Row.erasedName {
        return FieldAccess(path: resolved, hops: hops, end: .erased, within: [])
      }
      guard let field = plan(kind, records)?[name] else {
        // No entity of the kind: every value reads as the default.
        let value = schema.field(name)?.defaultValue ?? .null
        return FieldAccess(path: resolved, hops: hops, end: .nothing(value), within: names)
      }
      guard case .one(let other) = field.schema.type, !isLast else {
        return FieldAccess(path: resolved, hops: hops, end: .field(field), within: names)
      }
      hops.append(field)
      kind = other
    }
    return FieldAccess(path: resolved, hops: hops, end: .nothing(.null), within: [])
  }

  private func rawAccess(
    _ path: ResolvedPath, hops: [FieldPlan], _ names: [String], _ records: borrowing Records
  ) -> FieldAccess {
    let end: FieldAccess.End
    let within = Array(names.dropFirst())
    switch path.target {
    case .id: end = .id
    case .stamp: end = .stamp
    default:
      if names == [Row.erasedName] {
        return FieldAccess(path: path, hops: hops, end: .erased, within: [])
      }
      if let name = names.first, let id = records.field(name) {
        end = .raw(id, isNamedID: name == "id")
      } else {
        end = names.first == "id" ? .id : .nothing(.null)
      }
    }
    return FieldAccess(path: path, hops: hops, end: end, within: within)
  }

  /// Reads the path; null if a reference on the way has no target.
  func value(_ access: FieldAccess) -> EntityValue {
    let end = endValue(access)
    guard !access.hops.isEmpty else { return end }
    return { [self] records, entity in
      guard let target = follow(access.hops, from: entity, records) else { return .null }
      return end(records, target)
    }
  }

  func follow(_ hops: [FieldPlan], from entity: EntityIndex, _ records: borrowing Records) -> EntityIndex? {
    var entity = entity
    for hop in hops {
      guard let next = relatedEntities(entity, hop, records).first else { return nil }
      entity = next
    }
    return entity
  }

  private func endValue(_ access: FieldAccess) -> EntityValue {
    let read = wholeValue(access.end)
    let within = access.within
    guard access.isCount || !within.isEmpty else { return read }
    return { records, entity in
      let value = read(records, entity).dug(within)
      return access.isCount ? .int(Int64(value.array?.count ?? value.object?.count ?? 0)) : value
    }
  }

  private func wholeValue(_ end: FieldAccess.End) -> EntityValue {
    switch end {
    case .id: { records, entity in .string(records.id(of: entity)) }
    case .stamp: { records, entity in records.lastWrite(entity).map { .string($0.description) } ?? .null }
    case .erased: { [self] records, entity in .array(erased(entity, records).map { .string($0) }) }
    case .field(let field): { [self] records, entity in value(entity, field, records) }
    case .raw(let id, let isNamedID):
      { [self] records, entity in
        let value = rawValue(entity, id, records)
        return value.isNull && isNamedID ? .string(records.id(of: entity)) : value
      }
    case .nothing(let value): { _, _ in value }
    }
  }
}

extension JSONValue {
  /// The value that the names lead to, object by object; null where there is none.
  func dug(_ names: [String]) -> JSONValue {
    var value = self
    for name in names { value = value.object?[name] ?? .null }
    return value
  }
}
