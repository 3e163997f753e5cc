package import Daybook

extension LedgerOptions {
  /// For tests that look at the folder while a ledger is open: what is written is there when the write returns.
  package static var prompt: LedgerOptions {
    var options = LedgerOptions()
    options.publishing = .atOnce
    return options
  }
}
