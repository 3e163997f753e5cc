package import DaybookModel
package import DaybookRecords

// A stored field's value: from all of its names, in the present version's terms, and merged according to its policy.
// Code that compares something with the stored value uses this.

extension KindSchema {
  /// Nil where nothing shows; null is a value. O(1); for a field with a policy that several machines wrote, O(its
  /// heads).
  ///
  /// - Parameter ignoringOver: whether to include what a re-creation has hidden, on this machine's side.
  package func reading(
    _ name: String, of entity: EntityIndex, _ records: borrowing Records, ignoringOver: Bool = false
  ) -> JSONValue? {
    let ids = names(of: name).compactMap { records.field($0) }
    if let policy = merges[name], let field = field(name) {
      let merge = FieldMerge(policy: policy, type: field.type, upcasts: upcasts.filter { $0.field == name })
      if let merged = records.merged(entity, ids, merge, ignoringOver: ignoringOver) { return merged }
    }
    let write =
      ignoringOver ? records.heads(entity, ids, ignoringOver: true).first?.write : records.shown(entity, ids)
    guard let write, !write.value.isErased else { return nil }
    return upcast(records.json(write.value), of: name, from: write.v)
  }
}

/// A field's policy, ready to be applied.
struct FieldMerge {
  let policy: MergePolicy
  let type: FieldType
  let upcasts: [FieldUpcast]

  func upcast(_ value: JSONValue, from version: Int64?) -> JSONValue {
    guard let version else { return value }
    return upcasts.reduce(value) { value, upcast in version < upcast.before ? upcast.convert(value) : value }
  }
}

extension Records {
  /// The merged value of a field's heads; nil if there is only one, or a server's value shows.
  func merged(
    _ entity: EntityIndex, _ ids: [FieldID], _ merge: FieldMerge, ignoringOver: Bool = false
  ) -> JSONValue? {
    guard ids.count > 1 || ids.contains(where: { isContested(entity, $0) }) else { return nil }
    if !ignoringOver, let shown = shown(entity, ids), shown.server != nil { return nil }
    let heads = heads(entity, ids, ignoringOver: ignoringOver)
    let left = heads.filter { !$0.write.value.isErased }
    guard heads.count > 1, !left.isEmpty else { return nil }
    let values = left.reversed().map { merge.upcast(json($0.write.value), from: $0.write.v) }
    return merge.policy.merged(values, merge.type)
  }
}
