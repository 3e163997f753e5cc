import DaybookModel
import DaybookRecords

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

  /// Asked from the other end, once: whose relation holds the entity?
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
