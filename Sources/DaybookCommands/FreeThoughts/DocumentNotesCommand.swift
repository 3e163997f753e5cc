import ArgumentParser
import Daybook
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
