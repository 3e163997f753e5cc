import ArgumentParser
import Daybook

/// The options of every sync, and its summary.
struct SyncOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The name of the source; by default taken from the files.", valueName: "name"))
  var source: String?

  @OptionGroup var erased: ErasedOption
  @OptionGroup var options: RunOptions

  /// - Parameter isRepeatable: whether the plan can be made again, which reads the source.
  ///
  /// Runs the plan, lists what was skipped, and ends with the summary. The exit status is 65 if something could not be
  /// read.
  func run(
    isRepeatable: Bool,
    _ plan: @Sendable (borrowing LedgerState, _ store: ([UInt8]) throws -> Void) throws -> SyncPlan
  ) async throws {
    let ledger = try await options.selection.open()
    let receipt = try await erased.run(
      isRepeatable: isRepeatable, options.append, options.messages
    ) { try await ledger.sync($0, plan) }
    if options.dryRun {
      let rows = ImportPlanRows(options.output)
      rows.show(receipt.plan.mutations)
      try rows.finish()
    }
    try options.show(receipt)
  }

  /// A file's own name, without its folders.
  static func name(of file: String) -> String {
    file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "")
  }
}
