import ArgumentParser
import Daybook
import PurusHealth

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

  @Argument(help: "Only those whose names hold these words, whatever case and accents.")
  var text: String?

  @Flag(help: "Only people.")
  var people = false

  @Flag(help: "Only pets.")
  var pets = false

  @OptionGroup var past: AsOfOption
  @OptionGroup var list: ListOptions

  func validate() throws {
    if people, pets { throw ValidationError("--people and --pets exclude one another") }
  }

  func run() async throws {
    let ledger = try await list.selection.open()
    let records = try await ledger.recordSummaries(
      matching: text, creature: people ? .human : pets ? .pet : nil, at: try past.cut(list.selection))
    try await list.show(
      records, in: ledger,
      empty: text == nil
        ? "there is no record yet; see 'daybook purus record new'" : "no record is found by that")
  }
}
