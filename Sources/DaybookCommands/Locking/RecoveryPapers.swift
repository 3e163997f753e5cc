package import Daybook
package import DaybookModel

/// The recovery key on paper: shown, printed, and read as somebody typed it. The executable that links the library for
/// QR codes provides it; `daybook` itself has none, and runs that executable instead.
package struct RecoveryPapers: Sendable {
  static var current: RecoveryPapers? { CommandParts.current.papers }

  /// The content of a recovery page.
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

  /// The page for a terminal with this many columns.
  package var text: @Sendable (_ request: Request, _ width: Int, _ code: Code) throws -> String
  /// An HTML page to print.
  package var page: @Sendable (_ request: Request) throws -> String
  /// Reads the key from text that a user typed, or from a file's text.
  package var read: @Sendable (_ typed: String) throws -> RecoverySecret

  package init(
    text: @escaping @Sendable (_ request: Request, _ width: Int, _ code: Code) throws -> String,
    page: @escaping @Sendable (_ request: Request) throws -> String,
    read: @escaping @Sendable (_ typed: String) throws -> RecoverySecret
  ) {
    (self.text, self.page, self.read) = (text, page, read)
  }

  /// Becomes the executable that provides them, if this one has none. To be called before anything is read.
  static func linked() throws(LedgerError) -> RecoveryPapers {
    if let current { return current }
    try PartExecutable.become(ForeignFormats.executable)
  }
}
