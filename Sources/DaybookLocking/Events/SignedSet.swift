import DaybookLog
import DaybookModel

/// The `set` of an event that carries a signature over the rest of itself.
struct SignedSet: Hashable, Sendable {
  /// Without the signature, in canonical form: with it, members that this version does not know are covered.
  let rest: [UInt8]
  /// 64 bytes.
  let signature: [UInt8]

  static let key = "sig"

  /// Nil where it has no signature.
  init?(_ set: JSONObject) {
    guard let signature = Self.signature(in: set) else { return nil }
    var rest = set
    rest[Self.key] = nil
    (self.rest, self.signature) = (JSONValue.object(rest).canonicalBytes, signature)
  }

  init(_ rest: JSONObject, label: String, ledger: String, key: SigningKey) throws {
    self.rest = JSONValue.object(rest).canonicalBytes
    signature = try key.sign(Self.message(label, ledger, self.rest))
  }

  static func signature(in set: JSONObject) -> [UInt8]? {
    guard let signature = set[key]?.string.flatMap({ Base64.bytes($0) }),
      signature.count == Signing.signatureSizeBytes
    else { return nil }
    return signature
  }

  private static func message(_ label: String, _ ledger: String, _ rest: [UInt8]) -> [UInt8] {
    Array("\(label)\n\(ledger)\n".utf8) + rest
  }

  func isSigned(label: String, ledger: String, by publicKey: [UInt8]) -> Bool {
    Signing.verify(signature, Self.message(label, ledger, rest), publicKey: publicKey)
  }

  /// The whole.
  var json: JSONObject {
    var set = (try? JSONParser.parse(rest))?.object ?? [:]
    set[Self.key] = .string(Base64.text(signature))
    return set
  }
}
