import Daybook
import DaybookCommands
import DaybookModel
import DaybookSQLite
import DaybookTables
import Synchronization

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

// SQLite out, and SQL over the ledger.

extension ForeignFormats {
  mutating func addSQLite() {
    addExporter(SQLiteExportRequest.self) { request, ledger, context in
      guard let path = context.path else {
        throw LedgerError(
          .usage, "a SQLite file cannot be written to the standard output", advice: "name it with -o")
      }
      var export = SQLiteExport(path: path, now: SystemClock.now())
      (export.isUpdate, export.isForced, export.cut) = (request.isUpdate, context.replaces, context.cut)
      if !context.cut.isNow { export.cutText = context.cut.description }
      export.selection.isComputed = request.isComputed
      if !context.kinds.isEmpty { export.selection.kinds = context.kinds }
      if let text = context.condition, let kind = context.kinds.first,
        let condition = try context.query(kind, ledger.schemas).condition
      {
        export.selection.condition = (text, condition)
      }
      return try await export.run(ledger).told
    }
    addExporter(SQLRequest.self) { request, ledger, context in
      var query = SQLQuery(request.text)
      (query.cut, query.seconds) = (context.cut, request.seconds)
      let rows = Mutex<RowWriter?>(nil)
      try await query.run(ledger, request.disclosure) { columns in
        rows.withLock { $0 = context.output.rows(columns: columns) }
      } row: { columns, values in
        try rows.withLock { try $0?.write(OutputRow(Array(zip(columns, values)))) }
      }
      try rows.withLock { try $0?.finish() }
      return ExportReceipt([])
    }
  }
}

extension SQLiteReceipt {
  var told: ExportReceipt {
    var receipt = ExportReceipt(
      [("rows", rows), ("removed", removed), ("events", events)], revealed: !hiddenKinds.isEmpty)
    if let reason { receipt.notices = [Notice("anew", "\(path) is replaced: \(reason)")] }
    return receipt
  }
}
