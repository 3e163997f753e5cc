import ArgumentParser
import Daybook

/// `daybook history KIND ID`
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List every change to an entity and to what belongs to it.",
    discussion: """
      In the order of the stamps: who changed which value from what to what, when, on which machine and why; which \
      values were replaced by somebody who had not seen them; which writes lost; and which other entity hid it or \
      brought it back. What belongs to an entity is everything that its delete hides. The formats for programs have a \
      line for each change, and one for each erased value, with who erased it, when and why. Hidden values read \
      \(Disclosure.mask) unless --reveal is given.

      Examples:
        daybook history sam.person 'Ann Lee'
        daybook history sam.context smiths --format jsonl | jq 'select(.unseen)'
        daybook history sam.person ann --format csv > ann.csv
      """)

  @OptionGroup var entity: EntityArguments

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let output = options.output
    let machines = await Machines(of: ledger)
    let disclosure = reveal.disclosure(ledger)
    let pages = Shared(StepPages(machines, disclosure, try selection.zone(), output.table.style))
    let rows = Shared(output.rows(columns: Step.columns))
    let root = try await entity.find(in: ledger, as: viewer, .written)
    let isTold = Shared(false)
    try await ledger.history.steps(kind: root.kind, id: root.id, as: viewer) { step in
      isTold.withLock { $0 = true }
      if output.format == .table {
        try output.show(text: pages.withLock { $0.text(step, of: root) })
      } else {
        for row in step.rows(machines, disclosure) { try rows.withLock { try $0.write(row) } }
      }
      return true
    }
    if !isTold.withLock({ $0 }) { try await requireEntity(root, in: ledger, as: viewer) }
    if output.format != .table { try rows.withLock { try $0.finish() } }
  }

  /// An entity that exists without an event has no history.
  private func requireEntity(_ root: EntityName, in ledger: Ledger, as viewer: Viewer?) async throws {
    guard try await ledger.get(kind: root.kind, id: root.id, as: viewer) == nil else { return }
    throw entity.notFound
  }
}

extension EntityArguments {
  var notFound: LedgerError {
    LedgerError(
      .notFound, "there is no \(kind) '\(id)'",
      advice: RegisteredSystems.advice(forKind: kind, otherwise: "see 'daybook query \(kind)'"))
  }
}

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
