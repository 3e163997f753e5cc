import ArgumentParser
import Daybook
import FreeThoughts

/// `daybook freethoughts import FILE…`
struct NotesImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Take notes in: files that 'export' wrote, edited or not, and W3C Web Annotations of any program.",
    discussion: """
      Only what changed is written, so the same file again writes nothing; what you deleted stays deleted, and what \
      is newer here stays. An annotation of another program is kept whole, and becomes a note where it is about a \
      piece of a text. What cannot be read is skipped and named, the rest is done, and the exit status is 65.

      Examples:
        daybook freethoughts import essay.notes.md
        daybook freethoughts import annotations.jsonld --document ~/papers/essay.pdf
        daybook freethoughts import *.notes.md --dry-run
      """)

  @Argument(
    help: "Markdown or JSON files; - is the standard input.",
    completion: .file(extensions: ["md", "json", "jsonld"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The document that all of it is about, wherever the files say it is.", valueName: "path"),
    completion: .file())
  var document: String?

  @OptionGroup var options: RunOptions

  func run() async throws {
    var contents: [(name: String, content: [UInt8])] = []
    for file in files {
      contents.append(
        (file == "-" ? "standard input" : file, try InputFile.contents(file, sizeBytesMax: 64 << 20)))
    }
    let document = try document.map { try Document(contentsOf: $0) }
    let ledger = try await options.selection.open()
    let receipt = try await ledger.importNotes(contents, document: document, options: options.append)
    try options.show(receipt)
  }
}
