import Daybook
import DaybookCalendars
import DaybookCommands
import DaybookContacts
import DaybookMail

extension ForeignFormats {
  mutating func addContactsAndCalendars() {
    addExporter(VCardExportRequest.self) { _, ledger, context in
      let kinds = try context.kinds(of: VCard.kinds, otherwise: Array(VCard.kinds.prefix(1)), "vcf")
      var export = PeopleExport(ledger, at: context.cut)
      try await export.add(kinds.map { try context.query($0, ledger.schemas) })
      return try context.write(
        export.bytes, "cards", export.count, holdsHidden: export.holdsSource, export.notices)
    }
    addExporter(CalendarExportRequest.self) { _, ledger, context in
      let kinds = try context.kinds(of: CalendarEntry.kinds, otherwise: CalendarEntry.kinds, "ics")
      var export = CalendarExport(ledger, at: context.cut)
      try await export.add(kinds.map { try context.query($0, ledger.schemas) })
      return try context.write(
        export.bytes, "events", export.count, holdsHidden: export.holdsSource, export.notices)
    }
  }
}

extension ExportContext {
  /// The kinds that were asked for, if the format has a place for them.
  func kinds(
    of possible: [String], otherwise usual: [String], _ format: String
  ) throws(LedgerError) -> [String] {
    for kind in kinds where !possible.contains(kind) {
      throw LedgerError(
        .usage, "\(format) cannot hold '\(kind)'",
        advice: "it can hold \(possible.joined(separator: ", "))")
    }
    return kinds.isEmpty ? usual : kinds
  }

  fileprivate func write(
    _ bytes: [UInt8], _ name: String, _ count: Int, holdsHidden revealed: Bool, _ notices: [Notice]
  ) throws -> ExportReceipt {
    if revealed { try willReveal() }
    try write { write in try write(bytes) }
    return ExportReceipt([(name, count)], revealed: revealed, notices: notices)
  }
}

extension ForeignFormats {
  mutating func addMail() {
    add(MailImportRequest.self) { request in
      MailImporter(
        request.files, MailImporter.Form(request.form), source: request.source,
        keepsAttachments: request.keepsAttachments)
    }
  }
}

extension MailImporter.Form {
  init(_ form: MailImportRequest.Form) {
    switch form {
    case .mbox(let dialect): self = .mbox(dialect.flatMap { MboxDialect(rawValue: $0) })
    case .eml: self = .eml
    case .any: self = .any
    }
  }
}
