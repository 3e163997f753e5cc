import ArgumentParser
import Daybook

/// `daybook resolve ID --keep …`
struct ResolveCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Settle a conflict: write the value that is to win on every machine.",
    discussion: """
      Writes ordinary events, which win whatever the clocks say and which 'undo' can undo. 'winner' is what shows now, \
      'loser' the other side; with several, name one by its stamp ('daybook conflicts --format jsonl'). A field \
      takes any JSON value instead. For a deleted entity, the sides are the delete and the entity as it was. For a \
      value that only one entity may have, 'winner' is the entity that had it first; or name an entity by its id. The \
      others lose the value.

      Examples:
        daybook resolve 5d0c --keep winner
        daybook resolve 5d0c0a7be1f2 --keep loser --why 'she said so' --dry-run
        daybook resolve 5d0c --keep '"Ann Lee"'
        daybook resolve 5d0c --keep 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68
      """)

  @Argument(help: "The conflict's id, or an unambiguous beginning of it.")
  var conflict: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What to keep: winner, loser, a side's stamp, an entity's id or a JSON value.", valueName: "side"))
  var keep: String

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var options: RunOptions

  /// The kind of the conflict is unknown until the ledger is read.
  static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool {
    schemas.kinds.contains(where: \.hidesAnything)
  }

  func run() async throws {
    let ledger = try await options.selection.open()
    var append = options.append
    append.viewer = try await viewer.viewer(in: ledger)
    let found = try await ledger.conflicts.conflict(conflict, as: append.viewer)
    let choice = try ConflictChoice(keep, for: found)
    let receipt = try await ledger.conflicts.resolve(found.id, keep: choice, options: append)
    options.messages.show(receipt.notices)
    if options.dryRun {
      let disclosure = options.reveal.disclosure(ledger)
      let rows = receipt.events.map { EventRow.members(disclosure.event($0), commit: nil) }
      return try options.output.show(columns: EventRow.columns, rows)
    }
    var row = OutputRow([
      ("conflict", .string(found.id)), ("cause", .string(found.cause.rawValue)),
      ("_kind", .string(found.kind)), ("_id", .string(found.entity)),
    ])
    row.append("field", ifPresent: found.field)
    row.append("events", .count(receipt.events.count))
    row.append("_stamp", ifPresent: receipt.lastStamp?.description)
    try options.output.show(OutputRecord(row))
  }
}
