public import ArgumentParser
public import Daybook
import FreeThoughts
import Messaging
import Planner
import PurusHealth
import SAM

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

/// The systems that this command knows.
package enum RegisteredSystems {
  package static var all: [System] { own + others }
  private static let own: [System] = [.sam, .freethoughts, .purus, .planner, .messaging]

  private static var others: [System] { CommandParts.current.systems }

  /// Their schemas, each read when it is first asked for: most commands are about one system.
  package static func registry() -> SchemaRegistry {
    others.isEmpty ? ownRegistry : SchemaRegistry(trusting: [.daybook] + all)
  }
  private static let ownRegistry = SchemaRegistry(trusting: [.daybook] + own)

  /// The same for reading the ledger in a folder, from this executable's cache.
  static func registry(at ledger: String) -> SchemaRegistry {
    guard others.isEmpty else { return registry() }
    return SchemaRegistry(trusting: [.daybook] + own, cache: SchemaStore.cache(ledger: ledger))
  }

  /// `did you mean` for a kind that looks like a registered one.
  static func advice(forKind kind: String, otherwise: String) -> String {
    let kinds = registry().kinds.map(\.kind)
    guard !kinds.contains(kind) else { return otherwise }
    return Suggestion.advice(for: kind, among: kinds) ?? otherwise
  }
}
