import ArgumentParser

/// `daybook freethoughts …`: what only FreeThoughts does.
struct FreeThoughtsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "freethoughts",
    abstract: "Notes on PDF, Markdown and text files, and prompts that make you think about them.",
    discussion: """
      Documents stay where they are; the ledger holds the notes on them, and finds their places again after a \
      document was edited, moved or renamed. Notes are named by the beginning of their id, prompts and tags by their \
      name.

      Examples:
        daybook freethoughts note essay.md --quote 'the quick brown fox' 'which fox?' --tag animals
        daybook freethoughts notes essay.md
        daybook freethoughts edit 9f3b2f6f 'which fox, and why quick?'
        daybook freethoughts provoke --note 9f3b2f6f --prompt challenge
        daybook freethoughts reanchor --all --in ~/Documents
        daybook freethoughts export essay.md -o essay.notes.md
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Notes",
        subcommands: [
          DocumentNoteCommand.self, DocumentNotesCommand.self, NoteEditCommand.self, NoteRemoveCommand.self,
          TagCommand.self, TagsCommand.self,
        ]),
      CommandGroup(name: "Documents", subcommands: [DocumentPageCommand.self, ReanchorCommand.self]),
      CommandGroup(
        name: "Provocations",
        subcommands: [ProvokeCommand.self, ProvocationsCommand.self, PromptsCommand.self]),
      CommandGroup(name: "Exchange", subcommands: [NotesExportCommand.self, NotesImportCommand.self]),
    ])
}
