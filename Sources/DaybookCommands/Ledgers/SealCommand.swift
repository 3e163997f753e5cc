import ArgumentParser
import Daybook

/// `daybook seal`
struct SealCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Join this replica's young files into one, which takes less room.",
    discussion: """
      Daybook seals the journal itself when it has grown; seal it by hand before a backup. On a machine that has \
      written nothing, seal does nothing and makes no replica.

      Examples:
        daybook seal
      """)

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let report = try await ledger.seal()
    try options.output.show([
      ("files", .array(report.files.map { .string($0) })), ("events", .count(report.events)),
      ("sizeBytes", .count(report.sizeBytes)),
    ])
  }
}
