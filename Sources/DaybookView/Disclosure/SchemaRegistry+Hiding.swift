// Which fields are hidden: one answer for output and for errors.

extension KindSchema {
  /// Whether it has a sensitive field.
  public var hidesAnything: Bool { fields.contains(where: \.isSensitive) }

  /// Whether output masks the field, named by its present or a former name. In a kind with sensitive fields, unknown
  /// fields are hidden too.
  public func hides(_ name: String) -> Bool {
    guard hidesAnything else { return false }
    let present = renames.first { $0.former == name }?.name ?? name
    return field(present)?.isSensitive ?? (present != idAlias)
  }
}

extension SchemaRegistry {
  /// Whether output masks the field of this kind. O(fields of the kind); for an unknown kind O(kinds).
  public func hides(_ field: String, of kind: String) -> Bool {
    self[kind]?.hides(field) ?? hidesAll(of: kind)
  }

  /// Whether output masks any field of this kind.
  public func hidesAnything(of kind: String) -> Bool {
    self[kind]?.hidesAnything ?? hidesAll(of: kind)
  }

  /// Whether output masks what a dotted path leads to, across relations: true if any field of the path is hidden.
  package func hides(path names: [String], of kind: String) -> Bool {
    var kind = kind
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      if isLast, name == "_id" || name == "_stamp" { return false }
      if name == Row.erasedName { return false }
      guard let schema = self[kind] else { return hidesAll(of: kind) }
      if schema.hides(name) { return true }
      let present = schema.renames.first { $0.former == name }?.name ?? name
      switch schema.field(present)?.type {
      case .one(let target): kind = target
      case .many(let target):
        if index == names.count - 2, names[index + 1] == "count" { return false }
        kind = target
      default: return false
      }
    }
    return false
  }

  /// Whether a condition on the kind may be about a hidden field: its own, or one that relations lead to.
  func hidesAnything(reachableFrom kind: String) -> Bool {
    var seen: Set<String> = [kind]
    var open = [kind]
    while let next = open.popLast() {
      if hidesAnything(of: next) { return true }
      guard let schema = self[next] else { continue }
      for other in schema.relations.map(\.target) + schema.inverses.map(\.owner)
      where seen.insert(other).inserted { open.append(other) }
    }
    return false
  }

  /// A kind that this version does not know, of a system that has sensitive fields, may have some too.
  private func hidesAll(of kind: String) -> Bool {
    self[kind] == nil && neighbours(of: kind).contains(where: \.hidesAnything)
  }
}

extension SchemaRegistry {
  /// Whether a row has a value that output masks. O(fields of the row and its kind).
  public func hasHidden(_ row: Row) -> Bool {
    hidesAnything(of: row.kind) && row.fields.contains { !$0.value.isNothing && hides($0.name, of: row.kind) }
  }
}
