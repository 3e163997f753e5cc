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

extension MarkdownNotes {
  /// The content of a file: the notes and provocations that could be read, and those that could not.
  public static func read(_ text: String, file: String) -> ReadNotes {
    var reader = MarkdownNotesReader(file: file)
    var text = text
    if text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
    // Line ends of other systems: a text's own carriage returns are written as references.
    let lines = MarkdownText.lines(text).map { line in
      line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
    }
    for (index, line) in lines.enumerated() { reader.take(line, number: index + 1) }
    return reader.finish()
  }
}

/// Goes from mark to mark.
private struct MarkdownNotesReader {
  private let file: String
  private var read = ReadNotes()
  private var path = ""
  private var mark: MarkdownMark?
  private var number = 0
  /// The lines since the mark.
  private var lines: [String] = []
  /// The entity that is being gathered, and its first line.
  private var entity: CarriedEntity?
  private var begins = 0
  private var isBroken = false

  init(file: String) { self.file = file }

  mutating func take(_ line: String, number: Int) {
    do throws(MarkdownMark.Unreadable) {
      guard let next = try MarkdownMark(reading: line) else {
        lines.append(line)
        return
      }
      closePart()
      open(next, number)
    } catch {
      closePart()
      mark = nil
      // It belongs to the entity that is being gathered, which then cannot be read.
      isBroken = entity != nil
      read.skip(file, number, error.reason)
      entity = nil
    }
    lines = []
  }

  mutating func finish() -> ReadNotes {
    closePart()
    closeEntity()
    if read.isEmpty {
      read.skip(file, 1, "there are no notes in this file; '\(SystemRemedy.export)' writes such files")
    }
    return read
  }

  private mutating func open(_ next: MarkdownMark, _ line: Int) {
    mark = next
    number = line
    switch next.part {
    case .document:
      closeEntity()
      isBroken = false
      path = next.values["path"]?.string ?? ""
    case .note, .provocation:
      closeEntity()
      isBroken = false
      begin(next, line)
    case .end:
      closeEntity()
      isBroken = false
    case .text, .tags, .response:
      if entity == nil, !isBroken { read.skip(file, line, "'\(next.part.rawValue)' belongs to no note") }
    }
  }

  private mutating func begin(_ mark: MarkdownMark, _ line: Int) {
    guard let id = mark.values["id"]?.string, !id.isEmpty else {
      isBroken = true
      return read.skip(file, line, "the comment names no id")
    }
    guard let fields = mark.values["fields"]?.object else {
      isBroken = true
      return read.skip(file, line, "the comment has no fields")
    }
    let isNote = mark.part == .note
    begins = line
    var carried = CarriedEntity(kind: isNote ? Note.kind : Provocation.kind, id: id, fields: fields)
    carried.base = mark.values["base"]?.string
    carried.fields["documentPath"] = .string((isNote ? nil : mark.values["path"]?.string) ?? path)
    entity = carried
  }

  /// Ends the part after the last mark.
  private mutating func closePart() {
    defer { lines = [] }
    guard let mark, var entity else { return }
    switch mark.part {
    case .note: entity.fields["selectedText"] = .string(quote(mark))
    case .provocation: entity.fields["sourceText"] = .string(quote(mark))
    case .text: entity.fields["content"] = .string(text(mark))
    case .response: entity.fields["response"] = .string(text(mark))
    case .tags:
      entity.tags =
        lines.compactMap {
          MarkdownText.rest(of: $0, behind: "- ") ?? MarkdownText.rest(of: $0, behind: "* ")
        }
        .map(MarkdownText.unescape)
        .filter { !$0.allSatisfy(\.isWhitespace) }
    case .document, .end: break
    }
    self.entity = entity
  }

  private mutating func closeEntity() {
    guard let entity else { return }
    self.entity = nil
    var carried = CarriedEntity(
      kind: entity.kind, id: entity.id, fields: entity.fields, tags: entity.tags, base: entity.base)
    // A quote is the selected text.
    carried.fixed = ["selectedText", "sourceText"]
    read.entries.append(.init(content: .own(carried), file: file, line: begins))
  }

  private func text(_ mark: MarkdownMark) -> String {
    surrounded(mark, MarkdownText.unescape(MarkdownText.trimmed(lines.joined(separator: "\n")).text))
  }

  private func quote(_ mark: MarkdownMark) -> String {
    let quoted = lines.compactMap { line in
      MarkdownText.rest(of: line, behind: "> ") ?? MarkdownText.rest(of: line, behind: ">")
    }
    return surrounded(mark, MarkdownText.unescape(quoted.joined(separator: "\n")))
  }

  private func surrounded(_ mark: MarkdownMark, _ text: String) -> String {
    (mark.values["before"]?.string ?? "") + text + (mark.values["after"]?.string ?? "")
  }
}
