// SQLite out, and SQL over the ledger.

import Daybook
import DaybookCommands
import DaybookModel
import DaybookSQLite
import Synchronization

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
