import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What a field reads as while nobody has written it. It is read again and again, in every process, and must read the same.

extension SchemaRegistry {
  /// How often the struct is made, to see whether it is the same each time: so often that a random Boolean differs.
  private static let makeCount = 32

  static func checkDefaults<Owner: Entity>(of owner: Owner.Type, _ kind: String) throws(LedgerError) {
    let fields: [FieldSchema]
    let made: [JSONObject]
    do {
      fields = try ProbeDecoder.fields(of: owner)
      made = try (0..<makeCount).map { _ in try FieldEncoder.json(Owner()).object ?? [:] }
    } catch {
      throw .schema(kind, "\(error)")
    }
    for field in fields where field.name != "id" {
      let values = made.map { $0[field.name] }
      guard let value = values.first ?? nil else {
        if field.isOptional { continue }
        throw .schema(
          kind,
          "\(field.name) has no default: give it one, or make it optional (its type must encode it, too)")
      }
      if values.contains(where: { $0 != value }) { throw .schema(kind, differing(field)) }
      if readBack(field, value, made[0], owner) != value {
        throw .schema(
          kind,
          "\(field.name) reads back as something else than was stored: its type encodes and decodes differently"
        )
      }
    }
  }

  private static func differing(_ field: FieldSchema) -> String {
    let advice =
      switch field.type {
      case .instant: "such as .unwritten, or make it optional and set it where the value is made"
      default: "or make it optional and set it where the value is made"
      }
    return "the default of \(field.name) is another one each time; it must be a constant, \(advice)"
  }

  private static func readBack<Owner: Entity>(
    _ field: FieldSchema, _ value: JSONValue, _ defaults: JSONObject, _ owner: Owner.Type
  ) -> JSONValue? {
    // Other fields do not matter, and nothing stands in for this one.
    var others = defaults
    others[field.name] = nil
    var stored = defaults
    stored[field.name] = value
    let read = try? FieldDecoder.decode(owner, from: .object(stored), defaults: others)
    return read.flatMap { try? FieldEncoder.json($0).object?[field.name] }
  }

  /// Nil for a time that may be a constant. The clock gives one time for all that is made in the same millisecond.
  static func timeProblem(of field: FieldSchema) -> String? {
    guard field.type == .instant, let value = field.defaultValue.string.flatMap({ Instant($0) }),
      let now = FieldForm.instant(Date.now), abs(value.milliseconds - now.milliseconds) < 3_600_000
    else { return nil }
    return "the default of \(field.name) is the time of day; it must be a constant, such as .unwritten"
  }
}
