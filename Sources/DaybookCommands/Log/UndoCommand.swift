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

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let stamp = try options.selection.stamp(stamp)
    let ledger = try await options.selection.open()
    let undo = try await undo(stamp, in: ledger)
    let disclosure = options.reveal.disclosure(ledger)
    let left = undo.left.map { $0.shown(disclosure) }
    options.messages.show(undo.written.notices)
    options.messages.show(left.map { Notice("left", "left as it is: \($0)") })
    if options.dryRun {
      let rows = undo.written.events.map { EventRow.members(disclosure.event($0), commit: nil) }
      return try options.output.show(columns: EventRow.columns, rows)
    }
    var row = OutputRow([
      ("undone", .count(undo.undone.count)), ("events", .count(undo.written.events.count)),
      ("_stamp", undo.written.lastStamp.map { .string($0.description) } ?? .null),
    ])
    if undo.written.commit == nil { row.append("unchanged", true) }
    try options.output.show(
      OutputRecord(row, sections: left.isEmpty ? [] : [("left", left.map(\.row))]))
  }

  /// Nobody wrote the lines that the ledger counts a commit's mutations by.
  private func undo(_ stamp: Stamp, in ledger: Ledger) async throws -> UndoReceipt {
    var append = options.append
    append.viewer = try await viewer.viewer(in: ledger)
    do {
      return try await ledger.undo(stamp, wholeCommit: commit, options: append)
    } catch var error as LedgerError {
      error.line = nil
      throw error
    }
  }
}

extension LeftWrite {
  /// Without the target of a hidden relation.
  fileprivate func shown(_ disclosure: Disclosure) -> LeftWrite {
    guard let relation, let target = disclosure.text(to, of: relation, kind: kind), target != to else {
      return self
    }
    var shown = self
    shown.what = "\(relation) → \(target)"
    return shown
  }

  /// The relation and the target that `what` names.
  private var relation: String? { parts?.first }
  private var to: String? { parts?.last }
  private var parts: [String]? {
    guard let what, let arrow = what.firstRange(of: " → ") else { return nil }
    return [String(what[..<arrow.lowerBound]), String(what[arrow.upperBound...])]
  }

  fileprivate var row: OutputRow {
    var row = OutputRow([("_kind", .string(kind)), ("_id", .string(id))])
    row.append("what", what.map { .string($0) } ?? .null)
    row.append("reason", .string(reason))
    return row
  }
}
