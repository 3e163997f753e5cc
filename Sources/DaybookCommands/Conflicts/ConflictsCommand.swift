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
