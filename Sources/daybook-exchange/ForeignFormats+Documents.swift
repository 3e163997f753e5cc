import Daybook
import DaybookCommands
import DaybookHealthRecords
import DaybookNotes
import PurusHealth

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

extension ForeignFormats {
  /// Health records: FHIR in and out, clinical documents, exports of Apple Health.
  mutating func addHealth() {
    add(FHIRImportRequest.self) { request in
      FHIRImporter(
        files: request.files, record: request.record, base: request.base, source: request.source,
        zone: request.zone)
    }
    add(CCDAImportRequest.self) { request in
      CCDAImporter(
        files: request.files, record: request.record, source: request.source, zone: request.zone)
    }
    add(AppleHealthImportRequest.self) { request in
      AppleHealthImporter(
        files: request.files, record: request.record, source: request.source, zone: request.zone)
    }
    addExporter(FHIRExportRequest.self) { request, ledger, context in
      let kinds = try context.kinds(of: FHIRSelection.kinds, otherwise: [], "fhir")
      var selection = FHIRSelection()
      if let text = request.record {
        selection.record = try await ledger.purus.record(matching: text).id.rawValue
      }
      if kinds.isEmpty {
        selection.condition = try context.query(MedicalRecord.kind, ledger.schemas).condition
      } else {
        selection.choose(try kinds.map { try context.query($0, ledger.schemas) })
      }
      let bundle = try await FHIRExport(ledger, at: context.cut, zone: context.zone).bundle(of: selection)
      if bundle.records > 0 { try context.willReveal() }
      try context.write { write in for piece in bundle.pieces { try write(piece) } }
      return ExportReceipt(
        [("records", bundle.records), ("resources", bundle.resources)], revealed: bundle.records > 0)
    }
  }
}
