import ArgumentParser

/// `daybook audit …`
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Report what the ledger holds and whether it verifies, for somebody without Daybook.",
    subcommands: [AuditReportCommand.self])
}
