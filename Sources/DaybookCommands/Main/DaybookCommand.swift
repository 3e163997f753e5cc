public import ArgumentParser
import Daybook

/// `daybook`: the whole command.
public struct DaybookCommand: ParsableCommand {
  public static var configuration: CommandConfiguration {
    let added = CommandParts.current.commands
    guard !added.isEmpty else { return own }
    var configuration = own
    configuration.groupedSubcommands.append(CommandGroup(name: "Added", subcommands: added))
    return configuration
  }

  private static let own = CommandConfiguration(
    commandName: "daybook",
    abstract: "An event-sourced ledger for contacts, health records, notes, meetings and messages.",
    discussion: """
      Every mutation is written once, in order; everything else is derived from it. A ledger is a \
      folder of plain files that zstdcat and jq can read, and that any tool may copy.
      """,
    version: "daybook \(Ledger.softwareVersion)\(sourceRevision.isEmpty ? "" : " (\(sourceRevision))")",
    groupedSubcommands: [
      CommandGroup(
        name: "Ledgers",
        subcommands: [
          InitCommand.self, StatusCommand.self, VerifyCommand.self, HeadCommand.self,
          ProveCommand.self, AuditCommand.self, RepairCommand.self, SealCommand.self, CompactCommand.self,
          ReplayCommand.self, LogCommand.self, WatchCommand.self, ReplicateCommand.self, ReplicaCommand.self,
          SettingsCommand.self,
        ]),
      CommandGroup(
        name: "Locking",
        subcommands: [LockCommand.self, UnlockCommand.self, DeviceCommand.self, KeyCommand.self]),
      CommandGroup(
        name: "Entities",
        subcommands: [
          AppendCommand.self, UpsertCommand.self, LinkCommand.self, UnlinkCommand.self, DismissCommand.self,
          RestoreCommand.self, DeleteCommand.self, UndoCommand.self, RevertCommand.self,
          EraseCommand.self, ConflictsCommand.self, ResolveCommand.self, GetCommand.self, HistoryCommand.self,
          BlameCommand.self, DiffCommand.self,
          QueryCommand.self, SearchCommand.self,
          SchemaCommand.self, SQLViewsCommand.self,
        ]),
      CommandGroup(
        name: "Systems",
        subcommands: [
          SAMCommand.self, PurusCommand.self, FreeThoughtsCommand.self, PlannerCommand.self,
          MessagingCommand.self,
        ]),
      CommandGroup(name: "Exchange", subcommands: [ImportCommand.self, ExportCommand.self, SQLCommand.self]),
      CommandGroup(name: "Manual", subcommands: [CompletionsCommand.self, ManCommand.self]),
    ]
  )

  public init() {}
}
