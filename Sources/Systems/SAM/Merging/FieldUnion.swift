import Daybook

/// The stored fields of an entity that is merged with another of its kind. Fields without a special rule are merged by
/// type, so that a field that is added to a kind later is not forgotten.
struct FieldUnion {
  let fields: [FieldSchema]

  init(_ kind: String, in state: borrowing LedgerState) {
    let schema = state.schemas[kind]
    fields = schema?.fields.filter { schema?.isStored($0.name) ?? false } ?? []
  }

  func values(of entity: borrowing EntityReader) -> JSONObject {
    var values = JSONObject()
    for field in fields { values[field.name] = entity.value(field.name) }
    return values
  }

  /// The fields that the remaining entity gets from the other: missing elements of lists, and values of empty fields.
  func gained(_ theirs: JSONObject, by own: JSONObject, besides settled: Set<String>) -> JSONObject {
    var set = JSONObject()
    for field in fields where !settled.contains(field.name) {
      let (value, held) = (theirs[field.name] ?? .null, own[field.name] ?? .null)
      if case .array = field.type {
        let new = (value.array ?? []).filter { !(held.array ?? []).contains($0) }
        if !new.isEmpty { set[field.name] = .array((held.array ?? []) + new) }
      } else if Self.isEmpty(held, field), !Self.isEmpty(value, field) {
        set[field.name] = value
      }
    }
    return set
  }

  /// Whether the field has no value, or only its default.
  static func isEmpty(_ value: JSONValue?, _ field: FieldSchema? = nil) -> Bool {
    value?.isNull ?? true || value == "" || value == [] || value == field?.defaultValue
  }
}
