import Daybook

/// Checks one annotation, page or collection against the model: breaking a MUST is a problem, breaking a SHOULD gives a
/// notice.
struct AnnotationCheck {
  private(set) var problems: [AnnotationProblem] = []
  private(set) var notices: [AnnotationProblem] = []

  static let context = "http://www.w3.org/ns/anno.jsonld"

  mutating func fail(_ member: String, _ rule: String) {
    problems.append(AnnotationProblem(member: member, rule: rule))
  }

  mutating func note(_ member: String, _ rule: String) {
    notices.append(AnnotationProblem(member: member, rule: rule))
  }

  /// All of it in one sentence; nil where nothing is wrong.
  var sentence: String? { Self.sentence(problems) }
  var remark: String? { Self.sentence(notices) }

  private static func sentence(_ problems: [AnnotationProblem]) -> String? {
    if problems.isEmpty { return nil }
    let told = problems.prefix(6).map(\.text).joined(separator: "; ")
    return told + (problems.count > 6 ? "; and \(problems.count - 6) more" : "")
  }

  // MARK: Values

  /// The values of a member: an array holds several; a missing or null member has none.
  static func values(_ object: JSONObject, _ name: String) -> [JSONValue] {
    switch object[name] {
    case nil, .null?: []
    case .array(let values)?: values
    case let value?: [value]
    }
  }

  /// A member's place.
  static func place(_ member: String, _ name: String, _ index: Int, of count: Int) -> String {
    let name = member.isEmpty ? name : member + "." + name
    return count > 1 ? "\(name)[\(index)]" : name
  }

  static func place(_ member: String, _ name: String) -> String { place(member, name, 0, of: 1) }

  /// Whether an object is of a type.
  static func isOf(_ type: String, _ object: JSONObject) -> Bool {
    values(object, "type").contains(.string(type))
  }

  /// At most one, or exactly one, text.
  mutating func text(_ object: JSONObject, _ member: String, _ name: String, isRequired: Bool = false) {
    switch object[name] {
    case .string?: return
    case nil: if isRequired { fail(Self.place(member, name), "is required, once") }
    case .array?: fail(Self.place(member, name), "must be one text, not several")
    case .some: fail(Self.place(member, name), "must be a text")
    }
  }

  mutating func texts(_ object: JSONObject, _ member: String, _ names: String...) {
    for name in names {
      let values = Self.values(object, name)
      for (index, value) in values.enumerated() where value.string == nil {
        fail(Self.place(member, name, index, of: values.count), "must be a text")
      }
    }
  }

  mutating func iris(_ object: JSONObject, _ member: String, _ names: String...) {
    for name in names {
      let values = Self.values(object, name)
      for (index, value) in values.enumerated() where !Self.isIRI(value) {
        fail(Self.place(member, name, index, of: values.count), "must be an IRI")
      }
    }
  }

  /// At most one, or exactly one, IRI.
  mutating func iri(_ object: JSONObject, _ member: String, _ name: String, isRequired: Bool = false) {
    switch object[name] {
    case nil: if isRequired { fail(Self.place(member, name), "is required, once: an IRI") }
    case .array?: fail(Self.place(member, name), "must be one IRI, not several")
    case let value?: if !Self.isIRI(value) { fail(Self.place(member, name), "must be an IRI") }
    }
  }

  mutating func count(_ object: JSONObject, _ member: String, _ name: String, isRequired: Bool = false) {
    guard let value = object[name] else {
      if isRequired { fail(Self.place(member, name), "is required, once: a whole number") }
      return
    }
    if (value.int ?? -1) < 0 { fail(Self.place(member, name), "must be one whole number, 0 or more") }
  }

  /// At most one time in UTC.
  mutating func times(_ object: JSONObject, _ member: String, _ names: String...) {
    for name in names {
      guard let value = object[name] else { continue }
      if value.array != nil {
        fail(Self.place(member, name), "must be one time, not several")
      } else if value.string.flatMap({ AnnotationTime.instant($0) }) == nil {
        fail(Self.place(member, name), "must be a time in UTC such as 2015-01-28T12:00:00Z")
      }
    }
  }

  static func isIRI(_ value: JSONValue) -> Bool { value.string.map(FileIRI.isIRI) ?? false }
}
