import Daybook

/// A step into JSON.
enum JSONStep: Equatable {
  case member(String)
  case element(Int)
}

extension JSONValue {
  /// The value with another one at an existing place.
  func setting(_ value: JSONValue, at path: ArraySlice<JSONStep>) -> JSONValue {
    guard let step = path.first else { return value }
    switch (self, step) {
    case (.object(var object), .member(let name)):
      object[name] = (object[name] ?? .null).setting(value, at: path.dropFirst())
      return .object(object)
    case (.array(var values), .element(let index)) where values.indices.contains(index):
      values[index] = values[index].setting(value, at: path.dropFirst())
      return .array(values)
    default: return self
    }
  }
}

/// A text that an annotation holds as its body.
struct AnnotationBody {
  var text: String
  var isTag: Bool
  /// Where the text stands, and the whole body.
  var textPath: [JSONStep]
  var path: [JSONStep]

  static func all(of annotation: JSONObject) -> [AnnotationBody] {
    let motivations = AnnotationCheck.values(annotation, "motivation")
    if let text = annotation["bodyValue"]?.string {
      let path: [JSONStep] = [.member("bodyValue")]
      return [AnnotationBody(text: text, isTag: motivations == ["tagging"], textPath: path, path: path)]
    }
    let isList = annotation["body"]?.array != nil
    return AnnotationCheck.values(annotation, "body").enumerated().compactMap { index, value in
      guard let object = value.object, let text = object["value"]?.string, object["items"] == nil,
        object["source"] == nil
      else { return nil }
      let purposes = AnnotationCheck.values(object, "purpose")
      let path: [JSONStep] = [.member("body")] + (isList ? [.element(index)] : [])
      return AnnotationBody(
        text: text, isTag: (purposes.isEmpty ? motivations : purposes).contains("tagging"),
        textPath: path + [.member("value")], path: path)
    }
  }
}

/// What an annotation is about: a piece of a text, by its words or its place.
struct AnnotationTarget {
  var source: String
  var exact: String?
  var prefix = ""
  var suffix = ""
  var start: Int?
  var end: Int?
  var page: Int?
  /// Where the selectors stand.
  var quotePath: [JSONStep] = []
  var positionPath: [JSONStep] = []

  /// Nil where no target has such a piece.
  init?(of annotation: JSONObject) {
    let isList = annotation["target"]?.array != nil
    for (index, value) in AnnotationCheck.values(annotation, "target").enumerated() {
      let path: [JSONStep] = [.member("target")] + (isList ? [.element(index)] : [])
      guard let object = value.object, let source = Self.source(object) else { continue }
      var target = AnnotationTarget(source: source)
      target.take(object, "selector", path)
      guard target.exact != nil || target.start != nil else { continue }
      self = target
      return
    }
    return nil
  }

  private init(source: String) { self.source = source }

  /// The sources of all targets, each once.
  static func sources(of annotation: JSONObject) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for value in AnnotationCheck.values(annotation, "target") {
      let source = value.string ?? value.object.flatMap { Self.source($0) ?? $0["id"]?.string }
      if let source, seen.insert(source).inserted { found.append(source) }
    }
    return found
  }

  private static func source(_ target: JSONObject) -> String? {
    target["source"]?.string ?? target["source"]?.object?["id"]?.string
  }

  /// Takes the selectors of a member, and those that refine them.
  private mutating func take(_ object: JSONObject, _ name: String, _ path: [JSONStep]) {
    let isList = object[name]?.array != nil
    for (index, value) in AnnotationCheck.values(object, name).enumerated() {
      guard let selector = value.object else { continue }
      let path = path + [.member(name)] + (isList ? [.element(index)] : [])
      take(selector, path)
      // A range within an unknown selector is counted from another place.
      if AnnotationCheck.isOf("FragmentSelector", selector) { take(selector, "refinedBy", path) }
    }
  }

  private mutating func take(_ selector: JSONObject, _ path: [JSONStep]) {
    if exact == nil, AnnotationCheck.isOf("TextQuoteSelector", selector),
      let text = selector["exact"]?.string, !text.isEmpty
    {
      (exact, prefix, suffix) = (text, selector["prefix"]?.string ?? "", selector["suffix"]?.string ?? "")
      quotePath = path
    }
    if start == nil, AnnotationCheck.isOf("TextPositionSelector", selector),
      path.last != .member("refinedBy"),
      let first = selector["start"]?.int, let last = selector["end"]?.int, first >= 0, last >= first
    {
      (start, end, positionPath) = (Int(first), Int(last), path)
    }
    if page == nil, AnnotationCheck.isOf("FragmentSelector", selector) {
      page = selector["value"]?.string.flatMap { PageFragment.page($0) }
    }
  }
}
