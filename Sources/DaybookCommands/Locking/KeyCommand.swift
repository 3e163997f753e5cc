import ArgumentParser
import Daybook

/// `daybook key …`
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Check, use or replace the recovery key of a locked ledger.",
    discussion: """
      The recovery key is the one on paper. It is read from --key-file, a prompt or the standard input, and never taken as \
      an argument, which other processes could see.

      Examples:
        daybook key check
        daybook key recover
        daybook key recovery --paper ~/recovery.html
      """,
    subcommands: [Check.self, Recover.self, Recovery.self])

  /// `daybook key check`
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Say whether a recovery key is the present one.",
      discussion: """
        Reads the key, changes nothing, and ends with status 1 if it is not the ledger's. Do this once a year with the \
        paper, and if you have several papers. On a device that is not a member, the key itself must open all files of \
        the members.

        Examples:
          daybook key check
        """)

    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let papers = try RecoveryPapers.linked()
      let ledger: Ledger
      do { ledger = try await selection.open(usesKeyFile: false) } catch let error as LedgerError
        where [.locked, .revoked, .unreadableKey].contains(error.code)
      {
        return try await checkItself(papers)
      }
      try await ledger.requireLocked()
      let key = try TypedKey.read("the recovery key", from: selection, papers, options.messages)
      try show(try await ledger.devices.accepts(key), of: ledger.info.id)
    }

    /// For a device whose own key does not open the ledger.
    private func checkItself(_ papers: RecoveryPapers) async throws {
      let path = try LedgerLocation.find(named: selection.ledger)
      let key = try TypedKey.read("the recovery key", from: selection, papers, options.messages)
      let check = try await Ledger.check(
        key, at: path, options: try selection.openOptions(usesKeyFile: false))
      if !check.isPresent {
        let text =
          check.devices.map { opened, all in
            "this key opens the files of \(opened) of \(all) devices: a newer key may have replaced it, or files are missing"
          } ?? "this key opens no file of the ledger"
        options.messages.show(Notice("not-present", text))
      }
      try show(check.isPresent, of: check.ledger)
    }

    private func show(_ isPresent: Bool, of ledger: String) throws {
      try options.output.show([("ledger", .string(ledger)), ("present", .bool(isPresent))])
      if !isPresent { throw Finished(ExitStatus.no) }
    }
  }

  /// `daybook key recover`
  struct Recover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recover",
      abstract: "Make this device a member with the recovery key, when no other member is left.",
      discussion: """
        Afterwards revoke the devices that are lost: this device is below them in 'daybook device list', so use \
        'daybook device revoke DEVICE --recovery'.

        Examples:
          daybook key recover
        """)

    @Flag(help: "Continue although the key does not open all files: a newer key may have replaced it.")
    var despiteMissing = false

    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let papers = try RecoveryPapers.linked()
      let path = try LedgerLocation.find(named: selection.ledger)
      let key = try TypedKey.read("the recovery key", from: selection, papers, options.messages)
      try await Ledger.recover(
        at: path, with: key, despiteMissing: despiteMissing,
        options: try selection.openOptions(usesKeyFile: false))
      let ledger = try await selection.open(usesKeyFile: false)
      try options.output.show(OutputRecord(try await ledger.device(named: "own").row))
      let others = try await ledger.devices.list().filter { $0.status == .member && !$0.isOwn }
      if others.isEmpty { return }
      options.messages.show(
        Notice(
          "still-members",
          "\(others.map(\.title).joined(separator: ", ")) can still read the ledger: revoke the lost ones with "
            + "'daybook device revoke DEVICE --recovery'"))
    }
  }

  /// `daybook key recovery`
  struct Recovery: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recovery",
      abstract: "Replace the recovery key with a new one.",
      discussion: """
        Reads the present key, and shows the new one once. The former key opens nothing that is written from now on, \
        and this machine's files are encrypted again; earlier copies still open with the former key. Do this when \
        the paper is lost or somebody may have copied it. Devices that the former key let in stay members until you \
        revoke them; the command lists them.

        Examples:
          daybook key recovery
          daybook key recovery --paper ~/recovery.html
        """)

    @OptionGroup var key: NewKeyOptions
    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let papers = try RecoveryPapers.linked()
      try key.check(try LedgerLocation.find(named: selection.ledger))
      let ledger = try await selection.open(usesKeyFile: false)
      let status = try await ledger.replicas.status()
      try await ledger.requireLocked()
      let former = try TypedKey.read("the current recovery key", from: selection, papers, options.messages)
      try await ledger.requireRecovery(former)
      let letIn = try await ledger.letInByRecovery()
      try Confirmation.require(
        "Replace the recovery key?", isGiven: key.yes,
        what: "the recovery key would be replaced: the former key opens nothing that is written later",
        meaning: [
          "this will make a new recovery key; the former one will not open what is written from now on",
          "copies that were made before still open with the former key",
        ], options.messages)
      let next = try key.makeKey(
        of: status.ledger.id, at: status.ledger.path, in: selection.zone(), papers, options)
      try await ledger.devices.replaceRecovery(former, by: next)
      try options.output.show([("ledger", .string(status.ledger.id)), ("recoveryReplaced", true)])
      if !letIn.devices.isEmpty {
        options.messages.show(
          Notice(
            "let-in",
            "the former key let in \(letIn.devices.joined(separator: ", ")): revoke the devices that you do not know with "
              + "'daybook device revoke DEVICE --recovery'"))
      }
      if letIn.isOwn {
        options.messages.show(
          Notice(
            "same-paper",
            "this device is a member by the former key alone: if somebody else may have that key, they could replace it in "
              + "your place; make a new lock with 'daybook unlock' and then 'daybook lock'"))
      }
    }
  }
}
