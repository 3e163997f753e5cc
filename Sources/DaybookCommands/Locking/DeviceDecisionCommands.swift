import ArgumentParser
import Daybook

/// `daybook device approve DEVICE`
struct DeviceApproveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: "Make a device that asks for access a member.",
    discussion: """
      The device has run 'daybook device join', and its files were copied here. Both screens show twelve words: if they \
      are the same in the same order, nobody is between the devices. The new member can read everything that was ever \
      written, and what it writes counts.

      Without a terminal the command offers the words, writes them to the standard output and ends with status 1; run it \
      again with --yes when the other device shows the same.

      Examples:
        daybook device approve 4f2a
      """)

  @Argument(help: DeviceCommand.device)
  var device: String

  @Flag(name: .shortAndLong, help: "Approve without asking, after you have compared the words.")
  var yes = false

  @Flag(
    help:
      "Approve although lines are missing that other devices held; the missing lines may revoke the device.")
  var despiteMissing = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let device = try await ledger.device(named: device)
    let words = try await ledger.devices.offer(to: device.replica)
    if !yes { try compare(words, device) }
    try await ledger.devices.approve(device.replica, despiteMissing: despiteMissing)
    let approved = try await ledger.devices.device(matching: device.replica.description)
    try options.output.show(OutputRecord(approved.row))
  }

  private func compare(_ words: [String], _ device: Device) throws {
    if options.output.format == .table {
      try options.output.show(
        text: "\nThe device \(device.title) must show these words:\n\n\(WordGrid.text(words))\n")
    } else {
      try options.output.show([
        ("device", .string(device.replica.description)), ("words", .array(words.map { .string($0) })),
      ])
    }
    guard Confirmation.isPossible else {
      options.messages.show(
        Notice(
          "offered",
          "the device is not approved yet: when 'daybook device join' shows the same words there, run this again with --yes"
        ))
      throw Finished(ExitStatus.no)
    }
    guard !Confirmation.ask("Does it show the same words in the same order?") else { return }
    options.messages.show(
      Notice(
        "kept",
        "nothing was approved; if the words differ, somebody may be between the devices: copy the files another way and compare again"
      ))
    throw Finished(ExitStatus.no)
  }
}

/// `daybook device revoke DEVICE`
struct DeviceRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract:
      "Revoke a device: what it writes from now on does not count, and it cannot read what others write.",
    discussion: """
      The device's events that this machine holds count; later ones do not. The device keeps what it has read. This \
      machine encrypts its files again with a key that the device does not get; other members do the same when the \
      revocation has been copied to them, and until then the device can read what they write.

      A device revokes those below it in 'daybook device list'. --recovery revokes any device, by the recovery key, \
      which is read from --key-file, a prompt or the standard input.

      Examples:
        daybook device revoke 'old laptop'
        daybook device revoke 4f2a --recovery
      """)

  @Argument(help: DeviceCommand.device)
  var device: String

  @Flag(help: "Revoke by the recovery key, even a device that is above this one.")
  var recovery = false

  @Flag(name: .shortAndLong, help: "Revoke without asking.")
  var yes = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let papers = recovery ? try RecoveryPapers.linked() : nil
    let ledger = try await selection.open(usesKeyFile: !recovery)
    let device = try await ledger.device(named: device)
    guard device.status == .member else {
      throw LedgerError(
        .refused,
        device.status == .revoked
          ? "the device \(device.title) was revoked already"
          : "the device \(device.title) is not a member: it waits for approval",
        advice: device.status == .revoked ? nil : "as long as nobody approves it, it can read nothing")
    }
    if !recovery { try await ledger.requireRevocable(device.replica) }
    let approved = try await ledger.devices.list().filter { $0.by == device.replica && $0.status == .member }
    try Confirmation.require(
      "Revoke this device?", isGiven: yes, what: "the device \(device.title) would be shut out",
      meaning: meaning(device, approved), options.messages)
    if let papers {
      let key = try TypedKey.read("the recovery key", from: selection, papers, options.messages)
      try await ledger.requireRecovery(key)
      try await ledger.devices.revoke(device.replica, with: key)
    } else {
      try await ledger.devices.revoke(device.replica)
    }
    let revoked = try await ledger.devices.device(matching: device.replica.description)
    try options.output.show(OutputRecord(revoked.row))
    if !approved.isEmpty { options.messages.show(Self.notice(approved)) }
  }

  private func meaning(_ device: Device, _ approved: [Device]) -> [String] {
    [
      "this will shut out \(device.title): its events that this machine holds count; later ones do not",
      "the device keeps what it has read; it cannot read what is written from now on, and this machine's files are encrypted again",
      "other members do the same when the revocation has been copied to them; until then the device can read what they write",
    ] + (approved.isEmpty ? [] : [Self.notice(approved).text])
  }

  private static func notice(_ approved: [Device]) -> Notice {
    let names = approved.map(\.title).joined(separator: ", ")
    return Notice("approved-by-it", "devices that it approved stay members: \(names)")
  }
}
