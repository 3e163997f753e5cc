import ArgumentParser
import Daybook

/// `daybook compact`
struct CompactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Rewrite this replica's sealed files as few large ones, which take less room.",
    discussion: """
      Seals what is open first. A file is removed only when another file that was read back holds all its \
      events; files of other replicas are left alone, and so are damaged ones. Running it again changes nothing.

      Examples:
        daybook compact
        daybook compact --max
      """)

  @Flag(help: "Make the smallest possible files, which takes some forty times as long.")
  var max = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let report = try await ledger.maintenance.compact(smallest: max)
    for file in report.left {
      options.messages.show(Notice("left", "\(file) is damaged and was left as it is: daybook verify"))
    }
    try options.output.show([
      ("filesBefore", .count(report.filesBefore)), ("filesAfter", .count(report.filesAfter)),
      ("sizeBytesBefore", .count(report.sizeBytesBefore)), ("sizeBytesAfter", .count(report.sizeBytesAfter)),
      ("written", .array(report.written.map { .string($0) })),
    ])
  }
}

/// `daybook repair`
struct RepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract:
      "Restore this machine's files from the journal, and move damaged files and conflict copies aside.",
    discussion: """
      Nothing is discarded: replaced and moved files are kept in this machine's state folder, and the output says \
      where. Valid commits that only such a file holds are written to the ledger first. Only the remains of unfinished \
      blobs are removed. Files without events of the ledger stay where they are; 'daybook status' lists them.

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
    let report = try await ledger.maintenance.repair(dryRun: dryRun)
    options.messages.show(report.notices)
    let acts = report.acts.map { act in
      OutputRow([
        ("act", .string(act.what)), ("file", .string(act.file)),
        ("backup", act.backup.map { .string($0) } ?? .null),
      ])
    }
    try options.output.show(
      OutputRecord(
        OutputRow([("dryRun", .bool(dryRun)), ("count", .count(acts.count))]), sections: [("acts", acts)]))
  }
}

/// `daybook seal`
struct SealCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Join this replica's recent files into one, which takes less room.",
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
    let report = try await ledger.maintenance.seal()
    try options.output.show([
      ("files", .array(report.files.map { .string($0) })), ("events", .count(report.events)),
      ("sizeBytes", .count(report.sizeBytes)),
    ])
  }
}
