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

extension Ledger {
  /// The device that a user typed: as for ``LedgerDevices/device(matching:)``, or `own`.
  nonisolated func device(named text: String) async throws -> Device {
    guard text == "own" else { return try await devices.device(matching: text) }
    guard let own = try await devices.list().first(where: \.isOwn) else {
      throw LedgerError(
        .notFound, "this device is not a member of the ledger, and has not asked for access",
        advice: "ask with 'daybook device join'")
    }
    return own
  }
}

extension Device {
  /// For programs.
  var row: OutputRow {
    OutputRow([
      ("device", .string(replica.description)), ("name", name.map { .string($0) } ?? .null),
      ("status", .string(status.rawValue)),
      ("by", by.map { .string($0.description) } ?? (isByRecoveryKey ? "recovery" : .null)),
      ("own", .bool(isOwn)), ("uncounted", .bool(uncounted)),
      ("fingerprint", fingerprint.map { .array($0.map { .string($0) }) } ?? .null),
    ])
  }

  /// For people.
  func summary(_ machines: Machines) -> OutputRow {
    OutputRow([
      ("device", .string(replica.description)),
      ("name", isOwn ? .string("\(name ?? "unnamed") (this device)") : name.map { .string($0) } ?? .null),
      ("status", .string(status.rawValue)),
      ("by", by.map { .string(machines.text($0)) } ?? (isByRecoveryKey ? "recovery key" : .null)),
      ("uncounted", uncounted ? "some commits" : .null),
      ("fingerprint", fingerprint.map { .string($0.joined(separator: " ")) } ?? .null),
    ])
  }

  /// The device as a sentence names it.
  var title: String { name.map { "\($0) (\(replica))" } ?? replica.description }
}

/// The words that two screens show, numbered, in columns.
enum WordGrid {
  private static let columnCount = 4

  static func text(_ words: [String]) -> String {
    let width = (words.map(\.count).max() ?? 0) + 2
    var text = ""
    for (index, word) in words.enumerated() {
      let isLast = index % columnCount == columnCount - 1 || index == words.count - 1
      let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
      text += "  \(number) " + word
      text += isLast ? "\n" : String(repeating: " ", count: width - word.count)
    }
    return text
  }
}
