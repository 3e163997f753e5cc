import DaybookLog
package import DaybookModel

/// The next recovery key, named by the one before it. From then on only those statements of the former key count that
/// the change repeats: a later finder of the former paper cannot add any.
package struct RecoveryChange: Hashable, Sendable {
  package let keys: PublicKeys
  /// From 1.
  package let number: UInt64
  /// Those of the former key that count, in the order of their signatures.
  package let statements: [RecoveryStatement]
  private let signed: SignedSet

  private static let label = "daybook-recovery2"

  /// - Parameters:
  ///   - lock: the hash of the lock.
  ///   - statements: those of the former key that are to count.
  package init(
    ledger: String, lock: Hash256, number: UInt64, next: PublicKeys, keeping statements: [RecoveryStatement],
    former: RecoveryKey
  ) throws {
    precondition(number >= 1 && number <= UInt64(Int64.max), "numbers begin at 1")
    let statements = statements.sorted { $0.signature.lexicographicallyPrecedes($1.signature) }
    var rest = next.json
    rest["n"] = .int(Int64(clamping: number))
    rest["statements"] = .array(statements.map { .object($0.set) })
    (keys, self.number, self.statements) = (next, number, statements)
    signed = try SignedSet(rest, label: Self.label, ledger: Self.scope(ledger, lock), key: former.signing)
  }

  private static func scope(_ ledger: String, _ lock: Hash256) -> String { "\(ledger)\n\(lock)" }

  /// 64 bytes, by the former recovery key.
  package var signature: [UInt8] { signed.signature }

  /// Whether the holder of the former recovery key made it for this lock.
  package func isSigned(ledger: String, lock: Hash256, by former: PublicKeys) -> Bool {
    signed.isSigned(label: Self.label, ledger: Self.scope(ledger, lock), by: former.key)
  }
}

extension RecoveryChange {
  var set: JSONObject { signed.json }

  /// Nil where a part is missing or has another form.
  init?(_ set: JSONObject) {
    guard let signed = SignedSet(set), let keys = PublicKeys(set), let number = PositiveNumber.read(set["n"]),
      let list = set["statements"]?.array
    else { return nil }
    let statements = list.compactMap { $0.object.flatMap { RecoveryStatement($0) } }
    guard statements.count == list.count else { return nil }
    (self.keys, self.number, self.statements, self.signed) = (keys, number, statements, signed)
  }
}
