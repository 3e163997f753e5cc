import ArgumentParser
import Daybook

/// `daybook undo STAMP …`
struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo an event or a commit by writing the previous values.",
    discussion: """
      Nothing is removed from the log: an undo writes ordinary events, and can be undone itself. A field gets its \
      former value, a link is removed and an unlinked one returns, a deleted entity is restored and a new one is \
      deleted. Values that somebody has written again since then stay as they are, and are named. STAMP is an event's \
      stamp, as 'daybook log --format jsonl' shows it; with --commit, all of the event's commit is undone. Several \
      stamps are undone together, in one commit.

      Without STAMP, undo takes back the author's last change: what --by wrote in the last commit on any machine. It \
      shows the change first; on a terminal it asks for confirmation unless --yes is given. A second undo takes the \
      first one back. If events that this machine wrote are missing from the folder, undo without STAMP names them \
      first, and where it cannot ask it is refused without --yes.

      Examples:
        daybook undo
        daybook undo 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68
        daybook undo 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68 --commit --dry-run
      """)

  @Argument(help: "The event's stamp; several are taken back at once. By default the author's last change.")
  var stamp: [String] = []

  @Flag(help: "Undo the whole commit that an event belongs to.")
  var commit = false

  @Flag(name: .shortAndLong, help: "Undo the last change without asking.")
  var yes = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var options: RunOptions

  func validate() throws {
    if commit, stamp.isEmpty {
      throw ValidationError("--commit needs a stamp; without a stamp, undo takes back the whole last change")
    }
  }

  func run() async throws {
    let stamps = try stamp.map(options.selection.stamp)
    let ledger = try await options.selection.open()
    // The author's last change may be in this machine's journal alone, if an older copy replaced the folder.
    if !options.dryRun { try await ledger.publishLacking() }
    let lacking = try await ledger.lackingOwnHistory()
    options.messages.show(await ledger.takeWriterNotices() + lacking)
    var append = options.append
    append.viewer = try await viewer.viewer(in: ledger)
    do {
      let undo =
        stamps.isEmpty
        ? try await undoLastChange(in: ledger, isWhole: lacking.isEmpty, append)
        : try await ledger.history.undo(stamps, wholeCommits: commit, options: append)
      try options.show(undo, in: ledger)
    } catch var error as LedgerError {
      // The user did not write the lines by which the ledger counts a commit's mutations.
      error.line = nil
      throw error
    }
  }

  /// - Parameter isWhole: whether the ledger holds all that this machine wrote.
  private func undoLastChange(
    in ledger: Ledger, isWhole: Bool, _ append: AppendOptions
  ) async throws -> UndoReceipt {
    let author = options.author.author
    guard isWhole || yes || options.dryRun || Confirmation.isPossible else {
      throw LedgerError(
        .refused, "the last change of '\(author)' may be among the missing events",
        advice: "see with --dry-run what would be undone, then add --yes; or give a stamp")
    }
    guard let change = try await ledger.history.lastChange(by: author, as: append.viewer) else {
      throw LedgerError(
        .notFound, "'\(author)' has no change to undo",
        advice: "give a stamp ('daybook log --format jsonl' shows them), or name the author with --by")
    }
    try await ledger.requireUndoable(change.entries.map(\.event))
    try await show(change.entries, in: ledger)
    if !options.dryRun, !yes, Confirmation.isPossible, !Confirmation.ask("Take this back?") {
      options.messages.show(Notice("kept", "nothing was taken back"))
      throw Finished(ExitStatus.no)
    }
    let stamps = change.entries.map(\.event.stamp)
    return change.isWholeCommit
      ? try await ledger.history.undo(Array(stamps.prefix(1)), wholeCommits: true, options: append)
      : try await ledger.history.undo(stamps, options: append)
  }

  /// More events of one change are only counted.
  private static let shownCountMax = 20

  private func show(_ change: [LogEntry], in ledger: Ledger) async throws {
    let (machines, zone) = (await Machines(of: ledger), try options.selection.zone())
    let disclosure = options.reveal.disclosure(ledger)
    for entry in change.prefix(Self.shownCountMax) {
      let event = disclosure.event(entry.event)
      let line = EventRow.line(event, on: machines[entry.replica], disclosure.schemas, zone)
      options.messages.show(Notice("takes-back", "the last change: \(line)"))
    }
    let rest = change.count - Self.shownCountMax
    if rest > 0 {
      options.messages.show(Notice("takes-back", "the last change: \(rest) more of the same commit"))
    }
  }
}

extension RunOptions {
  /// The result of an undo, or of its dry run: what was written, and what was left as it is.
  func show(_ undo: UndoReceipt, in ledger: Ledger) throws {
    let disclosure = reveal.disclosure(ledger)
    let left = undo.left.map { $0.shown(disclosure) }
    messages.show(undo.written.notices)
    messages.show(left.map { Notice("left", "left as it is: \($0)") })
    if dryRun {
      let rows = undo.written.events.map { EventRow.members(disclosure.event($0), commit: nil) }
      return try output.show(columns: EventRow.columns, rows)
    }
    var row = OutputRow([
      // Of what is left as it is, nothing was undone.
      ("undone", .count(undo.written.commit == nil ? 0 : undo.undone.count)),
      ("events", .count(undo.written.events.count)),
      ("_stamp", undo.written.lastStamp.map { .string($0.description) } ?? .null),
    ])
    if undo.written.commit == nil { row.append("unchanged", true) }
    try output.show(OutputRecord(row, sections: left.isEmpty ? [] : [("left", left.map(\.row))]))
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
