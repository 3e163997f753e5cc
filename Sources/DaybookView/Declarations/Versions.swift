public import DaybookModel

/// A former name of a field. Old events keep it; the field reads the later of the two registers, and its own if one
/// event wrote both.
public struct Renamed<Owner: Entity>: SchemaDeclaration {
  /// Adds to ``KindSchema/renames``.
  public let part: SchemaPart<Owner>

  /// `former` must not be the name of a present field.
  public init(_ former: String, to path: PartialKeyPath<Owner>) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Renamed") else { return }
      draft.schema.renames.append(FieldRename(former: former, name: name))
    }
  }
}

/// Converts a field's value written before schema version `before` to the present version.
/// Events are never rewritten. Several upcasts of one field run in the order of their versions.
public struct Upcast<Owner: Entity>: SchemaDeclaration {
  /// Adds to ``KindSchema/upcasts``.
  public let part: SchemaPart<Owner>

  /// Converts values that a schema of a version below `version` wrote. `convert` receives them as they were stored,
  /// including null, and must give equal results for equal values.
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

/// An ``Upcast`` whose struct is known only at run time.
public struct FieldUpcast: Sendable {
  /// The present name of the field; values under its former names are converted too.
  public var field: String
  package var before: Int64
  /// The value in the present version's terms, from the stored value.
  public var convert: @Sendable (JSONValue) -> JSONValue
}

/// Names the reference from a deleted entity that turned out to be another one to that other entity. Imports follow it:
/// a source's new values for the former are written to the latter.
public struct Successor<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/successor``.
  public let part: SchemaPart<Owner>

  /// - Parameters:
  ///   - path: a reference to an entity of the same kind.
  ///   - texts: texts or lists of texts, such as addresses. What a source adds to them is added to `list` of the
  ///     successor.
  ///   - others: fields that the successor takes over if its own are empty.
  public init(
    _ path: PartialKeyPath<Owner>, adding texts: [PartialKeyPath<Owner>], to list: PartialKeyPath<Owner>,
    filling others: [PartialKeyPath<Owner>]
  ) {
    let (name, listName) = (PropertyNames.name(of: path), PropertyNames.name(of: list))
    let (textNames, otherNames) = (
      texts.map { PropertyNames.name(of: $0) }, others.map { PropertyNames.name(of: $0) }
    )
    part = SchemaPart { draft in
      guard let field = draft.name(name, "Successor"), let list = draft.name(listName, "Successor") else {
        return
      }
      draft.schema.successor = SuccessorRule(
        field: field, texts: textNames.compactMap { draft.name($0, "Successor") }, list: list,
        others: otherNames.compactMap { draft.name($0, "Successor") })
    }
  }
}

/// What ``Successor`` declares.
public struct SuccessorRule: Sendable, Equatable {
  package var field: String
  package var texts: [String]
  package var list: String
  package var others: [String]
}
