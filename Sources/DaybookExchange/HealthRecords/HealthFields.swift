// What the kinds of Purus Health say of their fields.

import Daybook
import DaybookModel
import PurusHealth

enum HealthFields {
  private static let registry = try? SchemaRegistry([.purus])

  static func schema(_ kind: String) -> KindSchema? { registry?[kind] }

  /// The fields in which a source's words are kept: none that is computed, none that leads elsewhere.
  static func written(_ kind: String) -> [FieldSchema] {
    (schema(kind)?.fields ?? []).filter { field in
      if field.name == "id" || field.isProjection || field.stampDefault != nil { return false }
      switch field.type {
      case .one, .many: return false
      default: return true
      }
    }
  }

  static func holdsNumbers(_ kind: String, _ field: String) -> Bool {
    switch written(kind).first(where: { $0.name == field })?.type {
    case .int, .double, .decimal: true
    default: false
    }
  }

  /// Whether a value may stand in a field.
  static func admits(_ kind: String, _ field: String, _ value: JSONValue) -> Bool {
    guard let field = written(kind).first(where: { $0.name == field }) else { return false }
    if value.isNull { return field.isOptional }
    return (try? field.stored(value)) != nil
  }
}
