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
