public import Daybook
import DaybookInput
import DaybookModel
import SAM

/// Imports mailboxes as evidence: the messages of mbox files, or files of one message each, in folders and archives
/// too.
///
/// Memory use is one message, and the identifiers of all messages read, by which duplicates are recognized.
public struct MailImporter: Importer {
  /// The form of the files.
  public enum Form: Sendable {
    /// Nil: as each file seems to be written.
    case mbox(MboxDialect?)
    case eml
    /// As each file begins.
    case any
  }

  /// The sources read so far: one for each mailbox.
  public private(set) var sources: [SyncSource] = []
  private let form: Form
  /// What the user calls the source.
  private let sourceName: String?
  private var input: InputTree
  private var open: OpenMailbox?
  private let reader: MessageReader
  private var evidence: MailEvidence?
  private var met: [String: SyncRemark] = [:]
  private var waiting: [ImportStep] = []
  private var unread = UnreadElements()
  /// The files between the mail that are not mail.
  private var passedOver: (first: SyncRemark, count: Int)?

  /// - Parameters:
  ///   - files: paths of mailboxes and messages, and of folders and archives of them.
  ///   - form: the format of the files; `any` recognises it by the beginning of each file.
  ///   - source: the name of the source; nil: a mailbox's file name, or the folder or archive of single messages.
  ///   - keepsAttachments: whether to keep their content; otherwise only their names.
  public init(
    _ files: [String], _ form: Form, source: String? = nil, keepsAttachments: Bool = true
  ) {
    (self.form, sourceName) = (form, source)
    reader = MessageReader(readsAttachments: keepsAttachments)
    input = InputTree(files, refusesEmpty: true)
  }

  public var bytesRead: Int64 { input.bytesRead }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    while true {
      if !waiting.isEmpty { return waiting.removeFirst() }
      guard let mailbox = try openMailbox() else { return closingNotice().map { .notice($0) } }
      guard let entry = try nextEntry(of: mailbox) else {
        open = nil
        continue
      }
      switch entry {
      case .skipped(let line, let reason):
        if let step = passOver(SyncRemark(file: mailbox.name, line: line, reason: reason), mailbox) {
          return step
        }
      case .message(let message):
        if let step = try take(message, of: mailbox, in: state) { return step }
      }
    }
  }

  private mutating func openMailbox() throws -> OpenMailbox? {
    if let open { return open }
    guard let stream = try input.next() else { return nil }
    open = try OpenMailbox(stream, form, sourceName: sourceName)
    return open
  }

  private mutating func nextEntry(of mailbox: OpenMailbox) throws -> MboxEntry? {
    do { return try mailbox.next() } catch {
      // The rest of the file is skipped.
      open = nil
      throw error
    }
  }

  private mutating func take(
    _ message: MboxMessage, of mailbox: OpenMailbox, in state: borrowing LedgerState
  ) throws -> ImportStep? {
    func remark(_ reason: String) -> SyncRemark {
      SyncRemark(file: mailbox.name, line: message.line, reason: reason)
    }
    guard var read = reader.read(message.bytes, line: message.line, fromLine: message.fromLine) else {
      return passOver(remark("it has no mail header: it is not a message"), mailbox)
    }
    for flag in MaildirName.flags(mailbox.name) where !read.message.labels.contains(flag) {
      read.message.labels.append(flag)
    }
    // Not earlier: a file that is merely in a folder with mail is not a source.
    if !sources.contains(mailbox.source) { sources.append(mailbox.source) }
    var record = ImportedRecord(file: mailbox.name, line: message.line, entities: [], source: mailbox.source)
    if let first = met[read.message.identifier] {
      // One message. Its first copy counts; another copy is read, but changes nothing.
      var entity = ImportedEntity(EvidenceItem.kind, .key(read.message.sourceUID))
      entity.isMade = false
      record.entities = [entity]
      waiting.append(.notice(remark("the same message as in \(first.file):\(first.line), which counts")))
      return .record(record)
    }
    met[read.message.identifier] = remark("")
    unread.note(read.unread, in: mailbox.name)
    waiting += read.remarks.map { .notice(remark($0)) }
    if message.isCut {
      waiting.append(
        .notice(remark("only the first \(MboxReader.messageBytesMax >> 20) MiB of it were read")))
    }
    if read.message.isTextCut {
      waiting.append(.notice(remark("its text was cut at \(MailMessage.textBytesMax >> 10) KiB")))
    }
    let evidence = self.evidence ?? MailEvidence(state)
    self.evidence = evidence
    record.entities = try evidence.entities(of: read.message, source: mailbox.source, in: state)
    return .record(record)
  }

  /// A file that the user named is reported as skipped; one that is merely in a folder with mail is not a loss.
  private mutating func passOver(_ remark: SyncRemark, _ mailbox: OpenMailbox) -> ImportStep? {
    if mailbox.isNamed || mailbox.hasFound { return .skipped(remark) }
    passedOver = (passedOver?.first ?? remark, (passedOver?.count ?? 0) + 1)
    return nil
  }

  /// One notice for all files that are not mail, then one for all fields that are not imported.
  private mutating func closingNotice() -> SyncRemark? {
    guard let (first, count) = passedOver else { return unread.takeNotice() }
    passedOver = nil
    guard count > 1 else { return first }
    let others = count == 2 ? "another file" : "\(count - 1) other files"
    return SyncRemark(file: first.file, reason: "this and \(others) are not mail, and are skipped")
  }
}
