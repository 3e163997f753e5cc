import Daybook
import DaybookText
import FreeThoughts

/// Markdown files as notes of FreeThoughts: each is a document, and its text is a note on it, anchored at its first
/// line. A quote with a source line is a note of its own: the quote is the selection, and the source line is the note's
/// text.
enum FreeThoughtsNotes {
  /// The entities of one file; the first is the file itself.
  ///
  /// - Parameters:
  ///   - document: the file's path on this machine, canonical.
  ///   - time: the file's time, if its front matter has none.
  static func entities(
    of note: MarkdownNote, document: String, _ source: SyncSource, time: Instant?,
    in state: borrowing LedgerState
  ) -> [ImportedEntity] {
    let text = DocumentText(note.text)
    let finder = AnchorFinder(text)
    let hash = DocumentHash.of(note.bytes)
    let name = "\(source.id)\n\(note.ownID.map { "id\n" + $0 } ?? "path\n" + note.path)"
    let tags = TagEntities(note.tags, kind: FreeThoughts.Tag.kind, in: state)
    var times = JSONObject()
    if let created = note.created ?? time { times["createdAt"] = .string(created.description) }
    if let modified = note.modified ?? time { times["updatedAt"] = .string(modified.description) }
    func entity(_ key: String, _ fields: JSONObject) -> ImportedEntity {
      let id = NaturalKey.id(of: FreeThoughts.Note.kind, normalized: name + "\n" + key)
      let held = state.entity(FreeThoughts.Note.kind, id: id)?.values
      // Later changes here stay as long as the file is unchanged.
      if held?["documentHash"] == .string(hash), held?["documentPath"] == .string(document) {
        return ImportedEntity(FreeThoughts.Note.kind, .id(id))
      }
      var fields = fields
      fields["documentPath"] = .string(document)
      fields["documentHash"] = .string(hash)
      return ImportedEntity(
        FreeThoughts.Note.kind, .id(id), fields: fields, initial: times, links: tags.links)
    }
    var first = anchored(Self.firstLine(text, from: note.bodyLine), finder)
    if first["selectedText"] == nil {
      first = ["selectedText": .string(note.title), "anchorStart": 0, "anchorEnd": 0]
    }
    first["content"] = .string(note.body)
    var entities = [entity("file", first)]
    var equals: [String: Int] = [:]
    for quote in QuotedPassage.all(in: text) {
      var fields = anchored(quote.range, finder)
      guard let selected = fields["selectedText"]?.string else { continue }
      fields["content"] = .string(quote.source)
      let count = equals[selected, default: 0] + 1
      equals[selected] = count
      entities.append(entity("quote \(count)\n\(selected)", fields))
    }
    return entities + tags.entities
  }

  private static func anchored(_ range: Range<Int>?, _ finder: AnchorFinder) -> JSONObject {
    guard let range, let (anchor, rival) = finder.anchor(range) else { return [:] }
    return [
      "anchorStart": .int(Int64(anchor.start)), "anchorEnd": .int(Int64(anchor.end)),
      "selectedText": .string(anchor.quote.exact), "prefix": .string(anchor.quote.prefix),
      "suffix": .string(anchor.quote.suffix), "rivalSimilarity": .double(rival),
      "anchorState": .string(AnchorState.anchored.rawValue),
    ]
  }

  private static func firstLine(_ text: DocumentText, from line: Int) -> Range<Int>? {
    text.lineRanges.dropFirst(line - 1).first { range in
      !text.text(range).allSatisfy(\.isWhitespace)
    }
  }
}

/// A quote in Markdown with a source line.
struct QuotedPassage: Equatable {
  /// From the first word to the last, without the line of the source. It includes everything between the lines, the
  /// quote marks too.
  var range: Range<Int>
  /// Such as `— Kevin Kelly, [Out of Control](https://kk.org)`, without the dash.
  var source: String

  static func all(in text: DocumentText) -> [QuotedPassage] {
    let lines = zip(MarkdownLine.lines(of: Array(text.string.utf8)), text.lineRanges)
    return lines.split { !$0.0.isQuoted }.compactMap { passage($0.map(\.1), text) }
  }

  private static func passage(_ block: [Range<Int>], _ text: DocumentText) -> QuotedPassage? {
    var lines = block.map { (range: $0, words: words($0, text)) }
    while lines.last.map({ $0.words.isEmpty }) ?? false { lines.removeLast() }
    guard lines.count > 1, let source = source(text.text(lines.removeLast().words)) else { return nil }
    while lines.last.map({ $0.words.isEmpty }) ?? false { lines.removeLast() }
    guard let first = lines.first(where: { !$0.words.isEmpty }), let last = lines.last else { return nil }
    return QuotedPassage(range: first.words.lowerBound..<last.words.upperBound, source: source)
  }

  /// Behind the sign of the quote.
  private static func words(_ range: Range<Int>, _ text: DocumentText) -> Range<Int> {
    let line = Array(text.text(range).unicodeScalars)
    let start = line.firstIndex { $0 != " " && $0 != ">" && $0 != "\t" } ?? line.count
    let end = (line.lastIndex { $0 != " " && $0 != "\t" } ?? -1) + 1
    return range.lowerBound + start..<range.lowerBound + max(start, end)
  }

  private static func source(_ line: String) -> String? {
    for dash in ["—", "–", "―", "--"] where line.hasPrefix(dash) {
      let source = line.dropFirst(dash.count).drop(while: \.isWhitespace)
      return source.isEmpty ? nil : String(source)
    }
    return nil
  }
}
