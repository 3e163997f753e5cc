package import DaybookModel

/// Says that its author unlocked the ledger: the others should, too. It decides nothing.
package struct UnlockNotice: Hashable, Sendable {
  /// The SHA-256 of the `set` of the lock that it ended, in canonical form.
  package let lock: Hash256

  package init(lock: Hash256) { self.lock = lock }
}

extension UnlockNotice {
  var set: JSONObject { ["lock": .string(lock.description)] }

  init?(_ set: JSONObject) {
    guard let lock = set["lock"]?.string.flatMap({ Hash256($0) }) else { return nil }
    self.init(lock: lock)
  }
}
