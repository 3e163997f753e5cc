import Daybook

// Sections 3 to 5 of the model: annotations, bodies and targets, agents, collections.

extension AnnotationCheck {
  /// An annotation, page or collection as a file holds it.
  mutating func document(_ object: JSONObject) {
    let contexts = Self.values(object, "@context")
    if contexts.isEmpty {
      fail("@context", "is required: \(Self.context)")
    } else if !contexts.contains(.string(Self.context)) {
      fail("@context", "must be, or hold, \(Self.context)")
    }
    if Self.isOf("AnnotationCollection", object) {
      collection(object)
    } else if Self.isOf("AnnotationPage", object) {
      page(object, "")
    } else {
      annotation(object, "")
    }
  }

  /// Section 3.1.
  mutating func annotation(_ object: JSONObject, _ member: String) {
    iri(object, member, "id", isRequired: true)
    let types = Self.values(object, "type")
    if types.isEmpty {
      fail(Self.place(member, "type"), "is required: Annotation")
    } else if !types.contains("Annotation") {
      fail(Self.place(member, "type"), "must be, or hold, Annotation")
    }
    if object["bodyValue"] != nil {
      text(object, member, "bodyValue", isRequired: true)
      if object["body"] != nil { fail(Self.place(member, "bodyValue"), "must not be combined with 'body'") }
    }
    resources(object, member, "body")
    if Self.values(object, "target").isEmpty {
      fail(Self.place(member, "target"), "is required, once or several times")
    }
    resources(object, member, "target")
    lifecycle(object, member)
    texts(object, member, "motivation")
    iri(object, member, "canonical")
    iris(object, member, "via")
    stylesheet(object, member)
  }

  /// Section 3.3: author, times, audience and rights.
  private mutating func lifecycle(_ object: JSONObject, _ member: String) {
    times(object, member, "created", "modified", "generated")
    for name in ["creator", "generator", "audience"] {
      let values = Self.values(object, name)
      for (index, value) in values.enumerated() {
        agent(value, Self.place(member, name, index, of: values.count))
      }
    }
    iris(object, member, "rights")
  }

  private mutating func agent(_ value: JSONValue, _ member: String) {
    guard let object = value.object else {
      if !Self.isIRI(value) { fail(member, "must be an IRI or an object") }
      return
    }
    iri(object, member, "id")
    texts(object, member, "type", "name", "nickname")
    if object["id"] == nil { note(member, "should have an 'id'") }
  }

  private mutating func stylesheet(_ object: JSONObject, _ member: String) {
    guard let value = object["stylesheet"], !Self.isIRI(value) else { return }
    guard let sheet = value.object else {
      return fail(Self.place(member, "stylesheet"), "must be an IRI or an object")
    }
    iri(sheet, Self.place(member, "stylesheet"), "id")
    text(sheet, Self.place(member, "stylesheet"), "value")
  }

  // MARK: Bodies and targets

  /// Section 3.2 and 4.
  private mutating func resources(_ object: JSONObject, _ member: String, _ name: String) {
    let values = Self.values(object, name)
    for (index, value) in values.enumerated() {
      resource(value, Self.place(member, name, index, of: values.count))
    }
  }

  private static let composites = ["Choice", "Composite", "List", "Independents"]
  private static let specific = [
    "source", "selector", "state", "styleClass", "renderedVia", "scope",
  ]

  mutating func resource(_ value: JSONValue, _ member: String) {
    guard let object = value.object else {
      if !Self.isIRI(value) { fail(member, "must be an IRI or an object") }
      return
    }
    texts(object, member, "type", "format", "language", "accessibility", "purpose")
    if object["processingLanguage"] != nil { text(object, member, "processingLanguage") }
    if let direction = object["textDirection"], !["ltr", "rtl", "auto"].contains(direction) {
      fail(Self.place(member, "textDirection"), "must be one of ltr, rtl and auto")
    }
    lifecycle(object, member)
    iri(object, member, "canonical")
    iris(object, member, "via")
    let composite = Self.composites.filter { Self.isOf($0, object) }
    if object["items"] != nil || !composite.isEmpty {
      items(object, member, composite)
    } else if Self.isOf("SpecificResource", object) || Self.specific.contains(where: { object[$0] != nil }) {
      specificResource(object, member)
    } else if Self.isOf("TextualBody", object) || object["value"] != nil {
      text(object, member, "value", isRequired: true)
      iri(object, member, "id")
    } else {
      iri(object, member, "id", isRequired: true)
    }
  }

  private mutating func items(_ object: JSONObject, _ member: String, _ types: [String]) {
    if types.count != 1 {
      fail(
        Self.place(member, "type"),
        "must be one of Choice, Composite, List and Independents where there are 'items'")
    }
    guard let items = object["items"]?.array, !items.isEmpty else {
      return fail(Self.place(member, "items"), "must be a list of one or more")
    }
    for (index, item) in items.enumerated() { resource(item, "\(Self.place(member, "items"))[\(index)]") }
  }

  /// Section 4.
  private mutating func specificResource(_ object: JSONObject, _ member: String) {
    iri(object, member, "id")
    switch object["source"] {
    case nil: fail(Self.place(member, "source"), "is required, once")
    case .array?: fail(Self.place(member, "source"), "must be one, not several")
    case let source?: resource(source, Self.place(member, "source"))
    }
    for (name, check) in [("selector", 0), ("state", 1)] {
      let values = Self.values(object, name)
      for (index, value) in values.enumerated() {
        let place = Self.place(member, name, index, of: values.count)
        if check == 0 { selector(value, place) } else { state(value, place) }
      }
    }
    texts(object, member, "styleClass")
    for name in ["renderedVia", "scope"] {
      let values = Self.values(object, name)
      for (index, value) in values.enumerated() where value.object == nil && !Self.isIRI(value) {
        fail(Self.place(member, name, index, of: values.count), "must be an IRI or an object")
      }
    }
  }

  // MARK: Collections

  /// Section 5.1.
  private mutating func collection(_ object: JSONObject) {
    iri(object, "", "id", isRequired: true)
    texts(object, "", "label")
    lifecycle(object, "")
    count(object, "", "total")
    for name in ["first", "last"] {
      guard let value = object[name] else { continue }
      if let inner = value.object {
        if inner["id"] == nil || inner["items"] != nil { page(inner, name) } else { iri(inner, name, "id") }
      } else if !Self.isIRI(value) {
        fail(name, "must be an IRI or a page")
      }
    }
    if object["first"] == nil, object["total"] != 0 { note("first", "should name the first page") }
  }

  /// Section 5.2. Its annotations are checked one by one.
  private mutating func page(_ object: JSONObject, _ member: String) {
    iri(object, member, "id", isRequired: true)
    if !Self.isOf("AnnotationPage", object) {
      fail(Self.place(member, "type"), "must be, or hold, AnnotationPage")
    }
    for name in ["partOf", "next", "prev"] {
      guard let value = object[name] else { continue }
      if let inner = value.object {
        iri(inner, Self.place(member, name), "id", isRequired: true)
      } else if !Self.isIRI(value) {
        fail(Self.place(member, name), "must be an IRI or an object")
      }
    }
    count(object, member, "startIndex")
    guard let items = object["items"]?.array else {
      return fail(Self.place(member, "items"), "must be a list of annotations")
    }
    for (index, item) in items.enumerated() where item.object == nil && !Self.isIRI(item) {
      fail("\(Self.place(member, "items"))[\(index)]", "must be an annotation or its IRI")
    }
  }
}
