import ArgumentParser
import Daybook
import DaybookModel
import FreeThoughts

/// `daybook freethoughts notes [FILE]`
struct DocumentNotesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "List the notes of one document, or of all documents, by place.",
    discussion: """
      For a file, also lists the notes that were made on the same content under another name or on another machine. A \
      missing file is identified by its path alone. If the file changed since its notes were placed, a notice says so; \
      the places are then those of the earlier text.

      Examples:
        daybook freethoughts notes essay.md
        daybook freethoughts notes --tag animals
        daybook freethoughts notes --orphans
        daybook freethoughts notes essay.md --as-of yesterday
        daybook freethoughts notes essay.md --format jsonl | jq -r .content
      """)

  @Argument(help: "The document; by default all.", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("Only with this tag.", valueName: "name"))
  var tag: String?

  @Flag(help: "Only those whose piece was not found again.")
  var orphans = false

  @Option(help: ArgumentHelp("Only with this sync status: \(SyncStatus.list).", valueName: "status"))
  var status: String?

  @OptionGroup var past: AsOfOption
  @OptionGroup var list: ListOptions

  func run() async throws {
    let ledger = try await list.selection.open()
    let cut = try past.cut(list.selection)
    let status = try await status.asyncMap {
      try await SyncStatus.read($0, "sync status", in: "syncStatus", of: Note.kind, ledger)
    }
    let tag = try await self.tag.asyncMap { text in
      let (id, isNew) = try await ledger.freeThoughts.tag(named: text)
      return isNew ? try await ledger.withView(at: cut) { try TagFinder.find(text, in: $0).id } : id
    }
    let names = Dictionary(
      try await ledger.fetch(Tag.self, at: cut).map { ($0.id, $0.name) },
      uniquingKeysWith: { first, _ in first })
    let (document, notes) = try await notes(in: ledger, at: cut)
    if cut.isNow, let document, let file { showChange(of: document, named: file, notes) }
    let lines = notes.filter { note in
      (tag.map { note.tags.contains($0) } ?? true) && (!orphans || note.anchorState == .orphaned)
        && (status.map { note.syncStatus == $0 } ?? true)
    }.map { note in
      NoteLine(
        note: note, tags: note.tags.compactMap { names[$0] },
        line: document.flatMap { $0.hash == note.documentHash ? $0.text.line(at: note.anchorStart) : nil })
    }
    var hidden: Set<String> = file == nil ? [] : ["document"]
    if !lines.contains(where: { $0.note.anchorState == .orphaned }) { hidden.insert("state") }
    if !lines.contains(where: { $0.note.syncStatus != .local }) { hidden.insert("sync") }
    try await list.show(
      lines, hiding: hidden, in: ledger,
      empty: "there is no such note; write one with 'daybook freethoughts note'")
  }

  /// Says if the file has changed since the notes were placed: their places are those in the former content.
  private func showChange(of document: Document, named file: String, _ notes: [Note]) {
    // Orphans are not counted: the list says more about them.
    let count = notes.count {
      $0.anchorState != .orphaned && $0.documentHash != nil && $0.documentHash != document.hash
    }
    guard count > 0 else { return }
    list.options.messages.show(
      Notice(
        "changed-document",
        "the file changed since \(count) of \(notes.count) note\(notes.count == 1 ? "" : "s") "
          + "\(count == 1 ? "was" : "were") placed in it; find them with "
          + "'\(ShellText.command(["freethoughts", "reanchor", file]))'"))
  }

  private func notes(in ledger: Ledger, at cut: Cut) async throws -> (Document?, [Note]) {
    guard let file else {
      return (
        nil,
        try await ledger.fetch(
          Note.self, sort: [SortKey("documentPath"), SortKey("anchorStart"), SortKey("anchorEnd")], at: cut)
      )
    }
    do {
      let document = try Document(contentsOf: file)
      return (document, try await ledger.freeThoughts.notes(of: document, at: cut))
    } catch let error as LedgerError where error.code == .notFound {
      // The file was moved or removed, or was never on this machine.
      let notes = try await ledger.freeThoughts.notes(ofDocument: DocumentPath.absolute(file), at: cut)
      guard !notes.isEmpty else { throw error }
      list.options.messages.show(
        Notice(
          "no-document",
          "there is no file at this path; 'daybook freethoughts reanchor --in DIR' looks for it"))
      return (nil, notes)
    }
  }
}

