import Daybook
import DaybookCommands
import DaybookNotes

extension ForeignFormats {
  /// Folders of Markdown files, in and out.
  mutating func addNotes() {
    add(MarkdownImportRequest.self) { request in
      NotesImporter(
        request.files, into: request.into == .planner ? .planner : .freethoughts, source: request.source,
        zone: request.zone)
    }
    addExporter(MarkdownExportRequest.self) { _, ledger, context in
      guard let folder = context.path else { return ExportReceipt([]) }
      let kinds = context.kinds.isEmpty ? ["planner.note"] : context.kinds
      var counts: [(name: String, count: Int)] = []
      if kinds.contains("planner.note") {
        let query = try context.query("planner.note", ledger.schemas)
        let count = try await MarkdownExport.planner(
          ledger, query, cut: context.cut, zone: context.zone, into: folder, replaces: context.replaces)
        counts.append(("notes", count))
      }
      if kinds.contains("freethoughts.note") {
        let condition = try context.query("freethoughts.note", ledger.schemas).condition
        let count = try await MarkdownExport.freethoughts(
          ledger, where: condition, cut: context.cut, into: folder, replaces: context.replaces)
        counts.append(("freeThoughtsNotes", count))
      }
      return ExportReceipt(counts, revealed: kinds.contains { ledger.schemas.hidesAnything(of: $0) })
    }
  }
}
