import DaybookLog
public import DaybookModel

/// How much a verification reads, and what it compares the ledger with.
public struct VerifyOptions: Sendable {
  /// Whether to read everything; otherwise only what this machine has not verified yet, or what has changed since.
  public var isDeep = false
  /// Heads that were kept elsewhere.
  public var anchors: [TrustedHeads] = []

  public init() {}
}

/// The signed heads in a file that somebody kept outside of the ledger: what `daybook head` printed.
public struct TrustedHeads: Sendable {
  /// The file's name, for messages.
  public let name: String
  let notes: [HeadNote]

  /// Reads one or several signed notes. Checks only their form.
  /// - Throws: ``LedgerError`` with code `bad-data`, and the line.
  public init(_ bytes: [UInt8], name: String) throws(LedgerError) {
    self.name = name
    do throws(HeadNoteError) {
      notes = try HeadNote.all(in: bytes)
    } catch {
      throw LedgerError(
        .badData, error.what, file: name, line: error.line,
        advice: "give a note as '\(Remedy.head)' prints it")
    }
  }

  /// Anything larger is not a file of heads.
  public static let sizeBytesMax = HeadNote.fileSizeBytesMax
}
