import ArgumentParser
import Daybook

/// `daybook init DIR`
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a ledger.",
    discussion: """
      The folder is made, or must be empty. The first write makes this machine's replica in it.

      Examples:
        daybook init family.daybook
        daybook init family.daybook --name laptop
      """)

  @Argument(help: "The folder.", completion: .directory)
  var dir: String

  @Option(help: ArgumentHelp("What to call this machine's replica; by default the host's name."))
  var name: String?

  @OptionGroup var options: OutputOptions

  func run() async throws {
    let info = try await Ledger.create(at: dir, name: name)
    try options.output.show([
      ("ledger", .string(info.id)), ("path", .string(info.path)),
      ("createdAt", .string(info.createdAt.description)),
    ])
  }
}
