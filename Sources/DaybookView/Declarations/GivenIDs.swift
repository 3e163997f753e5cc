/// Declares that people or another system give the kind's ids: any text may be an id, and only that system may know
/// an entity that others refer to. The survey of orphans (`daybook status --orphans`) leaves out such a kind.
public struct GivenIDs<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/hasGivenIDs``.
  public let part: SchemaPart<Owner>

  public init() { part = SchemaPart { draft in draft.schema.hasGivenIDs = true } }
}
