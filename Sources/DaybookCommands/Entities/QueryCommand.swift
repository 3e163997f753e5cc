import ArgumentParser
import Daybook

/// `daybook query KIND`
struct QueryCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "List the entities of a kind.",
    discussion: """
      --where takes one expression: = != < <= > >=, and or not, parentheses, in (…), contains (ignoring case and \
      accents), is null, dotted paths across relations; on relations to many, rel contains 'id' or any rel (…). Dates \
      are ISO 8601, today, or now-7d. '_stamp' is the last write, '_erased' the names of the fields that are erased.

      Hidden values read \(Disclosure.mask) unless --reveal is given. Conditions and sorting work on them too, so \
      anybody who can query can guess hidden values.

      Examples:
        daybook query sam.person --sort displayNameCache --fields displayNameCache,emailCache
        daybook query sam.evidenceItem --where "state = 'needsReview' and occurredAt >= today-7d"
        daybook query sam.coverage --where "person.displayNameCache contains 'lee'"
        daybook query sam.evidenceItem --group-by state
        daybook query sam.person --sort -_stamp --limit 10 --format csv > people.csv
        daybook query sam.person --where '_erased.count > 0' --fields _erased
      """)

  @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
  var kind: String

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only entities that meet this condition.", valueName: "expression"))
  var condition: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fields to sort by, with a - before the descending ones.", valueName: "-f,g"))
  var sort: String?

  @Option(help: ArgumentHelp("Show at most N; by default 50 on a terminal, otherwise all.", valueName: "n"))
  var limit: Int?

  @Flag(help: "Show all, even on a terminal.")
  var all = false

  @Option(help: ArgumentHelp("Skip the first N.", valueName: "n"))
  var offset: Int?

  @Option(help: ArgumentHelp("Only these fields, in this order.", valueName: "a,b"))
  var fields: String?

  @OptionGroup var cut: CutOptions
  @OptionGroup var moment: MomentOption

  @Flag(help: "Only print their number.")
  var count = false

  @Option(help: ArgumentHelp("Count by the values of this field.", valueName: "field"))
  var groupBy: String?

  @Flag(help: "Also list entities that were deleted or are gone from their source.")
  var includeDeleted = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0, not \(limit)") }
    if let offset, offset < 0 { throw ValidationError("--offset takes a number from 0, not \(offset)") }
    if all, limit != nil { throw ValidationError("--limit and --all cannot be used together") }
    if count, groupBy != nil { throw ValidationError("--count and --group-by cannot be used together") }
  }
}

extension QueryCommand {
  func run() async throws {
    let ledger = try await selection.open()
    let cut = try moment.cut(try await cut.cut(selection, in: ledger), selection)
    let request = QueryRequest(self)
    let query = try request.query(ledger.schemas)
    let found = try await ledger.query(query, at: cut, as: viewer.viewer(in: ledger))
    try request.show(found, of: query, ledger.schemas)
  }
}
