public import DaybookModel

/// A former name of a field. Old events keep it; the field reads whichever of both registers is the
/// later, and its own where one event wrote both.
public struct Renamed<Owner: Entity>: SchemaDeclaration {
  public let part: SchemaPart<Owner>

  public init(_ former: String, to path: PartialKeyPath<Owner>) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Renamed") else { return }
      draft.schema.renames.append(FieldRename(former: former, name: name))
    }
  }
}

/// Reads a field's value written before schema version `before` as the present version means it.
/// Events are never rewritten. Several upcasts of one field run in the order of their versions.
public struct Upcast<Owner: Entity>: SchemaDeclaration {
  public let part: SchemaPart<Owner>

  public init(
    _ path: PartialKeyPath<Owner>, before version: Int64,
    _ convert: @escaping @Sendable (JSONValue) -> JSONValue
  ) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Upcast") else { return }
      draft.schema.upcasts.append(FieldUpcast(field: name, before: version, convert: convert))
    }
  }
}

public struct FieldUpcast: Sendable {
  public var field: String
  package var before: Int64
  public var convert: @Sendable (JSONValue) -> JSONValue
}
