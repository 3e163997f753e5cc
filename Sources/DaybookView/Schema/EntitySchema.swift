import DaybookModel

/// What a kind's struct cannot say by itself: its name, relations, delete rules, keys, former names
/// and computed fields. See ``Entity`` for an example.
public struct EntitySchema<Owner: Entity>: Sendable {
  /// `system.typeName`
  public let kind: String
  /// The schema's version, if it differs from its system's.
  public let version: Int64?
  package let parts: [SchemaPart<Owner>]

  /// The schema of a kind, made once as `static let schema`.
  ///
  /// - Parameters:
  ///   - kind: `system.typeName`; the part before the dot is the name of the ``System``.
  ///   - version: nil: that of the system.
  public init(
    _ kind: String, version: Int64? = nil,
    @SchemaBuilder<Owner> _ declarations: () -> [SchemaPart<Owner>] = { [] }
  ) {
    (self.kind, self.version, parts) = (kind, version, declarations())
    naturalKey = parts.lazy.compactMap { $0.naturalKey }.first
  }

  private let naturalKey: (@Sendable (Owner) -> String)?

  /// The id that the value's natural key gives; nil if it has none.
  func keyedID(of value: Owner) -> String? {
    guard let key = naturalKey?(value), !key.isEmpty else { return nil }
    return NaturalKey.id(of: kind, normalized: key)
  }
}

/// Collects the declarations of an ``EntitySchema``.
@resultBuilder
public enum SchemaBuilder<Owner: Entity> {
  /// One declaration, as an element of the schema.
  public static func buildExpression<Declaration: SchemaDeclaration>(
    _ declaration: Declaration
  ) -> [SchemaPart<Owner>] where Declaration.Owner == Owner { [declaration.part] }

  /// All declarations, in their order.
  public static func buildBlock(_ parts: [SchemaPart<Owner>]...) -> [SchemaPart<Owner>] {
    Array(parts.joined())
  }
}

/// Something that an ``EntitySchema`` declares.
public protocol SchemaDeclaration<Owner>: Sendable {
  /// The entity type whose schema the declaration is part of.
  associatedtype Owner: Entity
  /// What the declaration adds to the kind's schema when the registry reads it.
  var part: SchemaPart<Owner> { get }
}

/// A declaration in the one form that the registry reads.
public struct SchemaPart<Owner: Entity>: Sendable {
  /// Declarations must not touch another kind's schema while they are made, since that schema may be waiting for this
  /// one; names of kinds are resolved when the registry is built.
  package let apply: @Sendable (inout SchemaDraft) -> Void
  /// For a ``Key``: the normalised value, empty if there is none.
  let naturalKey: (@Sendable (Owner) -> String)?

  package init(_ apply: @escaping @Sendable (inout SchemaDraft) -> Void) {
    self.apply = apply
    naturalKey = nil
  }

  init(
    naturalKey: @escaping @Sendable (Owner) -> String,
    apply: @escaping @Sendable (inout SchemaDraft) -> Void
  ) {
    (self.naturalKey, self.apply) = (naturalKey, apply)
  }
}

/// A kind's declarations while the registry collects them.
package struct SchemaDraft {
  /// One side's declaration of a relation.
  struct RelationEnd {
    var name: String
    var onDelete: DeleteRule?
  }

  struct InverseRule {
    var name: String
    var owner: String
    var relation: String
    var onDelete: DeleteRule?
  }

  var schema: KindSchema
  /// Reads the struct's fields.
  let fields: @Sendable () throws(LedgerError) -> [FieldSchema]
  /// Compares the names of the struct's properties with their stored names, and checks its defaults.
  var checkStruct: @Sendable () throws(LedgerError) -> Void = {}
  var relations: [RelationSchema] = []
  var provided: [ProvidedEntities] = []
  var inverseRules: [InverseRule] = []
  var sensitive: [String] = []
  var unsearched: [String] = []
  var days: [String] = []
  var stampDefaults: [String: FieldSchema.StampDefault] = [:]
  /// The errors in the declarations.
  var problems: [String] = []

  init(schema: KindSchema, fields: @escaping @Sendable () throws(LedgerError) -> [FieldSchema]) {
    (self.schema, self.fields) = (schema, fields)
  }

  /// The name that a key path stands for; if it names no stored property, an error is noted.
  mutating func name(_ name: String?, _ what: String) -> String? {
    if name == nil { problems.append("\(what) must name a stored property of the struct") }
    return name
  }
}
