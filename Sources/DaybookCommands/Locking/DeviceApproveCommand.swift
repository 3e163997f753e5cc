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
