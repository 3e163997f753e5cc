import ArgumentParser
import DaybookCommands
import Testing

/// The tree of commands. PlantedSecretTests runs every command that it has.
@Suite struct CommandTreeTests {
  /// Only the command that is meant is parsed; what help says must not show it.
  @Test func helpNamesTheWholeCommand() throws {
    // Some of them: the whole tree is read for each.
    for (index, path) in Self.leaves(DaybookCommand.self, []).enumerated() where index % 9 == 0 {
      var help = try CommandNames.parse(path + ["--help"], in: DaybookCommand.self)
      let error = #expect(throws: (any Error).self) { try help.run() }
      let text = error.map { DaybookCommand.fullMessage(for: $0) } ?? ""
      #expect(text.contains("USAGE: daybook \(path.joined(separator: " "))"), "\(path)")
    }
  }

  /// The commands without subcommands, by their names.
  static func leaves(_ command: any ParsableCommand.Type, _ path: [String]) -> [[String]] {
    let all = command.configuration.subcommands
    if all.isEmpty { return [path] }
    return all.flatMap { leaves($0, path + [$0.configuration.commandName ?? $0._commandName]) }
      + (command.configuration.defaultSubcommand == nil && !path.isEmpty && all.isEmpty ? [path] : [])
  }
}
