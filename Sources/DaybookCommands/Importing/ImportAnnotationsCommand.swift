import ArgumentParser

/// `daybook import annotations FILE…`: the same as `daybook freethoughts import`, where somebody who imports
/// looks for it.
struct ImportAnnotationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "annotations",
    abstract: "Take in W3C Web Annotations, and notes that FreeThoughts wrote.",
    discussion: """
      The same as 'freethoughts import': an annotation is kept whole, and becomes a note where it is about a piece of \
      a text. It takes files: of a folder name folder/*.jsonld, and unpack an archive first.

      Examples:
        daybook import annotations annotations.jsonld
        daybook import annotations hypothesis/*.jsonld --dry-run
        daybook import annotations hypothesis.json --document ~/papers/essay.pdf
      """)

  @OptionGroup var command: NotesImportCommand

  func run() async throws { try await command.run() }
}
