import DaybookLog
import DaybookModel

/// A kind's schema, compiled once into the form that the planner uses: names as bytes, rules as bits.
final class CompiledKind: Sendable {
  let kind: String
  let name: [UInt8]
  /// A kind of no registered system: written unchanged.
  let isRaw: Bool
  /// Large, so it is read only if one of its rules is due. Empty for a raw kind.
  let schema: KindSchema
  /// Former names among them, ascending by their bytes.
  let fields: [CompiledField]
  /// The relations that it stores and those that it reads by their inverse names.
  let relations: [CompiledRelation]
  let hidesAnything: Bool
  let hasUpcasts: Bool
  let hasUniques: Bool
  /// Its stored fields, as rules and formulas read them.
  let stored: [Stored]
  let formulas: [Formula]
  let rules: [Rule]
  /// Names of fields with former ones.
  let renames: [(name: [UInt8], former: [UInt8])]
  /// Whether any of its entities exists without an event.
  let hasProvided: Bool
  /// The rules that are due whatever is written, and those that are due if an entity is made.
  let rulesOfAll: BitSet64
  let rulesOfTheWhole: BitSet64
  /// Whether a delete may be refused for what is related to it.
  let refusesDeletes: Bool

  init(_ kind: String, _ found: KindSchema?) {
    let schema = found ?? KindSchema(kind: kind, version: 0)
    (self.kind, self.schema, name) = (kind, schema, Array(kind.utf8))
    isRaw = found == nil
    let stored = schema.fields.filter(Self.isStored).map {
      Stored(schema: $0, names: schema.names(of: $0.name))
    }
    let former = schema.renames.compactMap { rename in
      schema.field(rename.former) == nil
        ? schema.field(rename.name).map { CompiledField($0, former: rename.former, of: schema, stored) } : nil
    }
    fields = (schema.fields.map { CompiledField($0, of: schema, stored) } + former)
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    func places(_ names: [String]) -> [Int] {
      stored.indices.filter { names.contains(stored[$0].schema.name) }
    }
    formulas = schema.derivations.compactMap { derivation in
      stored.firstIndex { $0.schema.name == derivation.field }
        .map {
          Formula(derivation: derivation, field: $0, reads: places(derivation.inputs + [derivation.field]))
        }
    }
    rules = schema.checks.map { Rule(check: $0, reads: $0.reads.map(places)) }
    self.stored = stored
    relations = CompiledRelation.all(of: schema)
    hidesAnything = schema.hidesAnything
    hasUpcasts = !schema.upcasts.isEmpty
    hasUniques = !schema.uniques.isEmpty
    renames = schema.renames.map { (Array($0.name.utf8), Array($0.former.utf8)) }
    hasProvided = !schema.provided.isEmpty
    rulesOfAll = BitSet64(schema.checks.indices.filter { schema.checks[$0].reads == nil })
    rulesOfTheWhole = BitSet64(schema.checks.indices.filter { schema.checks[$0].isOfTheWhole })
    refusesDeletes =
      schema.relations.contains { $0.onDelete == .deny }
      || schema.inverses.contains { $0.onTargetDelete == .deny }
  }

  /// Whether the entity's own events hold the field as a value that rules and formulas read.
  private static func isStored(_ field: FieldSchema) -> Bool {
    if case .many = field.type { return false }
    return field.name != "id"
  }

  /// A field with all names that it had.
  struct Stored: Sendable {
    let schema: FieldSchema
    let names: [String]
  }

  /// A derived field, by its place among the stored ones, and those that its formula reads, itself among them.
  struct Formula: Sendable {
    let derivation: FieldDerivation
    let field: Int
    let reads: [Int]
  }

  struct Rule: Sendable {
    let check: EntityCheck
    /// Nil: all.
    let reads: [Int]?
  }

  func upcast(_ value: JSONValue, of field: String, from version: Int64?) -> JSONValue {
    hasUpcasts ? schema.upcast(value, of: field, from: version) : value
  }

  func relation(_ range: ByteRange, _ bytes: Span<UInt8>) -> CompiledRelation? {
    for index in relations.indices where bytes.holds(relations[index].name, at: range) {
      return relations[index]
    }
    return nil
  }
}

/// A relation, by a name under which the kind has it.
struct CompiledRelation: Sendable {
  let name: [UInt8]
  let schema: RelationSchema
  /// Whether this is the name on the side that does not store it.
  let isInverse: Bool

  /// The stored ones first: of two with the same name, the stored one counts.
  static func all(of schema: KindSchema) -> [CompiledRelation] {
    schema.relations.map { CompiledRelation(name: Array($0.name.utf8), schema: $0, isInverse: false) }
      + schema.inverses.compactMap { relation in
        relation.inverse.map { CompiledRelation(name: Array($0.utf8), schema: relation, isInverse: true) }
      }
  }
}

extension Span<UInt8> {
  /// Whether these bytes are at a range.
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
