import ArgumentParser
import Daybook

/// `daybook undo STAMP`
struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take an event back, or a whole commit, by writing what was there before.",
    discussion: """
      Nothing is removed from the log: an undo is events like any others, and can be undone itself. A field gets \
      its former value, a link goes and an unlinked one returns, what was deleted is restored and what was made \
      is deleted. What somebody has written again since is left as it is, and named. STAMP is any event's of \
      the commit; 'daybook log --format jsonl' shows them.

      Examples:
        daybook undo 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68
        daybook undo 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68 --commit --dry-run
      """)

  @Argument(help: "The stamp of the event.")
  var stamp: String

  @Flag(help: "Take the whole commit back that the event belongs to.")
  var commit = false

  @OptionGroup var options: RunOptions

  func run() async throws {
    let stamp = try options.selection.stamp(stamp)
    let undo = try await undo(stamp, in: options.selection.open())
    options.messages.show(undo.written.notices)
    options.messages.show(undo.left.map { Notice("left", "left as it is: \($0)") })
    if options.dryRun {
      let rows = undo.written.events.map { EventRow.members($0, commit: nil) }
      return try options.output.show(columns: EventRow.columns, rows)
    }
    var row = OutputRow([
      ("undone", .count(undo.undone.count)), ("events", .count(undo.written.events.count)),
      ("_stamp", undo.written.lastStamp.map { .string($0.description) } ?? .null),
    ])
    if undo.written.commit == nil { row.append("unchanged", true) }
    try options.output.show(
      OutputRecord(row, sections: undo.left.isEmpty ? [] : [("left", undo.left.map(\.row))]))
  }

  /// Nobody wrote the lines that the ledger counts a commit's mutations by.
  private func undo(_ stamp: Stamp, in ledger: Ledger) async throws -> UndoReceipt {
    do {
      return try await ledger.undo(stamp, wholeCommit: commit, options: options.append)
    } catch var error as LedgerError {
      error.line = nil
      throw error
    }
  }
}

extension LeftWrite {
  fileprivate var row: OutputRow {
    var row = OutputRow([("_kind", .string(kind)), ("_id", .string(id))])
    row.append("what", what.map { .string($0) } ?? .null)
    row.append("reason", .string(reason))
    return row
  }
}
