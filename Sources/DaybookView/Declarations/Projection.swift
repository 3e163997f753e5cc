package import DaybookModel

/// A field that the view computes: a counter, a chip, a preview. Writing it is refused; in imported
/// or old events it is ignored.
public struct Projection<Owner: Entity>: SchemaDeclaration {
  /// Adds the formula to the schema of the kind, and sets ``FieldSchema/isProjection`` of the field.
  public let part: SchemaPart<Owner>

  /// Computed by the formula, from nothing but the view.
  public init<Value: Encodable & SendableMetatype>(
    _ path: KeyPath<Owner, Value>, _ formula: @escaping @Sendable (borrowing EntityReader) -> Value
  ) {
    self.init(path, ProjectionFormula { reader in try FieldEncoder.json(formula(reader)) })
  }

  /// Reads as its default: nothing computes it yet.
  public init(_ path: PartialKeyPath<Owner>) { self.init(path, nil) }

  private init(_ path: PartialKeyPath<Owner>, _ formula: ProjectionFormula?) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Projection") else { return }
      draft.schema.projections[name] = formula ?? ProjectionFormula(compute: nil)
    }
  }
}

package struct ProjectionFormula: Sendable {
  package var compute: (@Sendable (borrowing EntityReader) throws -> JSONValue)?
}
