import ArgumentParser
import Daybook

/// `daybook revert KIND ID --as-of T|--until STAMP`
struct RevertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: "Set an entity back to an earlier state, by writing the earlier values.",
    discussion: """
      Nothing is removed from the log: one commit of ordinary events reverts all later writes to the entity, and \
      'undo --commit' can undo that commit. An entity that was not made by then is deleted; what belongs to the entity \
      stays as it is. Values that cannot be set back, such as those of a server, are named. A date without \
      a time means the end of that day.

      Examples:
        daybook revert sam.person ann --as-of 2026-09-30 --dry-run
        daybook revert sam.person ann --until 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68 --why 'wrong person'
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var cut: CutOptions
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var options: RunOptions

  func validate() throws {
    if !cut.isGiven { throw ValidationError("say how far to go back: --as-of TIME or --until STAMP") }
  }

  func run() async throws {
    let ledger = try await options.selection.open()
    let cut = try await cut.cut(options.selection, in: ledger)
    var append = options.append
    append.viewer = try await viewer.viewer(in: ledger)
    let found = try await entity.find(in: ledger, as: append.viewer, .written)
    do {
      let receipt = try await ledger.history.revert(kind: found.kind, id: found.id, to: cut, options: append)
      try options.show(receipt, in: ledger)
    } catch var error as LedgerError {
      // The user did not write the lines by which the ledger counts a commit's mutations.
      error.line = nil
      throw error
    }
  }
}
