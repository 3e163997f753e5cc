import DaybookLog

extension Ledger {
  /// See ``LedgerMaintenance/cache(_:as:)``.
  func cache(_ bytes: [UInt8], as name: String) {
    guard let store = textCache() else { return }
    let path = Self.path(name, info.id)
    do {
      try store.createFolder("search")
      // Another process that writes it now writes an equivalent one.
      guard let lock = try store.lock(path + ".lock") else { return }
      try withExtendedLifetime(lock) {
        try store.replaceFile(path, with: bytes, removingLeftovers: true)
      }
    } catch {
      // The next process works without it.
    }
  }

  /// Where data derived from the ledger's texts is kept; nil for a copy that lacks an erasure that this machine knows.
  func textCache() -> (any FileStore)? {
    guard let store = machine.cache() else { return nil }
    if let known = cacheRule, known.token === loaded.token { return known.mayKeep ? store : nil }
    let mayKeep = !machine.knowsErasures(besides: loaded.erasing.events, of: descriptor.ledger)
    cacheRule = (loaded.token, mayKeep)
    return mayKeep ? store : nil
  }

  static func path(_ name: String, _ ledger: String) -> String { "search/\(ledger).\(name)" }
}
