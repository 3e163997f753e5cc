public import ArgumentParser
public import Daybook

/// What an executable adds to the command: systems and commands of its own, and what needs libraries that `daybook` itself
/// does not link. The command starts another executable for a part that is missing.
public struct CommandParts: Sendable {
  /// Systems besides the five of the command.
  public var systems: [System] = []
  /// They are listed and run like the commands of the systems. One that writes conforms to ``WritingCommand``.
  public var commands: [any ParsableCommand.Type] = []
  /// Reads and writes the formats of other programs.
  package var formats: ForeignFormats?
  /// Reads calendars.
  package var calendars: CalendarReading?
  /// Reaches message servers.
  package var remoteStores: RemoteStoreConnector?
  /// Prints recovery keys.
  package var papers: RecoveryPapers?
  /// Opens folders and archives.
  package var inputs: SyncInput.Opening?

  public init() {}

  @TaskLocal static var current = CommandParts()
}

/// A command that an executable adds, and that writes: before it runs, everything that this machine has acknowledged is
/// published, and its run is not recorded as a reading.
public protocol WritingCommand: AsyncParsableCommand {}

extension CommandParts {
  /// The command with this name, if an executable added it.
  static func added(_ name: String) -> (any ParsableCommand.Type)? {
    var commands = current.commands
    var found: (any ParsableCommand.Type)?
    for word in name.split(separator: " ") {
      guard let next = commands.first(where: { CommandNames.name($0) == word }) else { return nil }
      (found, commands) = (next, next.configuration.subcommands)
    }
    return found
  }
}

extension DaybookMain {
  /// Becomes the executable that imports and exports, if that is what the arguments ask for: it parses them anyway, so
  /// this process does not parse them. Returns without doing anything for other commands, or if the executable is missing.
  package static func becomePart(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
    guard let first = arguments.first, ["import", "export", "sql"].contains(first),
      !arguments.contains("--help"), !arguments.contains("-h"),
      CommandNames.command(arguments, in: DaybookCommand.self).configuration.subcommands.isEmpty
    else { return }
    // An error occurs again when the command is run.
    try? PartExecutable.become(ForeignFormats.executable)
  }
}
