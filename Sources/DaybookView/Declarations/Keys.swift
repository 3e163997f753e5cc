/// The kind's natural key: the id is the UUIDv5 of kind and normalised value, so that machines which record the same
/// object offline make one entity. Implies uniqueness.
///
/// A new struct with a value for its key has this id at once. If another entity already holds the key,
/// ``EntityWriting/upsert(_:)`` of a new struct updates that entity, and does not write the fields that have their
/// defaults. A struct made with an explicit id keeps it.
public struct Key<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/key``, and puts the field first in ``KindSchema/uniques``.
  public let part: SchemaPart<Owner>

  /// The key is this text, normalised. An entity with an empty text gets a generated id.
  public init(_ path: any KeyPath<Owner, String> & Sendable, _ normalizer: KeyNormalizer = .exact) {
    part = Self.part(path, normalizer) { $0[keyPath: path] }
  }

  /// The same of an optional text; nil counts as empty.
  public init(_ path: any KeyPath<Owner, String?> & Sendable, _ normalizer: KeyNormalizer = .exact) {
    part = Self.part(path, normalizer) { $0[keyPath: path] ?? "" }
  }

  private static func part(
    _ path: PartialKeyPath<Owner>, _ normalizer: KeyNormalizer, _ value: @escaping @Sendable (Owner) -> String
  ) -> SchemaPart<Owner> {
    let name = PropertyNames.name(of: path)
    return SchemaPart(naturalKey: { normalizer.normalized(value($0)) }) { draft in
      guard let name = draft.name(name, "Key") else { return }
      if draft.schema.key != nil { draft.problems.append("there is more than one Key") }
      draft.schema.key = NaturalKey(field: name, normalizer: normalizer)
      draft.schema.uniques.insert([name], at: 0)
    }
  }
}

/// No two entities have the same values in these fields, nulls aside. A local write that would break this is refused; a
/// duplicate that arises by merging is kept and is a conflict.
public struct Unique<Owner: Entity>: SchemaDeclaration {
  /// Adds one set of fields to ``KindSchema/uniques``.
  public let part: SchemaPart<Owner>

  /// One or more fields, whose combination is unique.
  public init(_ paths: PartialKeyPath<Owner>...) {
    let names = paths.map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      let found = names.compactMap { draft.name($0, "Unique") }
      if found.count == names.count { draft.schema.uniques.append(found) }
    }
  }
}

/// Fields by which queries often look entities up. For these, and for keys and unique fields, a process that repeatedly
/// looks up entities by one value finds them without reading the others; exported databases have an index for each.
public struct Indexed<Owner: Entity>: SchemaDeclaration {
  /// Adds the fields to ``KindSchema/indexed``.
  public let part: SchemaPart<Owner>

  /// One or more fields, each indexed separately.
  public init(_ paths: PartialKeyPath<Owner>...) {
    let names = paths.map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      for name in names { draft.schema.indexed += draft.name(name, "Indexed").map { [$0] } ?? [] }
    }
  }
}

/// Another name of the entity's id, for data that uses that name (`uuid`).
public struct IDAlias<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/idAlias``.
  public let part: SchemaPart<Owner>

  /// A name that paths in conditions read as `id`, even if a field has the same name.
  public init(_ name: String) { part = SchemaPart { draft in draft.schema.idAlias = name } }
}

/// Declares that people or another system assign the kind's ids: any text may be an id, and only that system may know
/// an entity that others refer to. The survey of orphans (`daybook status --orphans`) leaves out such a kind.
public struct GivenIDs<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/hasGivenIDs``.
  public let part: SchemaPart<Owner>

  public init() { part = SchemaPart { draft in draft.schema.hasGivenIDs = true } }
}
