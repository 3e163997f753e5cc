/// The kind's ids are given by people or by another system: any text may be one, and an entity that others refer to
/// may be known there alone. The survey of orphans (`daybook status --orphans`) passes over such a kind.
public struct GivenIDs<Owner: Entity>: SchemaDeclaration {
  public let part: SchemaPart<Owner>

  public init() { part = SchemaPart { draft in draft.schema.hasGivenIDs = true } }
}
