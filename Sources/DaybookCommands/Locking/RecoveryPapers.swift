package import Daybook
package import DaybookModel

/// The recovery key on paper: shown, printed, and read as somebody typed it. The executable that links the library for QR
/// codes puts it in; the command `daybook` runs without, and hands over to that executable.
package struct RecoveryPapers: Sendable {
  static var current: RecoveryPapers? { CommandParts.current.papers }

  /// What stands on a paper.
  package struct Request: Sendable {
    /// The ledger's UUID.
    package var ledger: String
    package var name: String?
    package var key: RecoverySecret
    package var made: CivilDay
  }

  /// How a text shows the QR code.
  package enum Code: Sendable {
    case halfBlocks, spaces, none
  }

  /// For a terminal of so many columns.
  package var text: @Sendable (_ request: Request, _ width: Int, _ code: Code) throws -> String
  /// An HTML page to print.
  package var page: @Sendable (_ request: Request) throws -> String
  /// What somebody typed, or a file's text.
  package var read: @Sendable (_ typed: String) throws -> RecoverySecret

  package init(
    text: @escaping @Sendable (_ request: Request, _ width: Int, _ code: Code) throws -> String,
    page: @escaping @Sendable (_ request: Request) throws -> String,
    read: @escaping @Sendable (_ typed: String) throws -> RecoverySecret
  ) {
    (self.text, self.page, self.read) = (text, page, read)
  }

  /// Becomes the executable in which they are put in, where this one has none. To be called before anything is read.
  static func linked() throws(LedgerError) -> RecoveryPapers {
    if let current { return current }
    try PartExecutable.become(ForeignFormats.executable)
  }
}
