import Daybook

/// Notes and provocations as Web Annotations, without loss: data for which the model has no member is in members that
/// begin with `daybook:`.
enum OwnAnnotation {
  static let namespace = "urn:daybook:"
  static let kindMember = "daybook:kind"
  static let exportKind: JSONValue = "freethoughts.export"

  static let context: JSONValue = [.string(AnnotationCheck.context), ["daybook": .string(namespace)]]
  static let generator: JSONValue = ["type": "Software", "name": "daybook"]

  /// The fields that members of the model hold.
  private static let noteMembers = [
    "content", "createdAt", "updatedAt", "anchorStart", "anchorEnd", "anchorPage", "selectedText", "prefix",
    "suffix", "documentPath",
  ]
  private static let provocationMembers = ["response", "createdAt"]

  static func iri(_ entity: CarriedEntity) -> String { FileIRI.of(kind: entity.kind, id: entity.id) }

  // MARK: Out

  static func json(_ note: CarriedEntity) -> JSONObject {
    var json = frame(note, besides: noteMembers)
    let content = note.text("content")
    json["motivation"] = content.isEmpty ? "highlighting" : "commenting"
    var bodies: [JSONValue] = []
    if !content.isEmpty { bodies.append(body(content, "commenting")) }
    bodies += note.tags.map { body($0, "tagging") }
    if !bodies.isEmpty { json["body"] = .array(bodies) }
    let path = note.text("documentPath")
    var selectors: [JSONValue] = [
      quote(note.text("selectedText"), note.text("prefix"), note.text("suffix")),
      [
        "type": "TextPositionSelector", "start": note.fields["anchorStart"] ?? 0,
        "end": note.fields["anchorEnd"] ?? 0,
      ],
    ]
    if let page = note.int("anchorPage") {
      selectors.append([
        "type": "FragmentSelector", "conformsTo": .string(PageFragment.standard),
        "value": .string("page=\(page)"),
      ])
    }
    json["target"] = [
      "type": "SpecificResource", "source": .string(FileIRI.of(path)), "selector": .array(selectors),
    ]
    if FileIRI.path(FileIRI.of(path)) != path { keep("documentPath", .string(path), in: &json) }
    return json
  }

  /// - Parameter noteIRI: the IRI of the note that it was made from.
  static func json(_ provocation: CarriedEntity, noteIRI: String?) -> JSONObject {
    var json = frame(provocation, besides: provocationMembers)
    json["motivation"] = "questioning"
    json["body"] = body(provocation.text("response"), "questioning")
    if let name = provocation.fields["generatedBy"], name.string?.isEmpty == false {
      json["creator"] = ["type": "Software", "name": name]
    }
    json["target"] =
      noteIRI.map { .string($0) } ?? [
        "type": "SpecificResource", "source": .string(FileIRI.of(provocation.text("documentPath"))),
        "selector": quote(provocation.text("sourceText"), "", ""),
      ]
    return json
  }

  private static func frame(_ entity: CarriedEntity, besides members: [String]) -> JSONObject {
    var rest = entity.fields
    for name in members { rest[name] = nil }
    var json: JSONObject = [
      "id": .string(iri(entity)), "type": "Annotation", "generator": generator,
      kindMember: .string(entity.kind), "daybook:base": .string(entity.digest),
    ]
    json["created"] = entity.fields["createdAt"]
    json["modified"] = entity.fields["updatedAt"]
    if !rest.isEmpty { json["daybook:fields"] = .object(rest) }
    return json
  }

  private static func keep(_ name: String, _ value: JSONValue, in json: inout JSONObject) {
    var fields = json["daybook:fields"]?.object ?? [:]
    fields[name] = value
    json["daybook:fields"] = .object(fields)
  }

  private static func body(_ text: String, _ purpose: JSONValue) -> JSONValue {
    ["type": "TextualBody", "value": .string(text), "format": "text/plain", "purpose": purpose]
  }

  private static func quote(_ exact: String, _ prefix: String, _ suffix: String) -> JSONValue {
    var json: JSONObject = ["type": "TextQuoteSelector", "exact": .string(exact)]
    if !prefix.isEmpty { json["prefix"] = .string(prefix) }
    if !suffix.isEmpty { json["suffix"] = .string(suffix) }
    return .object(json)
  }

  // MARK: In

  static func isExport(_ object: JSONObject) -> Bool { object[kindMember] == exportKind }

  /// The annotations and collections of an export.
  static func items(_ export: JSONObject) -> [JSONValue] {
    (export["first"]?.object?["items"]?.array ?? []) + (export["daybook:collections"]?.array ?? [])
  }

  /// Nil for what no ledger wrote.
  static func read(_ object: JSONObject) -> Result<CarriedEntity, AnnotationProblem>? {
    guard let kind = object[kindMember]?.string, kind == Note.kind || kind == Provocation.kind else {
      return nil
    }
    var check = AnnotationCheck()
    check.annotation(object, "")
    if let problem = check.problems.first { return .failure(problem) }
    guard let id = object["id"]?.string.flatMap({ FileIRI.id($0, of: kind) }), !id.isEmpty else {
      return .failure(AnnotationProblem(member: "id", rule: "is not an id of a \(kind)"))
    }
    var fields = object["daybook:fields"]?.object ?? [:]
    fields["createdAt"] = object["created"]
    fields["updatedAt"] = kind == Note.kind ? object["modified"] : nil
    let bodies = AnnotationBody.all(of: object)
    var tags: [String] = []
    if kind == Note.kind {
      fields["content"] = .string(bodies.first { !$0.isTag }?.text ?? "")
      tags = bodies.filter(\.isTag).map(\.text)
      guard let target = AnnotationTarget(of: object), let exact = target.exact else {
        return .failure(AnnotationProblem(member: "target", rule: "must have a TextQuoteSelector"))
      }
      if fields["documentPath"] == nil { fields["documentPath"] = .string(FileIRI.path(target.source)) }
      fields["selectedText"] = .string(exact)
      fields["prefix"] = .string(target.prefix)
      fields["suffix"] = .string(target.suffix)
      fields["anchorStart"] = .int(Int64(target.start ?? 0))
      fields["anchorEnd"] = .int(Int64(target.end ?? exact.unicodeScalars.count))
      fields["anchorPage"] = target.page.map { .int(Int64($0)) }
    } else {
      fields["response"] = .string(bodies.first { !$0.isTag }?.text ?? "")
    }
    return .success(
      CarriedEntity(
        kind: kind, id: id, fields: fields, tags: tags, base: object["daybook:base"]?.string))
  }
}

/// `page=3` of a PDF (RFC 3778).
enum PageFragment {
  static let standard = "http://tools.ietf.org/rfc/rfc3778"

  /// The page, from 1; nil for another fragment.
  static func page(_ value: String) -> Int? {
    for part in value.split(separator: "&") where part.hasPrefix("page=") {
      if let page = Int(part.dropFirst(5)), page >= 1 { return page }
    }
    return nil
  }
}
