import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus record edit RECORD k=v…`
struct RecordEditCommand: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change fields of a record.",
    discussion: """
      field=value writes, field= clears, field=@file takes a file's content. Fields are those of \
      purus.medicalRecord; 'daybook schema show purus.medicalRecord' lists them.

      Examples:
        daybook purus record edit 'ann lee' personalHealthInsurance='City Health' personalEmployer=
        daybook purus record edit rex recordLocation=iCloud isCloudEnabled=true
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Argument(help: ArgumentHelp("Fields: k=v, k= or k=@file.", valueName: "k=v"))
  var fields: [String] = []

  @Option(
    name: .customLong("set"), parsing: .upToNextOption,
    help: ArgumentHelp("The same.", valueName: "k=v"))
  var assignments: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if fields.isEmpty, assignments.isEmpty { throw ValidationError("say what to change, as field=value") }
  }

  func run() async throws {
    let ledger = try await write.selection.open()
    let found = try await ledger.record(matching: record)
    let id = found.id.rawValue
    let set = try await RecordFields.touched([:], id, in: ledger)
    try await write.commit(
      try await RecordFields.mutations(fields + assignments, to: id, set, write, ledger), in: ledger)
  }
}
