import ArgumentParser
import Daybook

/// `daybook delete KIND ID`
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an entity. Its events stay in the log; restore takes it back.",
    discussion: """
      What belongs to it, such as the entries of a record, is hidden with it, and comes back with it; a notice counts \
      it.

      Examples:
        daybook delete sam.person 'Ann Lee' --why 'asked to be removed'
        daybook delete purus.weightEntry 01a206d0-cca
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let found = try await entity.find(in: ledger, as: viewer, .deletable)
    let removal = try await Removal([found], in: ledger, as: viewer)
    try await write.commit(removal.mutations, in: ledger, as: viewer)
    if let notice = removal.notice { write.options.messages.show(notice) }
  }
}
