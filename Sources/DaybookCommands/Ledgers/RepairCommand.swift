import ArgumentParser
import Daybook

/// `daybook repair`
struct RepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Restore own files from the journal, and move damaged files and conflict copies aside.",
    discussion: """
      Nothing is thrown away: what is replaced or moved is kept in this machine's state folder, and the \
      answer says where. Valid commits that only such a file holds are written into the ledger first. Only what a \
      program left of blobs that it did not finish is removed. Files without events of the ledger stay where they \
      are; 'daybook status' lists them.

      Examples:
        daybook repair --dry-run
        daybook repair
      """)

  @Flag(help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let report = try await ledger.repair(dryRun: dryRun)
    options.messages.show(report.notices)
    let acts = report.acts.map { act in
      OutputRow([
        ("act", .string(act.what)), ("file", .string(act.file)),
        ("keptAt", act.keptAt.map { .string($0) } ?? .null),
      ])
    }
    try options.output.show(
      OutputRecord(
        OutputRow([("dryRun", .bool(dryRun)), ("count", .count(acts.count))]), sections: [("acts", acts)]))
  }
}
