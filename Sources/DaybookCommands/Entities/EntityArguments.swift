import ArgumentParser
import Daybook
import SAM

/// KIND ID, as most commands on one entity take them.
struct EntityArguments: ParsableArguments {
  @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
  var kind: String

  @Argument(help: EntityHelp.entity)
  var id: String
}

enum EntityHelp {
  static let entity: ArgumentHelp = "Its id, the beginning of its id, its name or its address."
  static let other: ArgumentHelp =
    "The other entity: its id, the beginning of its id, its name or its address."
}

/// What commands that write one entity have in common.
struct WriteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Refuse when the entity was written after this stamp.", valueName: "stamp"))
  var expect: String?

  @Option(
    help: ArgumentHelp(
      "An idempotency key: a second write with the same key writes nothing.", valueName: "key"))
  var key: String?

  @Flag(help: "Check everything, print the events that would be written, and write nothing.")
  var dryRun = false

  @OptionGroup var bounds: BoundsOption
  @OptionGroup var author: AuthorOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  /// Writes the mutations as one commit, and shows the entity's id and stamp, or the planned events. Without mutations
  /// nothing is written.
  ///
  /// - Parameter entity: the one to show; by default that of the first mutation. The event of a link that is named by
  ///   its inverse belongs to the entity at the other end.
  func commit(
    _ mutations: [Mutation], to entity: EntityName? = nil, in ledger: Ledger, as viewer: Viewer? = nil
  ) async throws {
    guard let kind = entity?.kind ?? mutations.first?.kind else { return }
    var append = try appendOptions()
    append.viewer = viewer
    let receipt = mutations.isEmpty ? AppendReceipt() : try await self.append(mutations, append, to: ledger)
    guard try !showPlan([receipt]) else { return }
    let id = entity?.id ?? receipt.events.first?.mutation.id ?? mutations.first?.id ?? ""
    var row = OutputRow([
      ("_kind", .string(kind)), ("_id", .string(id)),
      ("_stamp", receipt.lastStamp.map { .string($0.description) } ?? .null),
    ])
    if receipt.isRepeat { row.append("repeat", true) }
    if receipt.commit == nil && !receipt.isRepeat { row.append("unchanged", true) }
    try options.output.show(OutputRecord(row))
  }

  /// Writes the mutations as one commit, and shows each of the entities, or the planned events. One that no
  /// mutation is about is unchanged; without mutations nothing is written.
  func commit(_ mutations: [Mutation], about entities: [EntityName], in ledger: Ledger) async throws {
    let receipt =
      mutations.isEmpty ? AppendReceipt() : try await append(mutations, appendOptions(), to: ledger)
    try show([receipt], about: entities)
  }

  /// Shows the result of commits for each of the entities, or the planned events.
  func show(_ receipts: [AppendReceipt], about entities: [EntityName]) throws {
    guard try !showPlan(receipts) else { return }
    let events = receipts.flatMap(\.events)
    let rows = entities.map { entity in
      let last = events.last { $0.mutation.entity == entity }
      var row = OutputRow([("_kind", .string(entity.kind)), ("_id", .string(entity.id))])
      if let last { row.append("_stamp", .string(last.stamp.description)) }
      if receipts.contains(where: \.isRepeat) { row.append("repeat", true) }
      if last == nil { row.append("unchanged", true) }
      return row
    }
    if let row = rows.first, rows.count == 1 { return try options.output.show(OutputRecord(row)) }
    try options.output.show(columns: rows.columns, rows)
  }

  func appendOptions() throws -> AppendOptions {
    var append = AppendOptions(by: author.author, why: author.why, key: key)
    append.expect = try expect.map(selection.stamp)
    append.isDryRun = dryRun
    append.exceedsBounds = bounds.force
    return append
  }

  /// Shows the notices, and the events of a dry run. Returns whether it was a dry run.
  private func showPlan(_ receipts: [AppendReceipt]) throws -> Bool {
    for receipt in receipts { options.messages.show(receipt.notices) }
    guard dryRun else { return false }
    let disclosure = reveal.disclosure(RegisteredSystems.registry())
    let rows = receipts.flatMap(\.events).map { EventRow.members(disclosure.event($0), commit: nil) }
    try options.output.show(columns: EventRow.columns, rows)
    return true
  }

  /// The ledger counts the mutations of a commit as lines, but the user of this command wrote no lines.
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

  /// Commits an operation on the entity that the arguments name.
  func commit(
    _ op: EventOperation, _ entity: EntityArguments, as viewer: ViewerOptions, _ scope: EntityScope
  ) async throws {
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let found = try await entity.find(in: ledger, as: viewer, scope)
    try await commit([Mutation(op, kind: found.kind, id: found.id)], in: ledger, as: viewer)
  }
}

/// Completes the kinds of the registered systems.
enum KindCompletion {
  @Sendable static func complete(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    RegisteredSystems.registry().kinds.map(\.kind).filter { $0.hasPrefix(prefix) }
  }
}
