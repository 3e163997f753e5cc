import ArgumentParser
package import Daybook

/// `daybook import annotations FILE…`: the same as `daybook freethoughts import`, listed with the other imports.
struct ImportAnnotationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "annotations",
    abstract: "Import W3C Web Annotations, and notes that FreeThoughts wrote.",
    discussion: """
      The same as 'freethoughts import': an annotation is kept whole, and becomes a note if it is about a piece of a \
      text. In folders and archives, it reads files named .json, .jsonld or .notes.md.

      Examples:
        daybook import annotations annotations.jsonld
        daybook import annotations hypothesis/ --dry-run
        daybook import annotations hypothesis.json --document ~/papers/essay.pdf
      """)

  @OptionGroup var command: NotesImportCommand

  func run() async throws { try await command.run() }
}

/// `daybook import markdown FOLDER|FILE…`
struct ImportMarkdownCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "markdown",
    abstract: "Import folders of Markdown files: of Obsidian, Bear, Hugo and others.",
    discussion: """
      Each file becomes a note. Its title comes from its front matter, its first heading, or its name; its tags come \
      from its front matter and its text. The file is kept as it is, so that 'export markdown' can write it again. \
      Hidden folders, links and files that are not Markdown are skipped.

      A file with an id in its front matter is the same note wherever it is; any other file is identified by its path \
      in the folder, and by the folder's name. If two files are the same note, the first counts. Changes made here to \
      a note stay until its file changes.

      Examples:
        daybook import markdown ~/Obsidian/Vault
        daybook import markdown bear-export.zip --source bear
        daybook import markdown ~/reading --into freethoughts
        daybook import markdown ~/Obsidian/Vault --dry-run
      """)

  @Argument(help: "Folders, files, or archives of them.", completion: .directory)
  package var files: [String]

  @Option(
    help: ArgumentHelp("The system to import the notes into: planner or freethoughts.", valueName: "system"),
    completion: .list(["planner", "freethoughts"]))
  var into = MarkdownTarget.planner

  @OptionGroup var importing: ImportOptions

  func run() async throws {
    try await importing.run(
      MarkdownImportRequest(
        files: files, into: into, source: importing.source, zone: try importing.options.selection.zone()))
  }
}

/// The system whose notes Markdown files become.
package enum MarkdownTarget: String, ExpressibleByArgument, CaseIterable, Sendable {
  case planner, freethoughts
}

package struct MarkdownImportRequest: ImportRequest {
  package var files: [String]
  package var into: MarkdownTarget
  package var source: String?
  /// The time zone of times that have none.
  package var zone: TimeZoneRule
}
