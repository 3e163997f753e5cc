import Daybook

/// Notes as a file that people read and edit.
///
/// Each part begins with a comment with the data that people need not see; between the comments are the quote, the
/// note's text, its tags and its provocations. The layout is described in the article on FreeThoughts.
public enum MarkdownNotes {
  /// One document's notes.
  public static func text(of part: NotesExport, about path: String) -> String {
    let provocations = part.provocationsByNote
    var lines: [String] = []
    let hashes = Set(part.notes.compactMap { $0.fields["documentHash"]?.string }).sorted()
    lines.append(MarkdownMark(.document, ["path": .string(path)]).line)
    lines += ["", "# " + oneLine(path.split(separator: "/").last.map(String.init) ?? path), ""]
    lines.append("- Document: " + oneLine(path))
    lines += hashes.map { "- SHA-256: " + $0 }
    lines.append("")
    for note in part.notes {
      lines += linesOf(note: note)
      for provocation in provocations[note.id] ?? [] { lines += linesOf(provocation: provocation) }
    }
    for provocation in provocations[""] ?? [] { lines += linesOf(provocation: provocation) }
    lines.append(MarkdownMark(.end).line)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The fields that are in the file as text.
  private static let noteTexts = ["documentPath", "selectedText", "content"]
  private static let provocationTexts = ["documentPath", "sourceText", "response"]

  private static func linesOf(note: CarriedEntity) -> [String] {
    var heading = "\(note.int("anchorStart") ?? 0)–\(note.int("anchorEnd") ?? 0)"
    if let page = note.int("anchorPage") { heading = "Page \(page), " + heading }
    let quote = MarkdownText.trimmed(note.text("selectedText"))
    let content = MarkdownText.trimmed(note.text("content"))
    var lines = [MarkdownMark(.note, values(note, besides: noteTexts, quote)).line, "", "## " + heading, ""]
    lines += quoted(quote.text) + [""]
    lines += part(.text, content)
    if !note.tags.isEmpty {
      lines += [MarkdownMark(.tags).line, ""]
      lines += note.tags.map { "- " + MarkdownText.escapeOneLine($0) } + [""]
    }
    return lines
  }

  private static func linesOf(provocation: CarriedEntity) -> [String] {
    let source = MarkdownText.trimmed(provocation.text("sourceText"))
    let response = MarkdownText.trimmed(provocation.text("response"))
    var values = values(provocation, besides: provocationTexts, source)
    // For a provocation of a note on another document, or of a note that is not here.
    values["path"] = .string(provocation.text("documentPath"))
    var lines = [MarkdownMark(.provocation, values).line, ""]
    lines += ["### " + oneLine(provocation.text("promptName")), ""] + quoted(source.text) + [""]
    return lines + part(.response, response)
  }

  private static func values(
    _ entity: CarriedEntity, besides texts: [String], _ quote: (before: String, text: String, after: String)
  ) -> JSONObject {
    var fields = entity.fields
    for name in texts { fields[name] = nil }
    var values: JSONObject = [
      "id": .string(entity.id), "fields": .object(fields), "base": .string(entity.digest),
    ]
    if !quote.before.isEmpty { values["before"] = .string(quote.before) }
    if !quote.after.isEmpty { values["after"] = .string(quote.after) }
    return values
  }

  private static func part(
    _ part: MarkdownMark.Part, _ text: (before: String, text: String, after: String)
  ) -> [String] {
    var mark = MarkdownMark(part)
    if !text.before.isEmpty { mark.values["before"] = .string(text.before) }
    if !text.after.isEmpty { mark.values["after"] = .string(text.after) }
    return [mark.line, "", MarkdownText.escape(text.text), ""]
  }

  /// A block quote. White space at the end of a line is written as a reference, because editors remove it.
  private static func quoted(_ text: String) -> [String] {
    MarkdownText.lines(MarkdownText.escape(text)).map { line in
      guard let last = line.unicodeScalars.last, last == " " || last == "\t" else { return "> " + line }
      return "> " + String(line.unicodeScalars.dropLast()) + "&#\(last.value);"
    }
  }

  /// A text as a heading shows it.
  private static func oneLine(_ text: String) -> String {
    MarkdownText.lines(MarkdownText.escape(text)).joined(separator: " ")
  }
}
