import ArgumentParser
import Daybook
import DaybookModel
import PurusHealth

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

/// The progress of an import, on one line that is overwritten; only on a terminal.
struct ImportBar: Sendable {
  private let messages: Messages
  /// The size of all files together; nil if it is not known beforehand.
  private let sizeBytes: Int64?

  private static let cells = 24

  init(_ files: [String], _ messages: Messages) {
    self.messages = messages
    sizeBytes = Self.size(of: files)
  }

  func show(_ progress: ImportProgress) {
    let read = Self.mebibytes(progress.bytesRead)
    guard let sizeBytes, sizeBytes > 0 else {
      return messages.progress("\(progress.records) records, \(read) MiB")
    }
    let share = min(1, Double(progress.bytesRead) / Double(sizeBytes))
    let full = Int(share * Double(Self.cells))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.cells - full)
    messages.progress("\(bar) \(Int(share * 100)) %  \(progress.records) records, \(read) MiB")
  }

  func end() { messages.endProgress() }

  private static func mebibytes(_ bytes: Int64) -> String { "\(bytes >> 20)" }

  /// Nil where one of them is not a regular file.
  private static func size(of files: [String]) -> Int64? {
    var sum: Int64 = 0
    for file in files {
      var status = stat()
      guard file != "-", stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      sum += Int64(status.st_size)
    }
    return sum
  }
}

/// What an import would write, a row each, as it is worked out: which entity, and which of its fields. The values are
/// not shown: anyone who may see them can look into the source.
final class ImportPlanRows: Sendable {
  private struct State {
    var rows: RowWriter
    /// An error of writing the rows, such as a reader that went away.
    var failure: (any Error)?
  }

  private let state: Shared<State>

  init(_ output: Output) {
    state = Shared(State(rows: output.rows(columns: ["would", "_kind", "_id", "what"])))
  }

  func show(_ mutations: [Mutation]) {
    state.withLock { state in
      guard state.failure == nil else { return }
      do { for mutation in mutations { try state.rows.write(Self.row(mutation)) } } catch {
        state.failure = error
      }
    }
  }

  func finish() throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      try state.rows.finish()
    }
  }

  private static func row(_ mutation: Mutation) -> OutputRow {
    OutputRow([
      ("would", .string(verb(mutation))), ("_kind", .string(mutation.kind)), ("_id", .string(mutation.id)),
      (
        "what",
        .string(
          mutation.rel.map { "\($0) \(mutation.to ?? "")" }
            ?? (mutation.set?.keys ?? []).joined(separator: ", "))
      ),
    ])
  }

  private static func verb(_ mutation: Mutation) -> String {
    switch (mutation.op, mutation.present) {
    case (.link, _): "link"
    case (.unlink, _): "unlink"
    case (_, true): "make"
    case (_, false): "remove"
    default: "change"
    }
  }
}
