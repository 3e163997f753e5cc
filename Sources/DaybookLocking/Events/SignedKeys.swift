import DaybookLog
import DaybookModel

/// The `set` of an event that names public keys, with a number and a signature of its own.
protocol SignedKeys {
  var keys: PublicKeys { get }
  /// From 1.
  var number: UInt64 { get }
  /// 64 bytes.
  var signature: [UInt8] { get }

  init(keys: PublicKeys, number: UInt64, signature: [UInt8])
}

extension SignedKeys {
  var set: JSONObject {
    var set = keys.json
    set["n"] = .int(Int64(clamping: number))
    set[SignedSet.key] = .string(Base64.text(signature))
    return set
  }

  /// Nil where one of the three is missing or has another form.
  init?(_ set: JSONObject) {
    guard let keys = PublicKeys(set), let number = PositiveNumber.read(set["n"]),
      let signature = SignedSet.signature(in: set)
    else { return nil }
    self.init(keys: keys, number: number, signature: signature)
  }
}

// Makes a replica a member. It carries the device file's signature: otherwise a member could approve another one's replica
// with a recipient of its own, which would go on reading after that member's revocation.

package struct Approval: SignedKeys, Hashable, Sendable {
  package let keys: PublicKeys
  /// The number and the signature of the device file.
  package let number: UInt64
  package let signature: [UInt8]
}

extension Approval {
  package init(_ file: DeviceFile) {
    self.init(keys: file.keys, number: file.number, signature: file.signature)
  }

  /// Whether the holder of the replica's key chose the recipient.
  package func isSigned(ledger: String) -> Bool {
    DeviceFile.isSigned(signature, ledger: ledger, number: number, keys)
  }
}

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
