import ArgumentParser
import Daybook
import FreeThoughts

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
