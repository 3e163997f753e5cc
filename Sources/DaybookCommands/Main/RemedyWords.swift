package import DaybookModel

// The library's advice in terms of the command line.

extension Remedy {
  /// Makes the advice of this process name commands, for the ledger and the systems.
  package static func speakAsCommand() {
    speak(commandWords)
    SystemRemedy.speak(SystemRemedy.commandWords)
  }

  /// The command, or its option, for each.
  package static let commandWords: [Remedy: String] = [
    .create: "daybook init",
    .verify: "daybook verify",
    .verifyAnchored: "daybook verify --anchor",
    .repair: "daybook repair",
    .replicate: "daybook replicate",
    .conflicts: "daybook conflicts",
    .status: "daybook status",
    .replicas: "daybook replica list",
    .log: "daybook log --format jsonl",
    .erase: "daybook erase",
    .eraseNow: "daybook erase --now",
    .erasures: "daybook erase status",
    .withdraw: "daybook erase withdraw",
    .schema: "daybook schema show",
    .lock: "daybook lock",
    .unlock: "daybook unlock",
    .join: "daybook device join",
    .joinAgain: "daybook device join --again",
    .devices: "daybook device list",
    .recover: "daybook key recover",
    .head: "daybook head",
    .prove: "daybook prove",
    .deleted: "daybook query % --include-deleted",
    .entities: "daybook query %",
    .restore: "daybook restore %",
    .folder: "name the folder with --ledger",
    .waitLonger: "wait longer with --wait",
    .force: "--force",
    .reveal: "--reveal",
    .pull: "--pull",
    .recoveryKey: "--recovery",
    .keys: "--key-file FILE",
    .window: "--window FROM..TO",
    .zone: "--tz",
    .despiteMissing: "--despite-missing",
    .countAll: "--count-all",
    .writeErased: "--write-erased",
    .condition: "--where",
  ]
}

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
