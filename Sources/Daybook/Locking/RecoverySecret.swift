import DaybookLocking
import DaybookModel

/// The key that goes on paper: it opens a locked ledger for ever, and decides about every device. No program keeps it:
/// it exists only where somebody wrote it down.
public struct RecoverySecret: Sendable {
  let key: RecoveryKey

  /// A new one.
  public init() { key = RecoveryKey() }

  /// As typed from the paper.
  ///
  /// - Throws: ``LedgerError`` with code `unreadable-key` for a typing error.
  public init(paper text: String) throws {
    do { key = try RecoveryKey(paper: text) } catch {
      throw LedgerError(.unreadableKey, error.what, advice: error.advice, cause: error)
    }
  }

  /// The line for the paper: `AGE-SECRET-KEY-1…`.
  public var paper: String { key.paper }
}
