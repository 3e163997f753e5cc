import ArgumentParser
import Daybook

/// `daybook conflicts [KIND [ID]]`
struct ConflictsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List conflicts: writes that disagree because machines had not seen each other's.",
    discussion: """
      Each conflict is listed with its id, its cause, and every side: the value, who wrote it, when and on which \
      machine; the side that shows comes first. 'daybook resolve ID --keep …' settles a conflict; so does a new write \
      by somebody who has seen both sides. Every machine that holds the same events lists the same conflicts.

      Causes: field, link, presence; revived (deleted and edited, and the edit won), deleted (the delete won), \
      recreated; hidden-edit and hidden-child (a delete hides an edit or a child that its author had not seen); unique \
      (entities share a value that only one may have); denied (deleted against a rule).

      Examples:
        daybook conflicts
        daybook conflicts sam.person --count
        daybook conflicts --check && daybook seal
        daybook conflicts --resolved --format json
      """)

  @Argument(help: "Only of this kind.", completion: .custom(KindCompletion.complete))
  var kind: String?

  @Argument(
    help: "Only those that touch this entity: its id, the beginning of its id, its name or its address.")
  var id: String?

  @Flag(help: "List conflicts that were settled, and the write that settled each. Reads the whole log.")
  var resolved = false

  @Flag(help: "Only print their number.")
  var count = false

  @Flag(help: "Exit with 1 when there are any.")
  var check = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let found = try await found(in: ledger)
    let disclosure = reveal.disclosure(ledger)
    let output = options.output
    if count {
      try output.show([("count", .count(found.count))])
    } else if output.format == .table {
      let zone = try selection.zone()
      try output.show(found.map { $0.conflict.page(settling: $0.settling, disclosure, zone) })
    } else {
      let rows = found.map { $0.conflict.shown(disclosure).row(settling: $0.settling?.shown(disclosure)) }
      try output.show(columns: EntityConflict.columns + (resolved ? ["settled"] : []), rows)
    }
    if check, !found.isEmpty { throw Finished(ExitStatus.no) }
  }

  private func found(
    in ledger: Ledger
  ) async throws -> [(conflict: EntityConflict, settling: EntityConflict.Side?)] {
    let viewer = try await viewer.viewer(in: ledger)
    let id: String? =
      if let kind, let id { try await ledger.entity(id, of: kind, as: viewer, .written).id } else { nil }
    if resolved {
      return try await ledger.conflicts.settled(kind: kind, id: id, as: viewer)
        .map { ($0.conflict, $0.settling) }
    }
    return try await ledger.conflicts.list(kind: kind, id: id, as: viewer).map { ($0, nil) }
  }
}

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
