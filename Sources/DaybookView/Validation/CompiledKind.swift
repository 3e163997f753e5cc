import DaybookLog
import DaybookModel

/// What a kind's schema asks of its mutations, in the form in which the planner asks it: read once.
final class CompiledKind: Sendable {
  let kind: String
  let name: [UInt8]
  /// Of no registered system: written as it comes.
  let isRaw: Bool
  /// Large: read where a rule of it is due. Of a raw kind without anything.
  let schema: KindSchema
  /// Whether events with values carry a salt.
  let isSalted: Bool
  /// Former names among them, ascending by their bytes.
  let fields: [CompiledField]
  /// The relations that it stores and those that it reads by their inverse names.
  let relations: [CompiledRelation]
  let hidesAnything: Bool
  let hasUniques: Bool
  let hasDerivations: Bool
  /// Names of fields with former ones.
  let renames: [(name: [UInt8], former: [UInt8])]
  /// Whether any of its entities is there without an event.
  let hasProvided: Bool
  /// Whether a rule reads everything, or counts where an entity is made without its field.
  let hasRuleOfAll: Bool
  let hasRuleOfTheWhole: Bool
  /// Whether a delete may be refused for what is related to it.
  let refusesDeletes: Bool

  init(_ kind: String, _ found: KindSchema?) {
    let schema = found ?? KindSchema(kind: kind, version: 0)
    (self.kind, self.schema, name) = (kind, schema, Array(kind.utf8))
    isRaw = found == nil
    isSalted = isRaw || schema.isPersonal
    let former = schema.renames.compactMap { rename in
      schema.field(rename.former) == nil
        ? schema.field(rename.name).map { CompiledField($0, former: rename.former, of: schema) } : nil
    }
    fields = (schema.fields.map { CompiledField($0, of: schema) } + former)
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    relations = CompiledRelation.all(of: schema)
    hidesAnything = schema.hidesAnything
    hasUniques = !schema.uniques.isEmpty
    hasDerivations = !schema.derivations.isEmpty
    renames = schema.renames.map { (Array($0.name.utf8), Array($0.former.utf8)) }
    hasProvided = !schema.provided.isEmpty
    hasRuleOfAll = schema.checks.contains { $0.reads == nil }
    hasRuleOfTheWhole = schema.checks.contains(where: \.isOfTheWhole)
    refusesDeletes =
      schema.relations.contains { $0.onDelete == .deny }
      || schema.inverses.contains { $0.onTargetDelete == .deny }
  }

  func relation(_ range: ByteRange, _ bytes: Span<UInt8>) -> CompiledRelation? {
    for index in relations.indices where bytes.holds(relations[index].name, at: range) {
      return relations[index]
    }
    return nil
  }
}

/// A relation by a name that the kind knows it by.
struct CompiledRelation: Sendable {
  let name: [UInt8]
  let schema: RelationSchema
  /// Whether it is the name of the side that does not store it.
  let isInverse: Bool

  /// The stored ones first: of two of one name they count.
  static func all(of schema: KindSchema) -> [CompiledRelation] {
    schema.relations.map { CompiledRelation(name: Array($0.name.utf8), schema: $0, isInverse: false) }
      + schema.inverses.compactMap { relation in
        relation.inverse.map { CompiledRelation(name: Array($0.utf8), schema: relation, isInverse: true) }
      }
  }
}

extension Span<UInt8> {
  /// Whether these bytes lie at a range.
  @inline(__always)
  func holds(_ text: [UInt8], at range: ByteRange) -> Bool {
    guard text.count == range.count else { return false }
    var index = 0
    while index < text.count {
      if text[index] != self[range.start + index] { return false }
      index += 1
    }
    return true
  }
}
