import Daybook
import DaybookCommands
import DaybookModel
import DaybookTables

// Lines of JSON in and out, and CSV out.

extension ForeignFormats {
  mutating func addLines() {
    add(LinesImportRequest.self) { request in
      LinesImporter(request.files, name: request.source, RegisteredSystems.registry())
    }
    addExporter(LinesExportRequest.self) { _, ledger, context in
      let receipt = try await RowExport(context, ledger.schemas).writeLines(of: ledger) {
        try context.write($0)
      }
      return receipt.told(entities: receipt.rows)
    }
    addExporter(CSVExportRequest.self) { _, ledger, context in
      let export = try RowExport(context, ledger.schemas)
      if context.kinds.count == 1 {
        let receipt = try await export.writeCSV(of: context.kinds[0], ledger) { try context.write($0) }
        return receipt.told(entities: receipt.rows)
      }
      guard let folder = context.path else {
        throw LedgerError(.usage, "a CSV file can hold only one kind", advice: "name a folder with -o")
      }
      return try await export.writeFolder(folder, ledger, context)
    }
  }
}

extension RowExport {
  init(_ context: ExportContext, _ schemas: SchemaRegistry) throws {
    self.init()
    cut = context.cut
    willReveal = { try context.willReveal() }
    if !context.kinds.isEmpty { kinds = context.kinds }
    for kind in context.kinds {
      if let condition = try context.query(kind, schemas).condition { conditions[kind] = condition }
    }
  }

  /// A file for each kind of which there is anything.
  fileprivate func writeFolder(
    _ folder: String, _ ledger: Ledger, _ context: ExportContext
  ) async throws -> ExportReceipt {
    try OutputFolder.make(folder)
    let (fileCount, receipt) = try await writeTables(of: ledger) { kinds in
      var names: Set<String> = []
      return kinds.map { kind in
        let name = OutputFolder.name(kind.replacing("/", with: "_"), ending: ".csv", besides: &names)
        var one = context
        one.path = "\(folder)/\(name)"
        let place = one
        return { try place.write($0) }
      }
    }
    var told = receipt.told(entities: receipt.rows)
    told.counts.insert(("files", fileCount), at: 0)
    return told
  }
}

extension RowExport.Receipt {
  fileprivate func told(entities: Int) -> ExportReceipt {
    var receipt = ExportReceipt([("entities", entities)], revealed: !hiddenKinds.isEmpty)
    if missingBlobs > 0 {
      receipt.notices = [
        Notice(
          "missing",
          "\(missingBlobs) large value\(missingBlobs == 1 ? " is" : "s are") not in this copy of the ledger")
      ]
    }
    if leftOutFields > 0 {
      receipt.notices.append(
        Notice(
          "left-out",
          "\(leftOutFields) field\(leftOutFields == 1 ? " is" : "s are") left out: a line's own members have the names _kind, _id and _stamp"
        ))
    }
    return receipt
  }
}

extension ForeignFormats {
  /// Comma-separated values.
  mutating func addTables() {
    add(TableImportRequest.self) { request in
      var options = TableOptions(kind: request.kind)
      (options.record, options.map, options.key) = (request.record, request.map, request.key)
      (options.separator, options.zone) = (request.separator, request.zone)
      (options.zoneName, options.localZoneName) = (request.zoneName, ZoneDirectory.localName())
      options.order = request.dateOrder.flatMap { WrittenMoment.Order(rawValue: $0) }
      options.decimal = request.decimal.flatMap { WrittenNumber.Decimal(rawValue: $0) }
      // A user whose rows come on the standard input cannot be asked there.
      let ask = request.files.contains("-") ? ColumnQuestion.refuse : ColumnDialog.ask
      return TableImporter(request.files, options, source: request.source, ask: ask)
    }
  }
}
