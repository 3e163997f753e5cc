import DaybookModel

/// What a kind's schema asks of a common mutation, read once.
final class CommonKind: Sendable {
  enum Dismissal: Sendable {
    /// The fields' text.
    case fields([UInt8])
    /// The event's time, written to the field: what stands before it.
    case now([UInt8])
  }

  let kind: String
  let name: [UInt8]
  /// Of no registered system.
  let isRaw: Bool
  /// Whether events with values carry a salt.
  let isSalted: Bool
  /// False where every mutation has to be read: then nothing else here counts.
  let isCommon: Bool
  /// Ready to be written: `,"v":7`.
  let version: [UInt8]
  let fields: [CommonField]
  /// Names of fields with another that they are read together with.
  let renames: [(name: [UInt8], former: [UInt8])]
  /// The to-many relations that it stores.
  let relations: [[UInt8]]
  let dismissal: Dismissal?
  /// The field that a dismissal writes.
  let dismissed: [UInt8]
  let refusesDeletes: Bool
  let hasUniques: Bool
  /// Bits of all derivations.
  let derivations: UInt64
  /// Whether who makes an entity keeps a rule though the field is left out.
  let checksWhole: Bool

  init(_ kind: String, _ schema: KindSchema?) {
    (self.kind, name, isRaw) = (kind, Array(kind.utf8), schema == nil)
    let schema = schema ?? KindSchema(kind: kind, version: 0)
    isSalted = isRaw || schema.isPersonal
    isCommon =
      schema.provided.isEmpty && schema.derivations.count < 64
      && !schema.checks.contains { $0.reads == nil }
    version = isRaw ? [] : Array(",\"v\":\(schema.version)".utf8)
    fields = schema.fields.map { CommonField($0, of: schema) }
    renames = schema.renames.map { (Array($0.name.utf8), Array($0.former.utf8)) }
    relations = schema.relations
      .filter { $0.isToMany && !schema.hides($0.name) }.map { Array($0.name.utf8) }
    refusesDeletes =
      schema.relations.contains { $0.onDelete == .deny }
      || schema.inverses.contains { $0.onTargetDelete == .deny }
    hasUniques = !schema.uniques.isEmpty
    derivations = (1 << UInt64(schema.derivations.count)) &- 1
    checksWhole = schema.checks.contains(where: \.isOfTheWhole)
    dismissal = Self.rule(schema, fields)
    dismissed = Array((schema.dismissal?.field ?? "").utf8)
  }

  private static func rule(_ schema: KindSchema, _ fields: [CommonField]) -> Dismissal? {
    guard let rule = schema.dismissal,
      let form = fields.first(where: { $0.name.elementsEqual(rule.field.utf8) }),
      form.derivedBy == 0, form.feeds == 0
    else { return nil }
    switch rule.dismissed {
    case .now: return form.value == .instant ? .now(Array("{\"\(rule.field)\":\"".utf8)) : nil
    case .value(let value):
      let text = value.canonicalBytes
      guard form.stores(ByteRange(0, text.count), text.span) else { return nil }
      return .fields(JSONValue.object([rule.field: value]).canonicalBytes)
    }
  }

  func field(_ name: ByteRange, _ line: Span<UInt8>) -> Int? {
    for index in fields.indices where Self.isSame(fields[index].name, name, line) { return index }
    return nil
  }

  func hasRelation(_ name: ByteRange, _ line: Span<UInt8>) -> Bool {
    relations.contains { Self.isSame($0, name, line) }
  }

  static func isSame(_ name: [UInt8], _ range: ByteRange, _ line: Span<UInt8>) -> Bool {
    guard name.count == range.count else { return false }
    var index = 0
    while index < name.count {
      if name[index] != line[range.start + index] { return false }
      index += 1
    }
    return true
  }
}
