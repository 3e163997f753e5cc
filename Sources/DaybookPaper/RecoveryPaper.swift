package import DaybookLocking
package import DaybookModel

/// What a person keeps of a locked ledger: its recovery key, to be printed or written down.
///
/// It is made in memory and written nowhere: the module imports nothing that opens a file, so no copy of the key is
/// left in a temporary one.
package struct RecoveryPaper: Sendable {
  /// The ledger's UUID.
  let ledger: String
  let name: String?
  let key: KeyLayout
  let made: CivilDay

  /// - Parameters:
  ///   - ledger: its UUID.
  ///   - name: what its owner calls it.
  ///   - made: the day on which the key was made.
  package init(ledger: String, name: String? = nil, key: RecoveryKey, made: CivilDay) {
    (self.ledger, self.name, self.key, self.made) = (ledger, name, KeyLayout(key), made)
  }

  /// The key that a person typed from the paper, or scanned: in either case, with spaces, line breaks and hyphens
  /// anywhere; without or with `AGE-SECRET-KEY-1`, the lines' numbers and their check digits, also where all lines lack the
  /// signs of these. Right check digits are not asked for where the key's own checksum is right.
  ///
  /// Cost: for a wrong key, up to 1,860 checksums of it, to find the one character that is wrong.
  package static func key(typed text: String) throws(RecoveryPaperError) -> RecoveryKey {
    try TypedKey(text).key()
  }
}
