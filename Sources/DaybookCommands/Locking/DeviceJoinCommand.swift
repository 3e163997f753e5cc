import ArgumentParser
import Daybook

/// `daybook device join`
struct DeviceJoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Ask for access to a locked ledger on a new device.",
    discussion: """
      Makes a key for this device, and a file in the ledger's folder that asks for access. On a device that is a member, \
      once the file has been copied there, 'daybook device approve' offers twelve words, and this command shows them, \
      too. Say yes on both devices if the words are the same in the same order.

      On a terminal the command waits, and checks every second. Elsewhere it shows the device's step and ends: with \
      status 0 if it is a member, otherwise with 1.

      A device that was revoked never becomes a member again. With --again it makes new keys and asks as a new device; \
      what it wrote before stays in the ledger.

      Examples:
        daybook device join
        daybook device join --format json | jq -r .step
      """)

  @Flag(help: "Wait until the device is a member, even without a terminal.")
  var untilApproved = false

  @Flag(name: .shortAndLong, help: "Confirm the words without asking, after you have compared them.")
  var yes = false

  @Flag(help: "Ask as a new device, after this one was revoked.")
  var again = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  private static let interval = Duration.seconds(1)

  func run() async throws {
    let path = try LedgerLocation.find(named: selection.ledger)
    let joining = Joining(at: path, options: try selection.openOptions(usesKeyFile: false))
    let waits = untilApproved || Confirmation.isPossible
    if again { try await joining.again() }
    var shown: Joining.Step?
    while true {
      let step = try await joining.step()
      if step != shown { try options.output.show(step.page(path), OutputRecord(step.row)) }
      shown = step
      switch step {
      case .member: return
      case .revoked: throw Finished(ExitStatus.no)
      case .offered(let words, _):
        if try isConfirmed() {
          try joining.confirm(words)
          continue
        }
      case .asking, .confirmed: break
      }
      guard waits else { throw Finished(ExitStatus.no) }
      options.messages.progress("waiting; Ctrl-C stops this; run the command again to continue")
      try await Task.sleep(for: Self.interval)
    }
  }

  /// Ends the run where nobody confirms the words.
  private func isConfirmed() throws -> Bool {
    if yes { return true }
    guard Confirmation.isPossible else {
      options.messages.show(
        Notice("offered", "run this again with --yes if the member's screen shows the same words"))
      throw Finished(ExitStatus.no)
    }
    if Confirmation.ask("Does the other screen show the same words in the same order?") { return true }
    options.messages.show(
      Notice(
        "kept",
        "nothing was confirmed; if the words differ, somebody may be between the devices: copy the files another way and compare again"
      ))
    throw Finished(ExitStatus.no)
  }
}

extension Joining.Step {
  /// For people.
  func page(_ path: String) -> OutputPage {
    switch self {
    case .asking(let device, let fingerprint):
      var page = OutputPage(title: "This device asks for access to a locked ledger.")
      page.add("ledger", path)
      page.add("device", device.description)
      page.add("fingerprint", fingerprint.joined(separator: " "))
      page.add(
        text: "On a device that is a member, once the folder has been copied there, type:",
        "daybook device approve \(device)")
      return page
    case .offered(let words, let member):
      var page = OutputPage(title: "The device \(member) offers access. It must show these words:")
      page.add(text: "", WordGrid.text(words))
      return page
    case .confirmed(let device):
      var page = OutputPage(title: "The words are confirmed. This device waits to be approved.")
      page.add("device", device.description)
      page.add(
        text: "", "Say yes on the other device, too, and have the ledger's folder copied here.")
      return page
    case .member: return OutputPage(title: "This device is a member: it can read the ledger and write in it.")
    case .revoked:
      var page = OutputPage(title: "This device was revoked: it cannot read what is written now.")
      page.add(text: "To ask for access as a new device, type:", "daybook device join --again")
      return page
    }
  }

  /// For programs.
  var row: OutputRow {
    switch self {
    case .asking(let device, let fingerprint):
      OutputRow([
        ("step", "asking"), ("device", .string(device.description)),
        ("fingerprint", .array(fingerprint.map { .string($0) })),
      ])
    case .offered(let words, let member):
      OutputRow([
        ("step", "offered"), ("by", .string(member.description)),
        ("words", .array(words.map { .string($0) })),
      ])
    case .confirmed(let device):
      OutputRow([("step", "confirmed"), ("device", .string(device.description))])
    case .member: OutputRow([("step", "member")])
    case .revoked: OutputRow([("step", "revoked")])
    }
  }
}
