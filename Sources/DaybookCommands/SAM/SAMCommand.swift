import ArgumentParser

/// `daybook sam …`: what only SAM does.
struct SAMCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sam",
    abstract: "The CRM: what only it does.",
    subcommands: [SAMSyncCommand.self])
}

/// `daybook sam sync …`
struct SAMSyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Take in address books and calendars.",
    subcommands: [SAMSyncContactsCommand.self, SAMSyncCalendarCommand.self])
}
