package import DaybookModel

// The systems' advice in terms of the command line.

extension SystemRemedy {
  /// The command, or its option, for each, by its name.
  package static let commandWords: [String: String] = [
    "sam.people": "daybook sam people",
    "sam.contexts": "daybook sam contexts",
    "sam.products": "daybook sam products",
    "purus.records": "daybook purus list",
    "planner.people": "daybook planner people",
    "planner.meetings": "daybook planner agenda",
    "planner.notes": "daybook planner note list",
    "planner.tags": "daybook planner tag list",
    "freethoughts.notes": "daybook freethoughts notes",
    "freethoughts.prompts": "daybook freethoughts prompts",
    "freethoughts.tags": "daybook freethoughts tags",
    "freethoughts.place": "daybook freethoughts edit % --quote …",
    "freethoughts.suggestions": "daybook freethoughts reanchor --dry-run",
    "freethoughts.folder": "name a folder with --in",
    "freethoughts.export": "daybook freethoughts export",
    "messaging.outbox": "daybook messaging outbox",
    "messaging.inbox": "daybook messaging inbox",
    "messaging.begin": "daybook messaging new",
    "messaging.add": "daybook messaging people CONVERSATION --add ID",
    "messaging.draft": "daybook messaging analyze",
    "messaging.text": "give a text with --text",
    "messaging.user": "say who you are with 'daybook messaging me ID'",
    "messaging.selection": "name one with --as or DAYBOOK_MESSAGING_USER",
    "messaging.folder-key": "give the folder's key with --folder-key FILE",
    "messaging.no-folder-key": "leave out --folder-key",
    "messaging.key-file": "use the file that 'daybook messaging key' made",
  ]
}
