import DaybookCommands
import DaybookMail

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