/// Paths of files that do not exist.
enum DocumentPath {
  /// Absolute, and without `.` and `..`; links cannot be followed because the file does not exist.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : (Environment.currentDirectory ?? "") + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

/// `daybook freethoughts document FILE`
struct DocumentPageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "document",
    abstract: "Show a document's type, length, pages, hash and notes.",
    discussion: """
      With --text, its text follows: each line begins with the place of its first character, for 'note --at'.

      Examples:
        daybook freethoughts document paper.pdf
        daybook freethoughts document essay.md --text
      """)

  @Argument(help: "The document: PDF, Markdown or plain text.", completion: .file())
  var file: String

  @Flag(help: "Show its text, with places.")
  var text = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let document = try Document(contentsOf: file)
    if text { return try showText(document.text) }
    let ledger = try await selection.open()
    let notes = try await ledger.freeThoughts.notes(of: document)
    var row = OutputRow([
      ("documentPath", .string(document.path)), ("type", .string(document.type.rawValue)),
      ("characters", .count(document.text.count)), ("lines", .count(document.text.lineCount)),
    ])
    if let pages = document.text.pageCount { row.append("pages", .count(pages)) }
    row.append("documentHash", .string(document.hash))
    row.append("notes", .count(notes.count))
    row.append("orphans", .count(notes.count { $0.anchorState == .orphaned }))
    try options.output.show(OutputRecord(row))
    if document.type == .pdf, document.text.string.allSatisfy(\.isWhitespace) {
      options.messages.show(Notice("no-text", "the PDF has no text; it may be a scan"))
    }
  }

  private func showText(_ text: DocumentText) throws {
    let columns = (text.pageCount == nil ? [] : ["page"]) + ["line", "start", "text"]
    var rows = options.output.rows(columns: columns)
    for (line, range) in text.lineRanges.enumerated() {
      var row = OutputRow()
      if let page = text.page(at: range.lowerBound) { row.append("page", .count(page)) }
      row.append("line", .count(line + 1))
      row.append("start", .count(range.lowerBound))
      row.append("text", .string(text.text(range)))
      try rows.write(row)
    }
    try rows.finish()
  }
}

/// A note in a list, with its place in the document if the document is available.
struct NoteLine: Listed {
  static let entityKind = Note.kind
  var note: Note
  var tags: [String]
  var line: Int?

  var rawID: String { note.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("documentPath") { .string($0.note.documentPath) },
    Member("anchorStart") { .count($0.note.anchorStart) },
    Member("anchorEnd") { .count($0.note.anchorEnd) },
    Member("anchorPage") { $0.note.anchorPage.map { .count($0) } ?? .null },
    Member("line") { $0.line.map { .count($0) } ?? .null },
    Member("selectedText") { .string($0.note.selectedText) },
    Member("content") { .string($0.note.content) },
    Member("tags") { .array($0.tags.map { .string($0) }) },
    Member("anchorState") { .string($0.note.anchorState.rawValue) },
    Member("syncStatus") { .string($0.note.syncStatus.rawValue) },
    Member("provocations") { .count($0.note.provocations.count) },
    Member("createdAt") { .date($0.note.createdAt) },
    Member("updatedAt") { .date($0.note.updatedAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("document") { $0.note.documentPath.split(separator: "/").last.map(String.init) },
    Column("place") { $0.place },
    Column("state") { $0.note.anchorState.rawValue },
    Column("sync") { $0.note.syncStatus.rawValue },
    Column("quote") { OneLine.cut($0.note.selectedText, countMax: 40) },
    Column("note") { $0.note.content },
    Column("tags") { $0.tags.joined(separator: ", ") },
    Column("provocations", count: \.note.provocations.count),
  ]

  /// `page 3`, `line 12`, else the characters.
  private var place: String {
    if let page = note.anchorPage { return "page \(page)" }
    return line.map { "line \($0)" } ?? "\(note.anchorStart)..\(note.anchorEnd)"
  }
}
