import ArgumentParser

extension DaybookMain {
  /// Becomes the executable that imports and exports, if that is what the arguments ask for: it parses them anyway, so
  /// this process does not parse them. Returns without doing anything for other commands, or if the executable is missing.
  package static func becomePart(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
    guard let first = arguments.first, ["import", "export", "sql"].contains(first),
      !arguments.contains("--help"), !arguments.contains("-h"),
      CommandNames.command(arguments, in: DaybookCommand.self).configuration.subcommands.isEmpty
    else { return }
    // An error comes again when the command is run.
    try? PartExecutable.become(ForeignFormats.executable)
  }
}
