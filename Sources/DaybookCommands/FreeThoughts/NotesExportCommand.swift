import ArgumentParser
import Daybook
import FreeThoughts

/// `daybook freethoughts export [FILE]`
struct NotesExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export notes as Markdown for people, or as W3C Web Annotations for other programs.",
    discussion: """
      Without -o it goes to the standard output. You can edit the Markdown and read it back with 'import'; \
      several documents become a file each, in the folder that -o names. Annotations of other programs are exported as \
      they came, with the later changes to their notes. Documents are recognized by path and by content.

      Examples:
        daybook freethoughts export essay.md -o essay.notes.md
        daybook freethoughts export essay.md --as annotations | jq .target
        daybook freethoughts export --all --as markdown -o notes
        daybook freethoughts export --all --as annotations -o notes.jsonld
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable { case markdown, annotations }

  @Argument(help: "The document, or where it was.", completion: .file())
  var file: String?

  @Flag(help: "Export the notes of all documents.")
  var all = false

  @Option(name: .customLong("as"), help: "The format: markdown or annotations.")
  var form: Form = .markdown

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or the folder; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if all != (file == nil) {
      throw ValidationError(all ? "give a document or --all, not both" : "give a document, or --all")
    }
  }

  func run() async throws {
    let ledger = try await selection.open()
    let export = try await export(from: ledger)
    let path = output?.path
    if export.count == 0 {
      options.messages.show(
        Notice("empty", "there are no notes yet; write one with 'daybook freethoughts note'"))
    }
    switch form {
    case .annotations: try give(export.annotationJSON, of: export, to: path)
    case .markdown:
      if all, let path { return try give(export, toFolder: path) }
      let text = export.markdown.map(\.text).joined(separator: "\n")
      try give(text, of: export, to: path)
      let apart = export.annotationCount - export.noteAnnotationCount
      if apart > 0 {
        let what =
          apart == 1 ? "1 annotation of another program is" : "\(apart) annotations of other programs are"
        options.messages.show(
          Notice("left-out", "\(what) not among the notes: --as annotations exports all"))
      }
    }
  }

  private func export(from ledger: Ledger) async throws -> NotesExport {
    guard let file else { return try await ledger.freeThoughts.notesExport() }
    let place = try Self.place(of: file)
    let export = try await ledger.freeThoughts.notesExport(path: place.path, hash: place.hash)
    guard export.count > 0 else {
      throw LedgerError(
        .notFound, "there is no note on this document", file: file,
        advice: "see 'daybook freethoughts notes', or write one with 'daybook freethoughts note'")
    }
    return export
  }

  /// Its canonical path and the hash of its content. The file may be gone, but its notes are still there.
  private static func place(of file: String) throws -> (path: String, hash: String?) {
    do throws(LedgerError) {
      let found = try DocumentReader().identify(file)
      return (found.path, found.hash)
    } catch {
      guard error.code == .notFound else { throw error }
      let isWhole = file.hasPrefix("/") || file.contains(":")
      return (isWhole ? file : (Environment.currentDirectory.map { $0 + "/" } ?? "") + file, nil)
    }
  }

  private func give(_ text: String, of export: NotesExport, to path: String?) throws {
    guard let path else { return try options.output.show(document: Array(text.utf8)) }
    try WrittenFile.write(Array(text.utf8), to: path, replaces: force)
    try options.output.show(export.members(file: path))
  }

  /// A file for each document, by its name.
  private func give(_ export: NotesExport, toFolder folder: String) throws {
    var taken: Set<String> = []
    var rows: [OutputRow] = []
    try OutputFolder.make(folder)
    for (path, part) in export.documents {
      let name = OutputFolder.name(
        path.split(separator: "/").last.map(String.init) ?? "notes", ending: ".notes.md", besides: &taken)
      let text = part.markdown.map(\.text).joined()
      try WrittenFile.write(Array(text.utf8), to: folder + "/" + name, replaces: force)
      rows.append(OutputRow([("documentPath", .string(path))] + part.members(file: folder + "/" + name)))
    }
    try options.output.show(columns: ["documentPath", "file", "notes", "provocations", "annotations"], rows)
  }
}

extension NotesExport {
  fileprivate func members(file: String) -> [(name: String, value: JSONValue)] {
    [
      ("file", .string(file)), ("notes", .count(noteCount)), ("provocations", .count(provocationCount)),
      ("annotations", .count(annotationCount)),
    ]
  }
}

/// `daybook freethoughts import FILE…`
struct NotesImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Import notes: files that 'export' wrote, edited or not, and W3C Web Annotations of any program.",
    discussion: """
      Only changes are written, so importing the same file again writes nothing; what you deleted stays deleted, and \
      what is newer here stays. An annotation of another program is kept whole, and becomes a note if it is about a \
      piece of a text. What cannot be read is skipped and named, the rest is imported, and the exit status is 65.

      Examples:
        daybook freethoughts import essay.notes.md
        daybook freethoughts import annotations.jsonld --document ~/papers/essay.pdf
        daybook freethoughts import notes/ --dry-run
      """)

  @Argument(
    help: "Markdown or JSON files; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["md", "json", "jsonld"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The document that all notes are about, whatever path the files name.", valueName: "path"),
    completion: .file())
  var document: String?

  @OptionGroup var bounds: BoundsOption
  @OptionGroup var erased: ErasedOption
  @OptionGroup var options: RunOptions

  func run() async throws {
    let input = SyncInput(paths: files, extensions: ["notes.md", "json", "jsonld"])
    try input.prepare()
    var contents: [(name: String, content: [UInt8])] = []
    var unreadable: [SyncRemark] = []
    for path in input.paths {
      let next = try input.files(of: path)
      while true {
        do {
          guard let file = try next() else { break }
          contents.append((file.name, try SyncInput.contents(of: file, sizeBytesMax: 64 << 20)))
        } catch let error as LedgerError where error.code == .unreadable {
          unreadable.append(SyncRemark(file: error.file ?? path, line: 1, reason: error.what))
        }
      }
    }
    let document = try document.map { try Document(contentsOf: $0) }
    let ledger = try await options.selection.open()
    var append = options.append
    append.exceedsBounds = bounds.force
    // What was read is kept.
    var receipt = try await erased.run(isRepeatable: true, append, options.messages) {
      try await ledger.freeThoughts.importNotes(contents, document: document, options: $0)
    }
    receipt.plan.skipped += unreadable
    receipt.plan.summary.skipped += unreadable.count
    try options.show(receipt)
  }
}
