import ArgumentParser
import Daybook

/// `daybook export markdown -o FOLDER`
struct ExportMarkdownCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "markdown",
    abstract: "Write notes as a folder of Markdown files.",
    discussion: """
      A note that came from a Markdown file and was not changed here is that file again, byte for byte, in a folder of \
      its source's name; .daybook-notes.json in the folder tells which notes these are. Any other has front matter with everything that its fields hold, so that 'import markdown' gives \
      it back as it was. Notes of FreeThoughts (--kind freethoughts.note) have a file for each document, which \
      'freethoughts import' takes.

      Examples:
        daybook export markdown -o notes
        daybook export markdown -o notes --where "any tags (name = 'ideas')"
        daybook export markdown --kind freethoughts.note -o reading
      """)

  @OptionGroup var exporting: ExportOptions

  func run() async throws {
    guard exporting.output?.path != nil else {
      throw LedgerError(.usage, "notes are written into a folder", advice: "name one with -o")
    }
    for kind in exporting.kind where !["planner.note", "freethoughts.note"].contains(kind) {
      throw LedgerError(
        .usage, "\(kind) is not a kind of notes", advice: "give planner.note or freethoughts.note")
    }
    try await exporting.run(MarkdownExportRequest())
  }
}

package struct MarkdownExportRequest: ExportRequest {}
