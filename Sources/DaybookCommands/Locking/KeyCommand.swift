import ArgumentParser
import Daybook

/// `daybook key …`
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Use the recovery key of a locked ledger, and replace it.",
    discussion: """
      The recovery key is the one on paper. It is read from --key-file, a prompt or the standard input, and never taken as \
      an argument, which other processes could see.

      Examples:
        daybook key recover
        daybook key recovery --paper recovery.html
      """,
    subcommands: [Recover.self, Recovery.self])

  /// `daybook key recover`
  struct Recover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recover",
      abstract: "Make this device a member by the recovery key: when no other member is left.",
      discussion: """
        Afterwards revoke the devices that are lost: this device is below them in 'daybook device list', so use \
        'daybook device revoke DEVICE --recovery'.

        Examples:
          daybook key recover
        """)

    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let papers = try RecoveryPapers.linked()
      let path = try LedgerLocation.find(named: selection.ledger)
      let key = try TypedKey.read("the recovery key", from: selection, papers)
      try await Ledger.recover(at: path, with: key, options: try selection.openOptions(usesKeyFile: false))
      let ledger = try await selection.open(usesKeyFile: false)
      try options.output.show(OutputRecord(try await ledger.device(named: "own").row))
    }
  }

  /// `daybook key recovery`
  struct Recovery: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recovery",
      abstract: "Replace the recovery key by a new one.",
      discussion: """
        Reads the present key, and shows the new one once. The former key opens nothing that is written from now on, and \
        this machine's files are encrypted anew; copies that were made before still open with it. Do this when somebody \
        may have seen the paper.

        Examples:
          daybook key recovery
          daybook key recovery --paper recovery.html
        """)

    @OptionGroup var key: NewKeyOptions
    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let papers = try RecoveryPapers.linked()
      try key.check()
      let ledger = try await selection.open(usesKeyFile: false)
      let status = try await ledger.status()
      try Confirmation.require(
        "Replace the recovery key?", isGiven: key.yes,
        what: "the recovery key would be replaced: the former opens nothing that is written later",
        meaning: [
          "makes a new recovery key: the former opens nothing that is written from now on, in any copy that has this",
          "copies that were made before still open with the former key",
        ], options.messages)
      let former = try TypedKey.read("the present recovery key", from: selection, papers)
      try await ledger.requireRecovery(former)
      let next = try key.makeKey(
        of: status.ledger.id, at: status.ledger.path, in: selection.zone(), papers, options)
      try await ledger.replaceRecovery(former, by: next)
      try options.output.show([("ledger", .string(status.ledger.id)), ("recoveryReplaced", true)])
    }
  }
}
