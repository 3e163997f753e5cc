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
