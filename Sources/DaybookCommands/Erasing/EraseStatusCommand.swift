import ArgumentParser
import Daybook

extension EraseCommand {
  /// `daybook erase status`
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "List erasures: what was asked, and which machines have removed the texts.",
      discussion: """
        A machine is listed as open until it has removed the texts: 7 days after it received the erasure, when it next \
        writes or replicates. 'later' counts events of the entity that are not erased: those written afterwards, or by \
        somebody who had not seen the erasure. 'root', in the formats for programs, is the entity that the command \
        named, if others were erased with it: they are withdrawn together. A revoked device is shut out: it does not \
        learn of the erasure, and nobody knows what it still has. No program reaches exports, backups, version \
        histories of sync tools and other copies; remove those by hand.

        Examples:
          daybook erase status --format json | jq '.[] | select(.open != [])'
        """)

    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let ledger = try await selection.open()
      let machines = await Machines(of: ledger)
      let isTable = options.output.format == .table
      let zone = try selection.zone()
      let rows = try await ledger.erasures.list().map { isTable ? $0.summary(machines, zone) : $0.row }
      try options.output.show(columns: rows.columns, rows)
      if rows.isEmpty { return options.messages.show(Notice("empty", "nothing was erased")) }
      guard isTable else { return }
      options.messages.show(
        Notice(
          "unreached",
          "exports, backups, version histories of sync tools and copies that nobody opens keep the texts: remove those by hand"
        ))
    }
  }
}
