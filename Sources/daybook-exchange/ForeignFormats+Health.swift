import Daybook
import DaybookCommands
import DaybookHealthRecords
import PurusHealth

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
