import ArgumentParser
import Daybook

/// `daybook diff --from T --to T [KIND [ID]]`
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what differs between two points in the ledger's past.",
    discussion: """
      Lists entities that were created, changed, deleted, gone from their source, hidden with an owner, or that \
      returned; for each, the changed fields and links, before and after, with the write that changed them. A point is \
      a time or a stamp: it includes the commits made by that time, or up to that stamp's commit. A date without a \
      time means the end of that day. What shows at neither point is not a difference. Erased values read as erased \
      at both points; an erasure between them is reported.

      The exit status is 0 whether or not there are differences; with --check it is 1 when there are any.

      Examples:
        daybook diff --from 2026-09-30
        daybook diff --from 2026-09-30 --to 2026-10-31 sam.person
        daybook diff --from 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68 sam.person ann
        daybook diff --from now-1d --check || notify-send 'something changed'
      """)

  @Argument(help: "Only of this kind.", completion: .custom(KindCompletion.complete))
  var kind: String?

  @Argument(help: "Only this entity: its id, the beginning of its id, its name or its address.")
  var id: String?

  @Option(help: ArgumentHelp("The first point.", valueName: "time|stamp"))
  var from: String

  @Option(help: ArgumentHelp("The second point; by default now.", valueName: "time|stamp"))
  var to: String?

  @Flag(help: "Exit with 1 when there are differences.")
  var check = false

  @Flag(help: "Only print the number of entities of each kind.")
  var count = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let (from, to) = (try point(from), try to.map(point) ?? .now)
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let only: String? =
      if let kind, let id { try await ledger.entity(id, of: kind, as: viewer, .written).id } else { nil }
    let found = try await ledger.history.differences(from: from, to: to, kind: kind, id: only, as: viewer)
    if count {
      try options.output.show(columns: ["_kind", "what", "count"], Difference.counts(found))
    } else {
      let machines = await Machines(of: ledger)
      let disclosure = reveal.disclosure(ledger)
      if options.output.format == .table {
        let zone = try selection.zone()
        try options.output.show(found.map { $0.page(machines, disclosure, zone) })
      } else {
        try options.output.show(
          columns: Difference.columns, found.flatMap { $0.rows(machines, disclosure) })
      }
    }
    if check, !found.isEmpty { throw Finished(ExitStatus.no) }
  }

  private func point(_ text: String) throws -> Cut {
    if let stamp = Stamp(text) { return .until(stamp) }
    return .asOf(try selection.instant(text, .end))
  }
}
