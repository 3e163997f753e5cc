import ArgumentParser

/// `daybook audit …`
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Tell somebody who was not there what the ledger holds, and whether it still stands.",
    subcommands: [AuditReportCommand.self])
}
