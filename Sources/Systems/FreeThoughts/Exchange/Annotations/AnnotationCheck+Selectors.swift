import Daybook

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
