public import Daybook

/// The export as one JSON-LD document.
public enum AnnotationExport {
  /// An Annotation if there is only one; its original collection if there is nothing else; otherwise an
  /// AnnotationCollection, in one page.
  public static func json(_ export: NotesExport) -> JSONObject {
    let notes = Dictionary(export.notes.map { ($0.id, $0) }) { first, _ in first }
    var exported: [String: JSONObject] = [:]
    for annotation in export.annotations {
      exported[annotation.id.rawValue] = annotation.exported(
        with: annotation.note.flatMap { notes[$0.rawValue] })
    }
    let containers = export.annotations.filter {
      $0.document.object.map(AnnotationContainer.isContainer) ?? false
    }
    var filled: [JSONObject] = []
    var held: Set<String> = []
    for container in containers {
      filled.append(
        AnnotationContainer.taking(container.document.object ?? [:]) { item in
          guard let id = item["$annotation"]?.string, var annotation = exported[id] else {
            return .object(item)
          }
          // An annotation that has a context, and was without one here, also came alone.
          let cameAlone = item["bare"] == true && annotation["@context"] != nil
          if !cameAlone { held.insert(id) }
          if item["bare"] == true { annotation["@context"] = nil }
          return .object(annotation)
        })
    }
    let containerIDs = Set(containers.map(\.id))
    let single = export.annotations.filter { !containerIDs.contains($0.id) }
    let items = self.items(export, single, exported, held)
    if items.isEmpty, filled.count == 1 { return filled[0] }
    if items.count == 1, filled.isEmpty {
      var item = items[0]
      if item["@context"] == nil { item["@context"] = OwnAnnotation.context }
      return item
    }
    return collection(items, filled)
  }

  private static func items(
    _ export: NotesExport, _ annotations: [WebAnnotation], _ exported: [String: JSONObject],
    _ held: Set<String>
  ) -> [JSONObject] {
    var items: [JSONObject] = []
    let byNote = Dictionary(grouping: annotations.filter { $0.note != nil }) { $0.note?.rawValue ?? "" }
    let noteIDs = Set(export.notes.map(\.id))
    let provocations = export.provocationsByNote
    for note in export.notes {
      let own = byNote[note.id] ?? []
      if own.isEmpty { items.append(OwnAnnotation.json(note)) }
      for annotation in own where !held.contains(annotation.id.rawValue) {
        items.append(exported[annotation.id.rawValue] ?? [:])
      }
      let iri = own.first?.iri ?? OwnAnnotation.iri(note)
      items += (provocations[note.id] ?? []).map { OwnAnnotation.json($0, noteIRI: iri) }
    }
    items += (provocations[""] ?? []).map { OwnAnnotation.json($0, noteIRI: nil) }
    for annotation in annotations where !held.contains(annotation.id.rawValue) {
      if annotation.note.map({ noteIDs.contains($0.rawValue) }) ?? false { continue }
      items.append(exported[annotation.id.rawValue] ?? [:])
    }
    return items
  }

  private static func collection(_ items: [JSONObject], _ collections: [JSONObject]) -> JSONObject {
    // The same content is the same collection.
    let content = JSONValue.array((items + collections).map { .object($0) })
    let id = NaturalKey.id(of: "freethoughts.export", normalized: DocumentHash.of(content.canonicalBytes))
    var json: JSONObject = [
      "@context": OwnAnnotation.context, "id": .string("urn:uuid:" + id), "type": "AnnotationCollection",
      "label": "FreeThoughts", "generator": OwnAnnotation.generator, "total": .int(Int64(items.count)),
      OwnAnnotation.kindMember: OwnAnnotation.exportKind,
      "first": [
        "id": .string("urn:uuid:" + NaturalKey.id(of: "freethoughts.page", normalized: id)),
        "type": "AnnotationPage", "partOf": .string("urn:uuid:" + id), "startIndex": 0,
        "items": .array(items.map { .object($0) }),
      ],
    ]
    if !collections.isEmpty { json["daybook:collections"] = .array(collections.map { .object($0) }) }
    return json
  }
}

/// JSON for people: each member on its own line, without characters that a terminal would act on.
public enum PrettyJSON {
  /// The value with two spaces per level and a line feed at its end. Control and format characters are escaped as `\u`
  /// with four hexadecimal digits.
  public static func text(_ value: JSONValue) -> String {
    var text = ""
    write(value, "", to: &text)
    return text + "\n"
  }

  private static func write(_ value: JSONValue, _ indent: String, to text: inout String) {
    let inner = indent + "  "
    switch value {
    case .array(let values) where !values.isEmpty:
      text += "["
      for (index, value) in values.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + inner
        write(value, inner, to: &text)
      }
      text += "\n\(indent)]"
    case .object(let object) where !object.isEmpty:
      text += "{"
      for (index, member) in object.members.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + inner
        escape(.string(member.key), to: &text)
        text += ": "
        write(member.value, inner, to: &text)
      }
      text += "\n\(indent)}"
    default: escape(value, to: &text)
    }
  }

  private static func escape(_ value: JSONValue, to text: inout String) {
    for scalar in value.description.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
