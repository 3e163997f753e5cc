import Daybook

/// The note that another program's annotation can be, as far as it goes.
struct ForeignNote {
  var fields: JSONObject
  var tags: [String]

  /// Nil for an annotation that is about no piece of a text, or about one whose words are not known: then it is kept,
  /// and is no note. `document` is where its source can be read.
  init?(_ annotation: JSONObject, in document: Document?) {
    guard let target = AnnotationTarget(of: annotation) else { return nil }
    let bodies = AnnotationBody.all(of: annotation)
    tags = Set(bodies.filter(\.isTag).map(\.text).filter { !$0.allSatisfy(\.isWhitespace) }).sorted()
    fields = [
      "documentPath": .string(document?.path ?? FileIRI.path(target.source)),
      "content": .string(bodies.first { !$0.isTag }?.text ?? ""),
    ]
    for (name, member) in [("createdAt", "created"), ("updatedAt", "modified")] {
      if let time = annotation[member]?.string.flatMap({ AnnotationTime.instant($0) }) {
        fields[name] = .string(time.description)
      }
    }
    guard let anchor = Self.anchor(target, document) else { return nil }
    set(anchor.anchor)
    if let state = anchor.state {
      fields["anchorState"] = .string(state.rawValue)
      fields["documentHash"] = document.map { .string($0.hash) }
    }
    let type = DocumentType(suffixOf: document?.path ?? target.source)
    if let page = anchor.anchor.page ?? target.page, type ?? .pdf == .pdf {
      fields["anchorPage"] = .int(Int64(page))
    }
  }

  private mutating func set(_ anchor: Anchor) {
    fields["anchorStart"] = .int(Int64(anchor.start))
    fields["anchorEnd"] = .int(Int64(anchor.end))
    fields["selectedText"] = .string(anchor.quote.exact)
    fields["prefix"] = .string(anchor.quote.prefix)
    fields["suffix"] = .string(anchor.quote.suffix)
  }

  /// The piece, and whether it was found where the document could be read.
  private static func anchor(
    _ target: AnnotationTarget, _ document: Document?
  ) -> (anchor: Anchor, state: AnchorState?)? {
    guard let exact = target.exact else {
      // A place says something only with the text that it is in.
      guard let start = target.start, let end = target.end,
        let anchor = document?.text.anchor(start..<end)
      else { return nil }
      return (anchor, .anchored)
    }
    let start = target.start ?? 0
    let quote = Quote(exact: exact, prefix: target.prefix, suffix: target.suffix)
    let claimed = Anchor(
      start: start, end: max(start, target.end ?? start + exact.unicodeScalars.count), page: nil, quote: quote
    )
    guard let document else { return (claimed, nil) }
    guard let found = found(claimed, target, in: document.text) else { return (claimed, .orphaned) }
    return (found, .anchored)
  }

  private static func found(
    _ claimed: Anchor, _ target: AnnotationTarget, in text: DocumentText
  ) -> Anchor? {
    let (start, count) = (claimed.start, claimed.quote.exact.unicodeScalars.count)
    if target.start != nil, text.text(start..<(start + count)) == claimed.quote.exact {
      return text.anchor(start..<(start + count))
    }
    // The words with all of their surroundings, once.
    let quote = claimed.quote
    let places = text.places(of: quote.prefix + quote.exact + quote.suffix, countMax: 2)
    guard places.count == 1 else { return nil }
    let first = places[0] + quote.prefix.unicodeScalars.count
    return text.anchor(first..<(first + count))
  }
}

extension DocumentText {
  /// Where a text stands, code point for code point. O(length) where it is not repetitive.
  func places(of text: String, countMax: Int) -> [Int] {
    let sought = text.unicodeScalars.map(\.value)
    guard let first = sought.first, sought.count <= count else { return [] }
    var found: [Int] = []
    for start in 0...(count - sought.count) where scalars[start] == first {
      guard scalars[start..<(start + sought.count)].elementsEqual(sought) else { continue }
      found.append(start)
      if found.count == countMax { break }
    }
    return found
  }
}
