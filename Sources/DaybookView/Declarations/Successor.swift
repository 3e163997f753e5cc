import DaybookModel

/// Names the reference that leads from an entity that was deleted, since it turned out to be another one, to that
/// other one. Imports follow it: what a source says anew of the former goes to the latter.
public struct Successor<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/successor``.
  public let part: SchemaPart<Owner>

  /// - Parameters:
  ///   - path: a reference to an entity of the same kind.
  ///   - texts: texts or lists of texts, such as addresses. What a source adds to them is added to `list` of the
  ///     successor.
  ///   - others: taken over where the successor has nothing.
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
