import ArgumentParser
import Daybook

/// `daybook undo STAMP …`
struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take an event back, or a whole commit, by writing what was there before.",
    discussion: """
      Nothing is removed from the log: an undo is events like any others, and can be undone itself. A field gets \
      its former value, a link goes and an unlinked one returns, what was deleted is restored and what was made \
      is deleted. What somebody has written again since is left as it is, and named. STAMP is any event's of \
      the commit; 'daybook log --format jsonl' shows them. Several are taken back together, as one commit.

      Examples:
        daybook undo 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68
        daybook undo 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68 --commit --dry-run
      """)

  @Argument(help: "The event's stamp; several are taken back at once.")
  var stamp: [String]

  @Flag(help: "Take the whole commit back that an event belongs to.")
  var commit = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let stamps = try stamp.map(options.selection.stamp)
    let ledger = try await options.selection.open()
    let undo = try await undo(stamps, in: ledger)
    try options.show(undo, in: ledger)
  }

  /// Nobody wrote the lines that the ledger counts a commit's mutations by.
  private func undo(_ stamps: [Stamp], in ledger: Ledger) async throws -> UndoReceipt {
    var append = options.append
    append.viewer = try await viewer.viewer(in: ledger)
    do {
      return try await ledger.undo(stamps, wholeCommits: commit, options: append)
    } catch var error as LedgerError {
      error.line = nil
      throw error
    }
  }
}
