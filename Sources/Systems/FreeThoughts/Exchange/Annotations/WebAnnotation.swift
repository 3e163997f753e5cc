public import Daybook

/// An annotation that another program made, kept whole: a W3C Web Annotation, or a collection or page of them.
///
/// If it can be a note, it is a note, too (``note``). It is exported as it came, with later changes to the note.
public struct WebAnnotation: Entity {
  public var id = ID()
  /// The annotation's own IRI. Two different annotations may have the same.
  public var iri = ""
  /// The IRIs of the resources that it is about.
  public var sources: [String] = []
  /// The annotation. In a collection or a page, `{"$annotation": id}` replaces each annotation that is kept separately,
  /// with `"bare": true` if it had no context of its own there.
  public var document: JSONValue = .null
  /// The note that was made of it; null if none could be made, or if it was deleted.
  public var note: Ref<Note>?

  public init() {}

  public static let schema = Schema("freethoughts.webAnnotation") {
    Personal()
    One(\.note)
    Indexed(\.iri)
    Check(value: \.iri, "must not be empty", isOfTheWhole: true) { !$0.isEmpty }
    Check(value: \.document, "must be an object", isOfTheWhole: true) { $0.object != nil }
  }
}

extension WebAnnotation {
  /// The annotation as it came, with later changes to its note.
  func exported(with note: CarriedEntity?) -> JSONObject {
    guard let object = document.object else { return [:] }
    guard let note, let held = ForeignNote(object, in: nil) ?? ForeignNote.placeless(object) else {
      return object
    }
    var json = JSONValue.object(object)
    json = Self.patch(json, content: note.text("content"), of: held)
    json = Self.patch(json, tags: note.tags, of: held)
    json = Self.patch(json, anchorOf: note)
    guard json != .object(object), var patched = json.object else { return object }
    patched["modified"] = note.fields["updatedAt"] ?? patched["modified"]
    return patched
  }

  private static func patch(_ json: JSONValue, content: String, of held: ForeignNote) -> JSONValue {
    guard let object = json.object, content != held.fields["content"]?.string ?? "" else { return json }
    if let body = AnnotationBody.all(of: object).first(where: { !$0.isTag }) {
      return json.setting(.string(content), at: body.textPath[...])
    }
    return adding(
      ["type": "TextualBody", "value": .string(content), "purpose": "commenting"], to: object)
  }

  private static func patch(_ json: JSONValue, tags: [String], of held: ForeignNote) -> JSONValue {
    var json = json
    func key(_ tag: String) -> String { KeyNormalizer.trimmedComposed.normalized(tag) }
    let (wanted, present) = (Set(tags.map(key)), Set(held.tags.map(key)))
    guard wanted != present else { return json }
    let gone =
      json.object.map { AnnotationBody.all(of: $0) }?
      .filter { $0.isTag && !wanted.contains(key($0.text)) } ?? []
    // From the end, so that the earlier positions stay valid.
    for body in gone.reversed() { json = json.removing(body.path) }
    for tag in tags where !present.contains(key(tag)) {
      guard let object = json.object else { break }
      json = adding(["type": "TextualBody", "value": .string(tag), "purpose": "tagging"], to: object)
    }
    return json
  }

  /// Updates the words and their place, if they have changed.
  private static func patch(_ json: JSONValue, anchorOf note: CarriedEntity) -> JSONValue {
    guard let object = json.object, let target = AnnotationTarget(of: object) else { return json }
    var json = json
    let isMoved = target.start != nil && note.int("anchorStart") != target.start
    if isMoved, let start = note.fields["anchorStart"], let end = note.fields["anchorEnd"] {
      json = json.setting(start, at: (target.positionPath + [.member("start")])[...])
      json = json.setting(end, at: (target.positionPath + [.member("end")])[...])
    }
    guard let exact = target.exact, isMoved || note.text("selectedText") != exact else { return json }
    for (member, field) in [("exact", "selectedText"), ("prefix", "prefix"), ("suffix", "suffix")] {
      json = json.setting(.string(note.text(field)), at: (target.quotePath + [.member(member)])[...])
    }
    return json
  }

  /// Another body, beside those that are there.
  private static func adding(_ body: JSONValue, to annotation: JSONObject) -> JSONValue {
    var annotation = annotation
    var bodies = AnnotationCheck.values(annotation, "body")
    if let text = annotation["bodyValue"] {
      // The short form cannot be combined with others.
      bodies = [["type": "TextualBody", "value": text, "format": "text/plain"]]
      annotation["bodyValue"] = nil
    }
    annotation["body"] = .array(bodies + [body])
    return .object(annotation)
  }
}

extension ForeignNote {
  /// The content and tags of an annotation that became a note only because its document was available.
  static func placeless(_ annotation: JSONObject) -> ForeignNote? {
    let bodies = AnnotationBody.all(of: annotation)
    return ForeignNote(
      fields: ["content": .string(bodies.first { !$0.isTag }?.text ?? "")],
      tags: bodies.filter(\.isTag).map(\.text))
  }

  private init(fields: JSONObject, tags: [String]) { (self.fields, self.tags) = (fields, tags) }
}

extension JSONValue {
  /// Without a body: an element of a list, or a member.
  fileprivate func removing(_ path: [JSONStep]) -> JSONValue {
    guard var object = object, case .member(let name)? = path.first else { return self }
    if path.count == 2, case .element(let index) = path[1], var values = object[name]?.array,
      values.indices.contains(index)
    {
      values.remove(at: index)
      object[name] = values.isEmpty ? nil : .array(values)
    } else if path.count == 1 {
      object[name] = nil
    }
    return .object(object)
  }
}
