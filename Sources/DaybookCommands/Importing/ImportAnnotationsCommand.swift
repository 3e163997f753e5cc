import ArgumentParser

/// `daybook import annotations FILE…`: the same as `daybook freethoughts import`, where somebody who imports
/// looks for it.
struct ImportAnnotationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "annotations",
    abstract: "Import W3C Web Annotations, and notes that FreeThoughts wrote.",
    discussion: """
      The same as 'freethoughts import': an annotation is kept whole, and becomes a note where it is about a piece of \
      a text. Of folders and archives it takes what is named .json, .jsonld or .notes.md.

      Examples:
        daybook import annotations annotations.jsonld
        daybook import annotations hypothesis/ --dry-run
        daybook import annotations hypothesis.json --document ~/papers/essay.pdf
      """)

  @OptionGroup var command: NotesImportCommand

  func run() async throws { try await command.run() }
}
