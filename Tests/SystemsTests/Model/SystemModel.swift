import DaybookView

/// What the five systems are, written down by hand from their specifications: a kind a line, and below it its
/// fields. A field has a name, a type (`text`, `whole`, `number`, `flag`, `date`, `day`, `data`, `object`,
/// `choice(…)`, `[…]` for lists, `one` or `many` of a kind; `?` where it may be null), and then `key` for a natural key,
/// `computed`, `= default`, or the rule for what a relation leads to when the entity is deleted. A `+` before the
/// name of a kind or a field: ours, beyond the specification.
enum SystemModel {
  struct Field: Equatable, CustomStringConvertible {
    var name: String
    var type: String
    var rule: String?
    var isKey = false
    var isComputed = false
    var defaultValue: String?
    /// Beyond the specification: only its name is held against the schema.
    var isOurs = false

    var description: String { "\(name) \(type) \(rule ?? "")" }
  }

  static let all: [(system: String, text: String)] = [
    ("sam", sam), ("purus", purus), ("freethoughts", freethoughts), ("planner", planner),
    ("messaging", messaging),
  ]

  static func kinds(_ text: String) -> [(kind: String, fields: [Field])] {
    var kinds: [(kind: String, fields: [Field])] = []
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("  ") else {
        kinds.append((String(line), []))
        continue
      }
      kinds[kinds.count - 1].fields.append(field(String(line)))
    }
    return kinds
  }

  private static func field(_ line: String) -> Field {
    var words = line.split(separator: " ").map(String.init)
    var field = Field(name: words.removeFirst(), type: "")
    if field.name.hasPrefix("+") {
      return Field(name: String(field.name.dropFirst()), type: "", isOurs: true)
    }
    var type = [words.removeFirst()]
    if type[0] == "one" || type[0] == "many" {
      type.append(words.removeFirst())
      field.rule = words.removeFirst()
    }
    while type.joined().contains("("), !type.joined().contains(")"), !words.isEmpty {
      type.append(words.removeFirst())
    }
    field.type = type.joined(separator: " ")
    while !words.isEmpty {
      switch words.removeFirst() {
      case "key": field.isKey = true
      case "computed": field.isComputed = true
      case "=": field.defaultValue = words.isEmpty ? nil : words.removeFirst()
      default: break
      }
    }
    return field
  }
}

extension FieldSchema {
  /// The type in the model's words.
  var modelType: String {
    let type = type.modelType
    if case .one = self.type { return type }
    return isOptional ? type + "?" : type
  }
}

extension FieldType {
  fileprivate var modelType: String {
    switch self {
    case .string: "text"
    case .bool: "flag"
    case .int: "whole"
    case .double: "number"
    case .decimal: "exact"
    case .instant: "date"
    case .day: "day"
    case .uuid: "uuid"
    case .data: "data"
    case .any: "any"
    case .enumeration(let known): "choice(\(known.joined(separator: " ")))"
    case .one(let kind): "one \(kind)"
    case .many(let kind): "many \(kind)"
    case .array(let element): "[\(element.modelType)]"
    case .dictionary(let value): "{\(value.modelType)}"
    case .object: "object"
    }
  }
}
