import DaybookModel
import DaybookRecords

extension View {
  /// Compiles a condition, so that it can be tested for many entities of a kind. Names become numbers, literals become
  /// bytes, and what is the same for every entity is worked out once.
  func test(
    _ condition: Condition, of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> EntityTest {
    switch condition {
    case .constant(let value): return { _, _ in value }
    case .and(let parts): return try all(parts, of: kind, records)
    case .or(let parts):
      let negated = try all(parts.map { .not($0) }, of: kind, records)
      return { records, entity in !negated(records, entity) }
    case .not(let part):
      let test = try test(part, of: kind, records)
      return { records, entity in !test(records, entity) }
    case .compare(let path, let comparison, let value):
      return compare(try access(path, of: kind, records), comparison, value)
    case .compareFields(let left, let comparison, let right):
      let left = value(try access(left, of: kind, records))
      let right = value(try access(right, of: kind, records))
      return { records, entity in left(records, entity).holds(comparison, right(records, entity)) }
    case .isIn(let path, let values): return isIn(try access(path, of: kind, records), values)
    case .isNull(let path): return compare(try access(path, of: kind, records), .equal, .null)
    case .contains(let path, let value):
      return contains(try access(path, of: kind, records), value, kind, records)
    case .matches(let path, let match, let text):
      let read = value(try access(path, of: kind, records))
      return { records, entity in read(records, entity).matches(match, text) }
    case .any(let path, let condition):
      return try any(try access(path, of: kind, records), condition, records)
    }
  }

  private func all(
    _ parts: [Condition], of kind: String, _ records: borrowing Records
  ) throws(LedgerError) -> EntityTest {
    var tests: [EntityTest] = []
    for part in parts { tests.append(try test(part, of: kind, records)) }
    if tests.count == 2 {
      let (first, second) = (tests[0], tests[1])
      return { records, entity in first(records, entity) && second(records, entity) }
    }
    return { records, entity in
      for test in tests where !test(records, entity) { return false }
      return true
    }
  }

  private func compare(
    _ access: FieldAccess, _ comparison: Condition.Comparison, _ literal: JSONValue
  ) -> EntityTest {
    let isInstant = access.path.target == .field(.instant)
    if let whole = access.uncontested(orElse: { compare($0, comparison, literal) }) { return whole }
    if let test = byteTest(access, comparison, literal) { return test.test }
    if access.hops.isEmpty, case .id = access.end {
      let bytes = ByteComparison(comparison, literal, isInstant: false)
      return { records, entity in records.withID(of: entity) { bytes.holds(text: $0) } }
    }
    let read = value(access)
    guard isInstant else {
      return { records, entity in read(records, entity).holds(comparison, literal) }
    }
    return { records, entity in
      read(records, entity).canonicalInstant.holds(comparison, literal)
    }
  }

  private func isIn(_ access: FieldAccess, _ values: [JSONValue]) -> EntityTest {
    let list = ValueList(values)
    if let whole = access.uncontested(orElse: { isIn($0, values) }) { return whole }
    if let test = byteTest(access, list) { return test.test }
    let read = value(access)
    let isInstant = access.path.target == .field(.instant)
    return { records, entity in
      let value = read(records, entity)
      return list.contains(isInstant ? value.canonicalInstant : value)
    }
  }

  private func any(
    _ access: FieldAccess, _ condition: Condition, _ records: borrowing Records
  ) throws(LedgerError) -> EntityTest {
    if case .field(.many(let other)) = access.path.target {
      let inner = try test(condition, of: other, records)
      guard case .field(let field) = access.end else { return { _, _ in false } }
      return { [self] records, entity in
        guard let source = follow(access.hops, from: entity, records) else { return false }
        for target in relatedEntities(source, field, records) where inner(records, target) { return true }
        return false
      }
    }
    let inner = try ElementTest.test(condition)
    let read = value(access)
    return { records, entity in read(records, entity).array?.contains(where: inner) ?? false }
  }
}

extension JSONValue {
  /// An instant in the canonical form that comparisons use, in whatever form it was written.
  var canonicalInstant: JSONValue {
    guard case .string(let text) = self, text.utf8.count != 24, let instant = DateText.instant(text) else {
      return self
    }
    return .string(instant.description)
  }
}

extension View {
  func contains(
    _ access: FieldAccess, _ value: JSONValue, _ kind: String, _ records: borrowing Records
  ) -> EntityTest {
    if case .field(.many(let other)) = access.path.target {
      return containsEntity(access, other, value.string ?? "", records)
    }
    if let whole = access.uncontested(orElse: { contains($0, value, kind, records) }) { return whole }
    let needle = value.string.map { FoldedNeedle($0) }
    if let needle, let test = byteTest(access, needle) { return test.test }
    let read = self.value(access)
    return { records, entity in read(records, entity).holds(value, needle) }
  }

  /// Evaluated once, from the other end: which entities' relation holds the value?
  private func containsEntity(
    _ access: FieldAccess, _ other: String, _ id: String, _ records: borrowing Records
  ) -> EntityTest {
    guard case .field(let field) = access.end else { return { _, _ in false } }
    let holders = holders(field, other, id, records)
    guard !access.hops.isEmpty else { return { _, entity in holders.contains(entity) } }
    return { [self] records, entity in
      follow(access.hops, from: entity, records).map { holders.contains($0) } ?? false
    }
  }

  private func holders(
    _ field: FieldPlan, _ other: String, _ id: String, _ records: borrowing Records
  ) -> Set<EntityIndex> {
    switch field.source {
    case .many(let relation):
      guard let rel = relation.ids.first, !isGone(other, id, records) else { return [] }
      return Set(records.edges(to: id, rel: rel).map(\.from))
    case .inverse(let relation):
      guard let source = shown(other, id, records),
        let plan = plan(of: source, records)?[relation.schema.name]
      else { return [] }
      return Set(relatedEntities(source, plan, records))
    default: return []
    }
  }
}

extension JSONValue {
  func matches(_ match: Condition.TextMatch, _ text: String) -> Bool {
    guard case .string(var whole) = self else { return false }
    var part = text
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        guard part.count <= whole.count else { return false }
        let starts = match == .begins ? 0...0 : 0...(whole.count - part.count)
        return starts.contains {
          ValueOrder(UnsafeBufferPointer(rebasing: whole[$0..<$0 + part.count]), part) == .equal
        }
      }
    }
  }

  /// `contains`: a text holds the text folded; an array holds the value, texts compared folded.
  func holds(_ value: JSONValue?, _ needle: FoldedNeedle?) -> Bool {
    switch self {
    case .string(let text): return needle?.isIn(text) ?? false
    case .array(let items):
      return items.contains { item in
        if let needle, case .string(let text) = item { return needle.equals(text) }
        return value.map { item == $0 } ?? false
      }
    case .object(let object):
      guard case .string(let key)? = value else { return false }
      return object[key] != nil
    default: return false
    }
  }
}
