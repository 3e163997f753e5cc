import DaybookLog
import DaybookReplication
package import DaybookView

extension Ledger {
  /// Lends the ledger, present or past, with the events that made it, so that it can be converted to another form.
  /// Nothing is written meanwhile. O(what came since the last reading), at any other cut than now O(size of the
  /// ledger), plus what `body` reads.
  public func export<Result: Sendable>(
    at cut: Cut = .now, _ body: @Sendable (borrowing ViewReader, ExportSource) throws -> Result
  ) throws -> Result {
    guard cut.isNow else {
      let past = try past(cut)
      let source = try exportSource(of: past, position: nil)
      return try ViewReader.withReader(view(of: past, for: nil, at: cut), past.records) {
        try body($0, source)
      }
    }
    // A position lies in what the files show.
    publish()
    try refreshWhole()
    if let session { loaded.noteOwn(session) }
    // Commits that do not count yet may count later, at places before those exported now.
    let source = try exportSource(of: loaded, position: loaded.withholds ? nil : ExportPosition(loaded))
    return try ViewReader.withReader(view(for: nil, at: cut), loaded.records) { try body($0, source) }
  }

  private func exportSource(
    of loaded: borrowing LedgerState, position: ExportPosition?
  ) throws -> ExportSource {
    let session = try readSession()
    let own = session.mayHaveUnpublished(besides: try Inventory.scan(folder)) ? try session.ownCommits() : []
    var held = HeldBranches(loaded)
    // Records of the past do not note what they hold of journals.
    if position == nil { for commits in own { held.hold(commits) } }
    return ExportSource(
      folder: folder, descriptor: descriptor, held: held, writer: session.writer,
      unreadable: Set(loaded.report.unreadable), selection: loaded.selection,
      erasures: loaded.erasing.applied, own: own.map { $0.counting(by: loaded.rule) }, position: position,
      fileTime: options.fileTime())
  }
}
