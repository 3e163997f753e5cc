import DaybookModel

/// A rule that a local write must keep, checked on the entity as it would be after the write. Data that arrives by
/// merging is not checked.
public struct Check<Owner: Entity>: SchemaDeclaration {
  /// Adds the rule to ``KindSchema/checks``.
  public let part: SchemaPart<Owner>

  /// `rule` completes the sentence "sam.insight.confidence …". It reads the whole entity at every write to it.
  ///
  /// - Parameter isOfTheWhole: whether a write that makes an entity must keep the rule even if it leaves out the
  ///   field, whose default breaks the rule; otherwise the rule binds only a write of the field, or one by which the
  ///   entity comes to break the rule.
  /// - Parameter isOfImports: false: an import writes existing data unchanged, and the rule binds only local writes.
  public init(
    _ path: PartialKeyPath<Owner>, _ rule: String, isOfTheWhole: Bool = false, isOfImports: Bool = true,
    _ holds: @escaping @Sendable (Owner) -> Bool
  ) {
    self.init([PropertyNames.name(of: path)], rule, isOfTheWhole, isOfImports, readsAll: true) { values, _ in
      try values.whole(Owner.self).map(holds) ?? true
    } ofOwner: {
      holds($0)
    }
  }

  /// The same for a rule that reads only this field and `others`: writes to other fields are not checked.
  public init<
    Value: Decodable & SendableMetatype, Second: Decodable & SendableMetatype,
    each Other: Decodable & SendableMetatype
  >(
    _ path: any KeyPath<Owner, Value> & Sendable, _ rule: String,
    reading second: any KeyPath<Owner, Second> & Sendable,
    _ others: repeat any KeyPath<Owner, each Other> & Sendable, isOfTheWhole: Bool = false,
    _ holds: @escaping @Sendable (Value, Second, repeat each Other) -> Bool
  ) {
    var names = [PropertyNames.name(of: path), PropertyNames.name(of: second)]
    repeat names.append(PropertyNames.name(of: each others))
    let read = names
    self.init(read, rule, isOfTheWhole) { values, names in
      var place = 0
      func next<Next: Decodable>(_ type: Next.Type) throws -> Next {
        defer { place += 1 }
        return try values.value(names[place], type)
      }
      return holds(
        try next(Value.self), try next(Second.self), repeat try next((each Other).self))
    } ofOwner: { owner in
      holds(owner[keyPath: path], owner[keyPath: second], repeat owner[keyPath: each others])
    }
  }

  /// The same for a rule that reads only the field's value.
  public init<Value: Decodable & SendableMetatype>(
    value path: any KeyPath<Owner, Value> & Sendable, _ rule: String, isOfTheWhole: Bool = false,
    _ holds: @escaping @Sendable (Value) -> Bool
  ) {
    self.init([PropertyNames.name(of: path)], rule, isOfTheWhole) { values, names in
      holds(try values.value(names[0], Value.self))
    } ofOwner: {
      holds($0[keyPath: path])
    }
  }

  private init(
    _ names: [String?], _ rule: String, _ isOfTheWhole: Bool, _ isOfImports: Bool = true,
    readsAll: Bool = false,
    _ holds: @escaping @Sendable (RuleValues, _ names: [String]) throws -> Bool,
    ofOwner holdsOfOwner: @escaping @Sendable (Owner) -> Bool
  ) {
    part = SchemaPart { draft in
      let known = names.compactMap { draft.name($0, "Check") }
      guard known.count == names.count, let name = known.first else { return }
      var check = EntityCheck(
        field: name, rule: rule, isOfTheWhole: isOfTheWhole, reads: readsAll ? nil : known,
        holds: { values, _ in try holds(values, known) },
        ofOwner: { value, _ in (value as? Owner).map(holdsOfOwner) ?? true })
      check.isOfImports = isOfImports
      draft.schema.checks.append(check)
    }
  }
}

/// A ``Check`` or a ``Bound`` whose struct is known only at run time.
public struct EntityCheck: Sendable {
  /// The field that an error names: the first of those that were declared.
  public var field: String
  /// The end of the sentence "sam.insight.confidence …", such as `must be from 0 to 1`.
  public var rule: String
  /// Whether a write that makes an entity must keep the rule even if it leaves the field out; false by default.
  public var isOfTheWhole: Bool
  /// Whether imports keep the rule too; true by default.
  public var isOfImports = true
  /// Whether it is a ``Bound``, which a write may exceed if somebody confirms it.
  public var isBound = false
  /// The fields that it reads; nil: any.
  public var reads: [String]?
  private let holdsValues: @Sendable (RuleValues, WriteMoment) throws -> Bool
  private let holdsOwner: @Sendable (any Sendable, WriteMoment) -> Bool

  init(
    field: String, rule: String, isOfTheWhole: Bool, reads: [String]?,
    holds: @escaping @Sendable (RuleValues, WriteMoment) throws -> Bool,
    ofOwner: @escaping @Sendable (any Sendable, WriteMoment) -> Bool
  ) {
    (self.field, self.rule, self.isOfTheWhole) = (field, rule, isOfTheWhole)
    (self.reads, holdsValues, holdsOwner) = (reads, holds, ofOwner)
  }

  /// - Throws: if a field's value does not have the field's type.
  public func holds(_ values: RuleValues, at moment: WriteMoment) throws -> Bool {
    try holdsValues(values, moment)
  }

  /// Checks an entity as its struct.
  public func holds(_ value: any Sendable, at moment: WriteMoment) -> Bool { holdsOwner(value, moment) }

  /// Whether the rule holds, if it is one that nobody may break.
  public func holds(_ value: any Sendable) -> Bool {
    isBound || holds(value, at: WriteMoment(Instant(milliseconds: 0)))
  }

  /// Whether a write may change the result of the check. `makes`: whether it makes the entity.
  ///
  /// - Parameter isSet: whether the write sets a field of that name.
  package func isDue(of schema: KindSchema, makes: Bool, _ isSet: (String) -> Bool) -> Bool {
    guard let reads, !(makes && isOfTheWhole) else { return true }
    return reads.contains { name in schema.names(of: name).contains(where: isSet) }
  }
}
