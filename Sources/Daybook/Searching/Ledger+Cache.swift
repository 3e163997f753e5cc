import DaybookLog

extension Ledger {
  /// What this machine keeps of the ledger beside it, under a name: what follows from the ledger and takes long to make.
  /// Nil where there is nothing, or it cannot be read.
  public nonisolated func cached(_ name: String, sizeBytesMax: Int) async -> [UInt8]? {
    try? machine.cache()?.readAll(Self.path(name, info.id), sizeBytesMax: sizeBytesMax)
  }

  /// Keeps it for other processes. A failure to write it is not an error.
  public func cache(_ bytes: [UInt8], as name: String) {
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
      // The next process does without.
    }
  }

  /// Where what follows from the ledger's texts is kept; nil of a copy that lacks an erasure of which this machine knows.
  func textCache() -> (any FileStore)? {
    guard let store = machine.cache() else { return nil }
    if let known = cacheRule, known.token === loaded.token { return known.mayKeep ? store : nil }
    let mayKeep = !machine.knowsErasures(besides: loaded.erasing.events, of: descriptor.ledger)
    cacheRule = (loaded.token, mayKeep)
    return mayKeep ? store : nil
  }

  private static func path(_ name: String, _ ledger: String) -> String { "search/\(ledger).\(name)" }
}
