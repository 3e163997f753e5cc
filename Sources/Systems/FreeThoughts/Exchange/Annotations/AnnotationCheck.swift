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

// Section 4.2 and 4.3 of the model: which part of a resource, and in which state.

extension AnnotationCheck {
  mutating func selector(_ value: JSONValue, _ member: String) {
    guard let object = value.object else {
      if !Self.isIRI(value) { fail(member, "must be an IRI or an object") }
      return
    }
    iri(object, member, "id")
    texts(object, member, "type")
    for type in Self.values(object, "type") { selector(object, member, type.string ?? "") }
    if object["type"] == nil, object["id"] == nil {
      fail(Self.place(member, "type"), "is required: the kind of selector")
    }
    refinements(object, member)
  }

  private mutating func selector(_ object: JSONObject, _ member: String, _ type: String) {
    switch type {
    case "FragmentSelector":
      text(object, member, "value", isRequired: true)
      iri(object, member, "conformsTo")
    case "CssSelector", "XPathSelector": text(object, member, "value", isRequired: true)
    case "TextQuoteSelector":
      text(object, member, "exact", isRequired: true)
      text(object, member, "prefix")
      text(object, member, "suffix")
    case "TextPositionSelector", "DataPositionSelector":
      count(object, member, "start", isRequired: true)
      count(object, member, "end", isRequired: true)
      if let start = object["start"]?.int, let end = object["end"]?.int, start >= 0, end < start {
        fail(Self.place(member, "end"), "must not be before 'start'")
      }
    case "SvgSelector": text(object, member, "value", isRequired: object["id"] == nil)
    case "RangeSelector":
      for name in ["startSelector", "endSelector"] {
        switch object[name] {
        case nil: fail(Self.place(member, name), "is required, once")
        case .array?: fail(Self.place(member, name), "must be one, not several")
        case let inner?: selector(inner, Self.place(member, name))
        }
      }
    default: note(Self.place(member, "type"), "is not a selector of the model")
    }
  }

  mutating func state(_ value: JSONValue, _ member: String) {
    guard let object = value.object else {
      if !Self.isIRI(value) { fail(member, "must be an IRI or an object") }
      return
    }
    iri(object, member, "id")
    texts(object, member, "type")
    if Self.isOf("TimeState", object) {
      for name in ["sourceDate", "sourceDateStart", "sourceDateEnd"] {
        let values = Self.values(object, name)
        for (index, value) in values.enumerated()
        where value.string.flatMap({ AnnotationTime.instant($0) }) == nil {
          fail(
            Self.place(member, name, index, of: values.count),
            "must be a time in UTC such as 2015-01-28T12:00:00Z")
        }
      }
      iris(object, member, "cached")
    } else if Self.isOf("HttpRequestState", object) {
      text(object, member, "value", isRequired: true)
    } else if object["id"] == nil, !Self.values(object, "type").contains(where: Self.isSelector) {
      fail(Self.place(member, "type"), "is required: the kind of state")
    }
    refinements(object, member)
  }

  /// The refinements of a selector or a state, which may be of either kind.
  private mutating func refinements(_ object: JSONObject, _ member: String) {
    let values = Self.values(object, "refinedBy")
    for (index, value) in values.enumerated() {
      let place = Self.place(member, "refinedBy", index, of: values.count)
      let types = value.object.map { Self.values($0, "type") } ?? []
      if types.contains(where: { $0.string?.hasSuffix("State") ?? false }) {
        state(value, place)
      } else {
        selector(value, place)
      }
    }
  }

  private static func isSelector(_ type: JSONValue) -> Bool { type.string?.hasSuffix("Selector") ?? false }
}

/// A rule of the Web Annotation Data Model (W3C Recommendation of 23 February 2017) that a member breaks.
struct AnnotationProblem: Error, Equatable {
  /// `target[0].selector.start`
  var member: String
  /// Completes the sentence "`member` …".
  var rule: String

  var text: String { "'\(member)' \(rule)" }
}

/// xsd:dateTime with `Z`.
enum AnnotationTime {
  static func instant(_ text: String) -> Instant? {
    // UTC by another name, as Hypothesis writes it.
    let text = text.hasSuffix("+00:00") ? text.dropLast(6) + "Z" : text
    guard text.utf8.last == UInt8(ascii: "Z"), text.utf8.contains(UInt8(ascii: "T")) else { return nil }
    return DateText.instant(text)
  }
}
