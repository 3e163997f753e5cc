package import Daybook

extension LedgerOptions {
  /// For tests that read the folder while a ledger is open: written data is in the folder when the write returns, and
  /// the release of the lock does not depend on a wall clock.
  package static var prompt: LedgerOptions {
    var options = LedgerOptions()
    (options.publishing, options.turns) = (.atOnce, nil)
    return options
  }
}
