package import DaybookModel

/// A rule that a local write must keep, checked on the entity as it would be. Data that came by
/// merging is not held to it.
public struct Check<Owner: Entity>: SchemaDeclaration {
  public let part: SchemaPart<Owner>

  /// `rule` completes the sentence "sam.insight.confidence …". Reads the whole entity at every write to it.
  ///
  /// - Parameter isOfTheWhole: who makes an entity keeps the rule too where they leave the field out, whose default
  ///   breaks it; else only who writes the field, or turns what kept the rule into what does not.
  /// - Parameter isOfImports: false: an import brings what exists elsewhere as it is, and the rule is for writing here.
  public init(
    _ path: PartialKeyPath<Owner>, _ rule: String, isOfTheWhole: Bool = false, isOfImports: Bool = true,
    _ holds: @escaping @Sendable (Owner) -> Bool
  ) {
    self.init(PropertyNames.name(of: path), rule, isOfTheWhole, isOfImports, reads: nil) { value in
      (value as? Owner).map(holds) ?? true
    }
  }

  /// The same of a rule that looks at this field and at `others` alone: writes to other fields are not asked.
  public init(
    _ path: PartialKeyPath<Owner>, _ rule: String, reading other: PartialKeyPath<Owner>,
    _ others: PartialKeyPath<Owner>..., isOfTheWhole: Bool = false,
    _ holds: @escaping @Sendable (Owner) -> Bool
  ) {
    let names = ([path, other] + others).map { PropertyNames.name(of: $0) }
    self.init(names.first ?? nil, rule, isOfTheWhole, reads: names) { value in
      (value as? Owner).map(holds) ?? true
    }
  }

  /// The same of a rule that looks at the field's value alone.
  public init<Value>(
    value path: any KeyPath<Owner, Value> & Sendable, _ rule: String, isOfTheWhole: Bool = false,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) {
    let name = PropertyNames.name(of: path)
    self.init(name, rule, isOfTheWhole, reads: [name]) { value in
      (value as? Owner).map { holds($0[keyPath: path]) } ?? true
    }
  }

  private init(
    _ name: String?, _ rule: String, _ isOfTheWhole: Bool, _ isOfImports: Bool = true, reads: [String?]?,
    _ holds: @escaping @Sendable (any Sendable) -> Bool
  ) {
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Check") else { return }
      var known: [String]?
      if let reads {
        known = []
        for read in reads { known? += draft.name(read, "Check").map { [$0] } ?? [] }
      }
      var check = EntityCheck(field: name, rule: rule, isOfTheWhole: isOfTheWhole, reads: known, holds: holds)
      check.isOfImports = isOfImports
      draft.schema.checks.append(check)
    }
  }
}

/// A ``Check`` whose struct is known only at run time.
package struct EntityCheck: Sendable {
  package var field: String
  package var rule: String
  package var isOfTheWhole: Bool
  package var isOfImports = true
  /// The fields that it looks at; nil: any.
  package var reads: [String]?
  package var holds: @Sendable (any Sendable) -> Bool
  /// Of a ``Bound``, which somebody may go beyond, at the time of the write.
  package var bound: (@Sendable (any Sendable, WriteMoment) -> Bool)?

  init(
    field: String, rule: String, isOfTheWhole: Bool, reads: [String]?,
    holds: @escaping @Sendable (any Sendable) -> Bool
  ) {
    (self.field, self.rule, self.isOfTheWhole) = (field, rule, isOfTheWhole)
    (self.reads, self.holds) = (reads, holds)
  }

  package func holds(_ value: any Sendable, at moment: WriteMoment) -> Bool {
    bound.map { $0(value, moment) } ?? holds(value)
  }

  /// Whether a write may change what the check says. `makes`: it makes the entity.
  func isDue(_ mutation: Mutation, of schema: KindSchema, makes: Bool) -> Bool {
    isDue(setting: mutation.set ?? [:], of: schema, makes: makes)
  }

  package func isDue(setting set: JSONObject, of schema: KindSchema, makes: Bool) -> Bool {
    guard let reads, !(makes && isOfTheWhole) else { return true }
    return reads.contains { name in schema.names(of: name).contains { set[$0] != nil } }
  }
}
