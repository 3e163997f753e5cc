import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus record …`
struct RecordCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "List records, make and change one, share it, export and import it.",
    discussion: """
      Examples:
        daybook purus record
        daybook purus record new Rex --pet --set petBreed=terrier
        daybook purus record edit rex petColor=brown
        daybook purus record export rex -o rex.json
        daybook purus record import rex.json
      """,
    subcommands: [
      RecordListCommand.self, RecordNewCommand.self, RecordEditCommand.self, RecordShareCommand.self,
      RecordUnshareCommand.self, RecordExportCommand.self, RecordImportCommand.self,
    ], defaultSubcommand: RecordListCommand.self)
}

/// `daybook purus record list [TEXT]`
struct RecordListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the records by name.",
    discussion: """
      Examples:
        daybook purus record list
        daybook purus record list lee --people
        daybook purus record list --pets --format csv
      """)

  @Argument(help: "Only those whose names contain these words, ignoring case and accents.")
  var text: String?

  @Flag(help: "Only people.")
  var people = false

  @Flag(help: "Only pets.")
  var pets = false

  @OptionGroup var past: AsOfOption
  @OptionGroup var list: ListOptions

  func validate() throws {
    if people, pets { throw ValidationError("--people and --pets cannot be used together") }
  }

  func run() async throws {
    let ledger = try await list.selection.open()
    let records = try await ledger.purus.records(
      matching: text, creature: people ? .human : pets ? .pet : nil, at: try past.cut(list.selection))
    try await list.show(
      records, in: ledger,
      empty: text == nil
        ? "there is no record yet; see 'daybook purus record new'" : "no record matches")
  }
}

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
