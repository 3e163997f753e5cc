package import Daybook

extension LedgerOptions {
  /// For tests that look at the folder while a ledger is open: what is written is there when the write returns, and no
  /// wall clock decides when the lock is let go.
  package static var prompt: LedgerOptions {
    var options = LedgerOptions()
    (options.publishing, options.turns) = (.atOnce, nil)
    return options
  }
}
