import Daybook

/// The note that can be made of another program's annotation.
struct ForeignNote {
  var fields: JSONObject
  var tags: [String]

  /// Nil for an annotation that is not about a piece of text, or whose words are unknown: then the annotation is kept,
  /// but is not a note. `place` is the document in which its source can be read.
  init?(_ annotation: JSONObject, in place: ImportedDocument?) {
    guard let target = AnnotationTarget(of: annotation) else { return nil }
    let document = place?.document
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
    guard let anchor = Self.anchor(target, place?.finder) else { return nil }
    set(anchor.anchor)
    fields["rivalSimilarity"] = anchor.rival.map { .double($0) }
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

  /// The piece, and whether it was found, if the document could be read.
  private static func anchor(
    _ target: AnnotationTarget, _ finder: AnchorFinder?
  ) -> (anchor: Anchor, rival: Double?, state: AnchorState?)? {
    guard let exact = target.exact else {
      // A position has a meaning only with its text.
      guard let start = target.start, let end = target.end, start < end,
        let found = finder?.anchor(start..<end)
      else { return nil }
      return (found.anchor, found.rivalSimilarity, .anchored)
    }
    let start = min(target.start ?? 0, Self.placeMax)
    let count = exact.unicodeScalars.count
    let claimed = Anchor(
      start: start, end: max(start, min(target.end ?? start + count, Self.placeMax)), page: nil,
      quote: Quote(exact: exact, prefix: target.prefix, suffix: target.suffix))
    guard let finder else { return (claimed, nil, nil) }
    guard let found = found(claimed, target, with: finder) else { return (claimed, nil, .orphaned) }
    return (found.anchor, found.rivalSimilarity, .anchored)
  }

  /// No text is as long as that.
  private static let placeMax = 1 << 40

  /// The place of the words: where the annotation says, else where they are found with certainty, else where they occur
  /// once with all of their surroundings.
  private static func found(
    _ claimed: Anchor, _ target: AnnotationTarget, with finder: AnchorFinder
  ) -> (anchor: Anchor, rivalSimilarity: Double)? {
    let quote = claimed.quote
    let (start, count) = (claimed.start, quote.exact.unicodeScalars.count)
    if target.start != nil, finder.text.text(start..<(start + count)) == quote.exact {
      return finder.anchor(start..<(start + count))
    }
    if case .found(let anchor, let rival) = finder.find(claimed, rivalSimilarity: nil) {
      return (anchor, rival)
    }
    let places = finder.places(of: quote.prefix + quote.exact + quote.suffix, countMax: 2)
    guard places.count == 1, let whole = places.first else { return nil }
    let inner = finder.places(of: quote.exact).filter {
      whole.contains($0.lowerBound) && $0.upperBound <= whole.upperBound
    }
    return inner.count == 1 ? finder.anchor(inner[0]) : nil
  }
}

/// The document that an import is about, with its text prepared for finding quotes.
struct ImportedDocument {
  let document: Document
  let finder: AnchorFinder

  init(_ document: Document) { (self.document, finder) = (document, AnchorFinder(document.text)) }
}
