import ArgumentParser
import Daybook

/// What every page of one entity takes.
struct PageOptions: ParsableArguments {
  @OptionGroup var cut: CutOptions
  @OptionGroup var moment: MomentOption

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  /// Finds the entity, reads its page and shows it.
  ///
  /// - Parameters:
  ///   - read: nil where what was found is not there, which a finder does not do.
  ///   - ids: the items of the page that show an id.
  func show<Content: Sendable>(
    read: @Sendable (borrowing ViewReader) throws -> Content?, ids: (Content) -> [any Listed],
    page: (Content, TableStyle) -> OutputPage, record: (Content) -> OutputRecord
  ) async throws {
    let ledger = try await selection.open()
    let cut = try moment.cut(try await cut.cut(selection, in: ledger), selection)
    guard let found = try await ledger.withView(at: cut, read) else { return }
    let style = try await selection.tableStyle(in: ledger, of: ids(found))
    try options.output.show(page(found, style), record(found))
  }
}
