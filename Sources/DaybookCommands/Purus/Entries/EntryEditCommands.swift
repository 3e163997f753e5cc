import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus edit RECORD ENTRY k=v…`
struct EntryEditCommand: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change an entry of a record.",
    discussion: """
      An entry is named by words of its text, or by the beginning of its id as 'purus list' shows it. field=value \
      writes, field= clears; 'daybook schema show purus.drugEntry' lists the fields of one kind.

      Examples:
        daybook purus edit 'ann lee' ramipril information='1-0-1'
        daybook purus edit rex 'rabies 2024' date=12.05.2024 place='Dr Yu'
        daybook purus edit rex 01a206d0 weight=8.5
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Argument(help: "The entry: words of its text, or the beginning of its id.")
  var entry: String

  @Argument(help: ArgumentHelp("Fields: k=v, k= or k=@file.", valueName: "k=v"))
  var given: [String] = []

  @Option(
    name: .customLong("set"), parsing: .upToNextOption,
    help: ArgumentHelp("The same as field=value.", valueName: "k=v"))
  var assignments: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if given.isEmpty, assignments.isEmpty { throw ValidationError("say what to change, as field=value") }
  }

  func run() async throws {
    let ledger = try await write.selection.open()
    let record = try await ledger.purus.record(matching: record)
    let found = try await EntryFinding.find(
      entry, of: record, in: ledger, try write.selection.times(), try write.selection.zone())
    var fields = FieldWriter(
      kind: found.kind, id: found.id, schema: ledger.schemas[found.kind], ledger: ledger,
      values: ValueReader(of: found.kind) { [write] in try write.selection.instant($0, $1) },
      write: write,
      set: [:])
    for text in given + assignments { try await fields.apply(try FieldAssignment(text, mayBeHidden: true)) }
    let required = EntryWord.all.first { $0.list.kind == found.kind }?.required
    if let required, let value = fields.set[required] {
      _ = try NonEmptyText.read(value.string ?? "", required)
    }
    try await write.commit(try await fields.mutations(), in: ledger)
  }
}

/// `daybook purus remove RECORD ENTRY…`
struct EntryRemoveCommand: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete entries of a record.",
    discussion: """
      An entry is named by words of its text, or by the beginning of its id. 'daybook restore KIND ID' brings one \
      back.

      Examples:
        daybook purus remove 'ann lee' ramipril
        daybook purus remove rex 'rabies 2024' 01a206d0
        daybook purus remove 'ann lee' '120/80 22.11.2026'
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Argument(help: "The entries: words of each one's text, or the beginning of its id.")
  var entry: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let record = try await ledger.purus.record(matching: record)
    var found: [EntityName] = []
    let (times, zone) = (try write.selection.times(), try write.selection.zone())
    for text in entry {
      found.append(try await EntryFinding.find(text, of: record, in: ledger, times, zone))
    }
    try await write.remove(found, in: ledger)
  }
}
