import Daybook
import DaybookCommands
import DaybookModel
import DaybookTables

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
      // Whose rows come on the standard input cannot be asked there.
      let ask = request.files.contains("-") ? ColumnQuestion.refuse : ColumnDialog.ask
      return TableImporter(request.files, options, source: request.source, ask: ask)
    }
  }
}
