import Daybook

extension ReplayCommand {
  /// What each event changed, a row for each register: for programs, unless somebody wants a table.
  func show(_ format: OutputFormat, of ledger: Ledger) async throws {
    let rows = Shared(Output(format).rows(columns: Step.columns))
    let machines = await Machines(of: ledger)
    let disclosure = reveal.disclosure(ledger)
    let kinds = Set(kind.map { [$0] } ?? [])
    try await ledger.steps(
      kinds: kinds, at: cut.cut(selection, in: ledger), as: viewer.viewer(in: ledger)
    ) { step in
      var step = step
      // Writing an existing entity once more changes nothing.
      step.changes.removeAll { $0.register == .alive && $0.isSame && $0.outcome == .won }
      for row in step.rows(machines, disclosure) { try rows.withLock { try $0.write(row) } }
      return true
    }
    try rows.withLock { try $0.finish() }
  }
}
