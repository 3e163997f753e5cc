import ArgumentParser

/// `daybook schema …`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Show the kinds that this version knows, and their fields.",
    subcommands: [SchemaListCommand.self, SchemaShowCommand.self])
}
