/// A to-one relation, stored in this kind as a field that holds the target's id.
///
/// `onDelete` says what happens to the target when an entity of this kind is deleted; the target's ``Inverse`` says
/// what happens to this kind when the target is deleted.
///
/// `isAbout` says that an entity of this kind is about its target, such as a note about a person: an erasure of the
/// target with what belongs to it erases this entity too, while a delete of the target leaves it.
public struct One<Owner: Entity>: SchemaDeclaration {
  /// Adds the relation to ``KindSchema/relations``, and to ``KindSchema/inverses`` of its target.
  public let part: SchemaPart<Owner>

  /// Many to one: the target's inverse, if any, is a list. Without `onDelete` a delete leaves the target.
  public init<Target: Entity>(
    _ path: KeyPath<Owner, Ref<Target>?>, inverse: KeyPath<Target, [Ref<Owner>]>? = nil,
    onDelete: DeleteRule? = nil, isAbout: Bool = false
  ) {
    part = Relation.part(
      path, target: Target.self, isToMany: false, inverse: inverse, isInverseToMany: true,
      onDelete: onDelete, isAbout: isAbout)
  }

  /// One to one: the target's inverse is a single reference.
  public init<Target: Entity>(
    _ path: KeyPath<Owner, Ref<Target>?>, inverse: KeyPath<Target, Ref<Owner>?>,
    onDelete: DeleteRule? = nil
  ) {
    part = Relation.part(
      path, target: Target.self, isToMany: false, inverse: inverse, isInverseToMany: false,
      onDelete: onDelete)
  }
}

/// A to-many relation, stored in this kind as edges, in the order of the links' stamps.
public struct Many<Owner: Entity>: SchemaDeclaration {
  /// Adds the relation to ``KindSchema/relations``, and to ``KindSchema/inverses`` of its target.
  public let part: SchemaPart<Owner>

  /// Many to many: the target's inverse, if any, is a list. Without `onDelete` a delete leaves the targets.
  public init<Target: Entity>(
    _ path: KeyPath<Owner, [Ref<Target>]>, inverse: KeyPath<Target, [Ref<Owner>]>? = nil,
    onDelete: DeleteRule? = nil
  ) {
    part = Relation.part(
      path, target: Target.self, isToMany: true, inverse: inverse, isInverseToMany: true,
      onDelete: onDelete)
  }

  /// One to many, stored on the one's side.
  public init<Target: Entity>(
    _ path: KeyPath<Owner, [Ref<Target>]>, inverse: KeyPath<Target, Ref<Owner>?>,
    onDelete: DeleteRule? = nil
  ) {
    part = Relation.part(
      path, target: Target.self, isToMany: true, inverse: inverse, isInverseToMany: false,
      onDelete: onDelete)
  }
}

/// The other end of a relation that `of` stores, with what happens to the entities that store it when
/// this one is deleted. Needed only for a delete rule: an inverse without a rule is declared by the `inverse:` of its
/// relation.
public struct Inverse<Owner: Entity>: SchemaDeclaration {
  /// Adds its rule to the relation that `of` names, which that relation's kind must declare.
  public let part: SchemaPart<Owner>

  /// The inverse of a ``One``: the entities that refer to this one. `onDelete` nil is ``DeleteRule/nullify``.
  public init<Other: Entity>(
    _ path: KeyPath<Owner, [Ref<Other>]>, of relation: KeyPath<Other, Ref<Owner>?>,
    onDelete: DeleteRule? = nil
  ) { part = Self.part(path, relation, onDelete) }

  /// The inverse of a ``Many``: the entities with an edge to this one. `onDelete` nil is ``DeleteRule/nullify``.
  public init<Other: Entity>(
    _ path: KeyPath<Owner, [Ref<Other>]>, of relation: KeyPath<Other, [Ref<Owner>]>,
    onDelete: DeleteRule? = nil
  ) { part = Self.part(path, relation, onDelete) }

  /// The inverse of a ``One`` that is one to one. `onDelete` nil is ``DeleteRule/nullify``.
  public init<Other: Entity>(
    _ path: KeyPath<Owner, Ref<Other>?>, of relation: KeyPath<Other, Ref<Owner>?>,
    onDelete: DeleteRule? = nil
  ) { part = Self.part(path, relation, onDelete) }

  private static func part<Other: Entity>(
    _ path: PartialKeyPath<Owner>, _ relation: PartialKeyPath<Other>, _ onDelete: DeleteRule?
  ) -> SchemaPart<Owner> {
    let (name, other) = (PropertyNames.name(of: path), PropertyNames.name(of: relation))
    return SchemaPart { draft in
      guard let name = draft.name(name, "Inverse"), let other = draft.name(other, "Inverse(of:)") else {
        return
      }
      draft.inverseRules.append(
        .init(name: name, owner: Other.schema.kind, relation: other, onDelete: onDelete))
    }
  }
}

private enum Relation {
  static func part<Owner: Entity, Target: Entity>(
    _ path: PartialKeyPath<Owner>, target: Target.Type, isToMany: Bool,
    inverse: PartialKeyPath<Target>?, isInverseToMany: Bool, onDelete: DeleteRule?, isAbout: Bool = false
  ) -> SchemaPart<Owner> {
    let name = PropertyNames.name(of: path)
    let inverseName = inverse.map { PropertyNames.name(of: $0) }
    return SchemaPart { draft in
      guard let name = draft.name(name, isToMany ? "Many" : "One") else { return }
      var other: String?
      if let inverseName {
        guard let inverseName = draft.name(inverseName, "inverse") else { return }
        other = inverseName
      }
      draft.relations.append(
        RelationSchema(
          name: name, owner: draft.schema.kind, target: Target.schema.kind, isToMany: isToMany,
          inverse: other, isInverseToMany: isInverseToMany, onDelete: onDelete ?? .nullify,
          isAbout: isAbout))
    }
  }
}
