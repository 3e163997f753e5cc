import ArgumentParser
import Daybook

/// `daybook device …`
struct DeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "List the devices of a locked ledger, approve one, or revoke one.",
    discussion: """
      A device is a machine with its own key. Members can read the ledger, and what they write counts. DEVICE is its \
      id or the beginning of it, its name, or 'own'.

      Examples:
        daybook device
        daybook device join
        daybook device approve 4f2a
        daybook device revoke 'old laptop'
      """,
    subcommands: [
      List.self, DeviceJoinCommand.self, DeviceApproveCommand.self, DeviceRevokeCommand.self, Rename.self,
    ], defaultSubcommand: List.self)

  static let device: ArgumentHelp = "The device: its id or the beginning of it, its name, or 'own'."

  /// `daybook device list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the members of a locked ledger, and the devices that ask for access.",
      discussion: """
        Members are listed by rank: a device can revoke those below it. 'status' is member, waiting or \
        revoked, and 'by' names the device that approved or revoked it, or 'recovery' for the recovery key; it \
        is empty for the first device. 'uncounted' says that the device wrote something that does not count, after it \
        was revoked or before it joined. A device that waits has no name yet; its fingerprint is what \
        'daybook device join' shows on it.

        Examples:
          daybook device list --format json | jq -r '.[] | select(.status == "waiting").device'
        """)

    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let ledger = try await selection.open()
      let machines = await Machines(of: ledger)
      let isTable = options.output.format == .table
      let rows = try await ledger.devices.list().map { isTable ? $0.summary(machines) : $0.row }
      try options.output.show(columns: rows.columns, rows)
    }
  }

  /// `daybook device rename DEVICE NAME`
  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Rename a device, for all machines, as 'daybook replica rename' does.",
      discussion: """
        Examples:
          daybook device rename own laptop
          daybook device rename 4f2a 'the old desktop'
        """)

    @Argument(help: DeviceCommand.device)
    var device: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup var options: RunOptions

    func run() async throws {
      let ledger = try await options.selection.open()
      let device = try await ledger.device(named: device).replica
      try options.show(
        try await ledger.replicas.rename(device, to: name, options: options.append), of: device)
    }
  }
}
