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
