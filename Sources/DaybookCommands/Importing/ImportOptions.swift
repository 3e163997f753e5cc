import ArgumentParser
import Daybook
import PurusHealth

/// The options of every import, and its summary.
struct ImportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The name of the source; by default taken from the files.", valueName: "name"))
  var source: String?

  @OptionGroup var bounds: BoundsOption
  @OptionGroup var erased: ErasedOption
  @OptionGroup var options: RunOptions

  /// Runs the request, with a progress bar on a terminal, and ends with the summary. The exit status is 65 if something
  /// could not be read.
  func run(_ request: some ImportRequest) async throws {
    let formats = try formats()
    try await run(request, formats, on: try await options.selection.open())
  }

  /// The same, once the record is found as every command finds it.
  func run(_ request: some RecordImportRequest) async throws {
    let formats = try formats()
    let ledger = try await options.selection.open()
    var request = request
    if let text = request.record {
      request.record = try await ledger.purus.record(matching: text).id.rawValue
    }
    try await run(request, formats, on: ledger)
  }

  private func formats() throws -> ForeignFormats {
    guard let formats = ForeignFormats.current else {
      try PartExecutable.become(ForeignFormats.executable)
    }
    return formats
  }

  private func run(
    _ request: some ImportRequest, _ formats: ForeignFormats, on ledger: Ledger
  ) async throws {
    let importing = try formats.run(request)
    let bar = ImportBar(request.files, options.messages)
    let plan = options.dryRun ? ImportPlanRows(options.output) : nil
    var append = options.append
    append.exceedsBounds = bounds.force
    let receipt: SyncReceipt
    do {
      receipt = try await erased.run(
        isRepeatable: !request.files.contains("-"), append, options.messages
      ) { append in
        defer { bar.end() }
        return try await importing(request, ledger, append) { progress in
          if let plan, !progress.mutations.isEmpty {
            bar.end()
            plan.show(progress.mutations)
          }
          bar.show(progress)
        }
      }
      try plan?.finish()
    } catch let failure as ImportFailure {
      bar.end()
      // What came before the error is imported, and the error is reported.
      let summary = failure.receipt.plan.summary
      if summary.read + summary.skipped > 0 { try? options.show(failure.receipt) }
      throw failure.cause
    }
    bar.end()
    try options.show(receipt)
  }
}
