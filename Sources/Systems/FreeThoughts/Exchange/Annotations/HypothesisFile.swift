import Daybook

/// Annotations in the JSON of Hypothesis' own interface (h.readthedocs.io, API reference): the answer to a search, an
/// export of its client, or one annotation. Each becomes the Web Annotation that Hypothesis itself would return, and
/// has its original as `hypothesis`.
enum HypothesisFile {
  struct Content {
    var annotations: [JSONObject]
    /// How many more the search found than its answer holds.
    var missing: Int64 = 0
  }

  /// Nil for an object that Hypothesis did not write.
  static func content(_ object: JSONObject) -> Content? {
    if isRow(object) { return Content(annotations: [annotation(object)]) }
    guard let rows = object["rows"]?.array ?? object["annotations"]?.array else { return nil }
    let isAnswer = object["rows"] != nil && object["total"] != nil || object["export_date"] != nil
    let objects = rows.compactMap(\.object)
    guard isAnswer, objects.count == rows.count, objects.allSatisfy(isRow) else { return nil }
    let total = object["total"]?.int ?? 0
    return Content(annotations: objects.map(annotation), missing: max(0, total - Int64(rows.count)))
  }

  private static func isRow(_ object: JSONObject) -> Bool {
    object["@context"] == nil && object["type"] == nil && object["id"]?.string != nil
      && object["uri"]?.string != nil && (object["user"]?.string != nil || object["permissions"] != nil)
  }

  private static func annotation(_ row: JSONObject) -> JSONObject {
    var annotation: JSONObject = [
      "@context": .string(AnnotationCheck.context), "type": "Annotation",
      "id": .string(address(row["id"]?.string ?? "")), "hypothesis": .object(row),
    ]
    for (member, name) in [("created", "created"), ("modified", "updated")] {
      if let time = row[name]?.string { annotation[member] = .string(time) }
    }
    if let user = row["user"]?.string, FileIRI.isIRI(user) { annotation["creator"] = .string(user) }
    let bodies = bodies(row)
    if !bodies.isEmpty { annotation["body"] = .array(bodies) }
    let isReply = row["references"]?.array?.isEmpty == false
    annotation["motivation"] =
      isReply ? "replying" : row["text"]?.string?.isEmpty ?? true ? "highlighting" : "commenting"
    annotation["target"] = .array(targets(row))
    return annotation
  }

  private static func address(_ id: String) -> String {
    FileIRI.isIRI(id) ? id : "https://hypothes.is/a/" + id
  }

  private static func bodies(_ row: JSONObject) -> [JSONValue] {
    var bodies: [JSONValue] = []
    if let text = row["text"]?.string, !text.isEmpty {
      bodies.append([
        "type": "TextualBody", "value": .string(text), "format": "text/markdown", "purpose": "commenting",
      ])
    }
    for tag in row["tags"]?.array ?? [] {
      if let tag = tag.string, !tag.isEmpty {
        bodies.append(["type": "TextualBody", "value": .string(tag), "purpose": "tagging"])
      }
    }
    return bodies
  }

  private static func targets(_ row: JSONObject) -> [JSONValue] {
    let uri = row["uri"] ?? ""
    let targets = (row["target"]?.array ?? []).compactMap(\.object)
    guard !targets.isEmpty else { return [["source": uri]] }
    return targets.map { target in
      var made: JSONObject = ["source": target["source"]?.string.map { .string($0) } ?? uri]
      let selectors = (target["selector"]?.array ?? []).compactMap(\.object).compactMap(selector)
      if !selectors.isEmpty { made["selector"] = .array(selectors.map { .object($0) }) }
      return .object(made)
    }
  }

  /// The selector in the model's form; nil for those that the model lacks, which stay in `hypothesis`.
  private static func selector(_ selector: JSONObject) -> JSONObject? {
    switch selector["type"]?.string {
    case "TextQuoteSelector": return selector["exact"]?.string == nil ? nil : selector
    case "TextPositionSelector":
      guard let start = selector["start"]?.int, let end = selector["end"]?.int, 0 <= start, start <= end
      else {
        return nil
      }
      return selector
    case "FragmentSelector": return selector["value"]?.string == nil ? nil : selector
    case "PageSelector":
      guard let index = selector["index"]?.int, (0..<1_000_000).contains(index) else { return nil }
      return [
        "type": "FragmentSelector", "value": .string("page=\(index + 1)"),
        "conformsTo": "http://tools.ietf.org/rfc/rfc3778",
      ]
    case "RangeSelector":
      guard let first = end(selector, "startContainer", "startOffset"),
        let last = end(selector, "endContainer", "endOffset")
      else { return nil }
      return ["type": "RangeSelector", "startSelector": .object(first), "endSelector": .object(last)]
    default: return nil
    }
  }

  /// An end of a range: an element by its path, and how far in it.
  private static func end(_ selector: JSONObject, _ container: String, _ offset: String) -> JSONObject? {
    guard let path = selector[container]?.string, let place = selector[offset]?.int, place >= 0 else {
      return nil
    }
    return [
      "type": "XPathSelector", "value": .string(path),
      "refinedBy": ["type": "TextPositionSelector", "start": .int(place), "end": .int(place)],
    ]
  }
}
