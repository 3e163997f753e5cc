import ArgumentParser
import Daybook

/// KIND ID, as most commands on one entity take them.
struct EntityArguments: ParsableArguments {
  @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
  var kind: String

  @Argument(help: "The entity's id.")
  var id: String
}

/// What commands that write one entity have in common.
struct WriteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Refuse when the entity was written after this stamp.", valueName: "stamp"))
  var expect: String?

  @Option(
    help: ArgumentHelp("An idempotency key: the same again writes nothing.", valueName: "key"))
  var key: String?

  @Flag(help: "Check everything, print the events that would be written, and write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  /// Writes the mutations as one commit, and shows the entity's id and stamp, or the planned events.
  func commit(_ mutations: [Mutation], in ledger: Ledger) async throws {
    var append = AppendOptions(by: author.author, why: author.why, key: key)
    append.expect = try expect.map(selection.stamp)
    append.isDryRun = dryRun
    let receipt = try await self.append(mutations, append, to: ledger)
    options.messages.show(receipt.notices)
    if dryRun {
      let rows = receipt.events.map { EventRow.members($0, commit: nil) }
      return try options.output.show(columns: EventRow.columns, rows)
    }
    guard let first = mutations.first else { return }
    var row = OutputRow([
      ("_kind", .string(first.kind)), ("_id", .string(receipt.events.first?.mutation.id ?? first.id)),
      ("_stamp", receipt.lastStamp.map { .string($0.description) } ?? .null),
    ])
    if receipt.isRepeat { row.append("repeat", true) }
    if receipt.commit == nil && !receipt.isRepeat { row.append("unchanged", true) }
    try options.output.show(OutputRecord(row))
  }

  /// The ledger counts the mutations of a commit as lines; here nobody wrote lines.
  private func append(
    _ mutations: [Mutation], _ options: AppendOptions, to ledger: Ledger
  ) async throws -> AppendReceipt {
    do {
      return try await ledger.append(mutations, options: options)
    } catch var error as LedgerError {
      error.line = nil
      throw error
    }
  }

  func commit(_ mutation: Mutation) async throws {
    try await commit([mutation], in: selection.open())
  }
}

/// Completes the kinds of the registered systems.
enum KindCompletion {
  @Sendable static func complete(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    ((try? RegisteredSystems.registry())?.kinds ?? []).map(\.kind).filter { $0.hasPrefix(prefix) }
  }
}
