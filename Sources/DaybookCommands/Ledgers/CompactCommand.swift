import ArgumentParser
import Daybook

/// `daybook compact`
struct CompactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Rewrite this replica's sealed files as few large ones, which take less room.",
    discussion: """
      Seals what is open first. A file is removed only when all its events are held in another that was read \
      back; files of other replicas are left alone, and so are damaged ones. Running it again changes nothing.

      Examples:
        daybook compact
        daybook compact --max
      """)

  @Flag(help: "Take the time for the smallest files: some forty times as long.")
  var max = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let report = try await ledger.compact(smallest: max)
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
