/// Mailboxes to be imported.
package struct MailImportRequest: ImportRequest {
  package enum Form: Sendable {
    /// Files of many messages; nil: in the dialect that each seems to be written in.
    case mbox(dialect: String?)
    /// Files of one message each.
    case eml
    /// By what each file begins with.
    case any
  }

  package var files: [String]
  package var form: Form
  /// What the user calls the source.
  package var source: String?
  /// Their content; otherwise only their names.
  package var keepsAttachments = true
}
