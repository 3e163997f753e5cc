import ArgumentParser
import Daybook
import DaybookModel

/// `daybook init DIR`
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a ledger.",
    discussion: """
      The folder is made, or must be empty. The first write makes this machine's replica in it.

      --lock makes a locked ledger: nobody can read its folder without a key. The command shows the recovery key once, \
      and on a terminal asks for its last characters before it makes the ledger: write the key on paper, or print the \
      page of --paper.

      Examples:
        daybook init family.daybook
        daybook init family.daybook --name laptop
        daybook init family.daybook --lock --paper ~/recovery.html
      """)

  @Argument(help: "The folder.", completion: .directory)
  var dir: String

  @Option(help: ArgumentHelp("What to call this machine's replica; by default the host's name."))
  var name: String?

  @Flag(help: "Encrypt the ledger, for this device and those that it approves.")
  var lock = false

  @OptionGroup var key: NewKeyOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if !lock, key.paper != nil { throw ValidationError("--paper is for a locked ledger: add --lock") }
  }

  func run() async throws {
    guard lock else {
      return try show(try await Ledger.create(at: dir, name: name))
    }
    let papers = try RecoveryPapers.linked()
    try Ledger.requireNew(at: dir)
    try key.check(dir)
    let id = UUIDText.random(LedgerOptions().random)
    let secret = try key.makeKey(of: id, at: dir, papers, options)
    do {
      try show(try await Ledger.create(id, at: dir, name: name, lockedWith: secret))
    } catch let error as LedgerError {
      throw NewKeyOptions.explained(error, at: dir, LedgerOptions())
    }
  }

  private func show(_ info: LedgerInfo) throws {
    try options.output.show(
      [
        ("ledger", .string(info.id)), ("path", .string(info.path)),
        ("createdAt", .string(info.createdAt.description)),
      ] + (lock ? [("locked", true)] : []))
  }
}
