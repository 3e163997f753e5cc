import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus show RECORD`
struct PurusShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a record with all of its entries on one screen.",
    discussion: """
      The exit status is 1 when there is no such record.

      Examples:
        daybook purus show rex
        daybook purus show 'ann lee' --reveal --format json | jq .drugs
        daybook purus show ann --as-of 2026-09-30
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @OptionGroup var cut: CutOptions

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let cut = try await cut.cut(selection, in: ledger)
    let read = try await ledger.withView(at: cut) { [record] view in
      RecordRows.read(try RecordFinder.find(record, in: view).id, in: view)
    }
    guard let rows = read.map({ $0.shown(by: reveal.disclosure(ledger)) }) else { return }
    let style = try await selection.tableStyle(in: ledger, of: rows.entries.values.flatMap { $0 })
    try options.output.show(rows.page(style), rows.outputRecord)
  }
}
