import DaybookLog
import DaybookModel

/// A caller's idempotency key. The log has its hash: a key may name a person, and a commit's line is never erased.
struct CommitKey {
  let plain: String
  /// As the commit's line has it.
  let written: String

  init(_ key: String, ledger: String) {
    plain = key
    let hash = Hash256.of(Array("daybook-key\n\(ledger)\n\(key)".utf8).span)
    written = Self.prefix + hash.description.prefix(32)
  }

  /// Whether a commit that was read has this key; one of format 1 has the key itself.
  func isKey(of commit: Commit) -> Bool {
    guard let key = commit.key?.utf8 else { return false }
    return key.elementsEqual(written.utf8) || key.elementsEqual(plain.utf8) && !isHashed
  }

  /// Whether the caller's own key has the form of a hash, and so cannot be told from one.
  fileprivate var isHashed: Bool { plain.hasPrefix(Self.prefix) && plain.utf8.count == written.utf8.count }

  private static let prefix = "hash:"
}

extension KeyedCommits {
  subscript(key: CommitKey) -> Place? { self[key.written] ?? (key.isHashed ? nil : self[key.plain]) }
}
