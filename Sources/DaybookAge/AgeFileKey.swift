import Crypto
import Foundation

/// The key of one file, from which the keys of its header and its content are derived.
struct AgeFileKey {
  static let sizeBytes = 16
  static let tagSizeBytes = 16
  static let type = "X25519"
  private static let label = "age-encryption.org/v1/X25519"

  let bytes: [UInt8]

  private func derived(_ info: String, salt: [UInt8] = []) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: bytes), salt: salt, info: Array(info.utf8),
      outputByteCount: AgeIdentity.keySizeBytes)
  }

  func payloadKey(nonce: [UInt8]) -> SymmetricKey { derived("payload", salt: nonce) }

  func mac(of header: some DataProtocol) -> [UInt8] {
    [UInt8](HMAC<SHA256>.authenticationCode(for: header, using: derived("header")))
  }

  func hasMAC(_ mac: [UInt8], of header: some DataProtocol) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: header, using: derived("header"))
  }

  // MARK: Wrapping

  /// Nil if the other key is a point of low order: everybody would know the secret.
  static func sharedSecret(_ own: AgeIdentity, _ other: [UInt8]) -> SharedSecret? {
    guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other),
      let secret = try? own.key.sharedSecretFromKeyAgreement(with: key),
      secret.withUnsafeBytes({ $0.contains { $0 != 0 } })
    else { return nil }
    return secret
  }

  private static func wrapKey(
    _ own: AgeIdentity, _ other: [UInt8], share: [UInt8], recipient: [UInt8]
  ) -> SymmetricKey? {
    guard let secret = sharedSecret(own, other) else { return nil }
    return secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: share + recipient, sharedInfo: Array(label.utf8),
      outputByteCount: AgeIdentity.keySizeBytes)
  }

  /// Each key wraps only one file's key, so the nonce may be zero.
  private static var nonce: ChaChaPoly.Nonce {
    get throws { try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)) }
  }

  func wrapped(
    for recipient: AgeRecipient, random: (Int) -> [UInt8]
  ) throws(AgeError) -> AgeHeader.Stanza {
    let ephemeral = AgeIdentity(random: random)
    let share = ephemeral.recipient.bytes
    guard
      let key = Self.wrapKey(ephemeral, recipient.bytes, share: share, recipient: recipient.bytes),
      let box = try? ChaChaPoly.seal(bytes, using: key, nonce: Self.nonce)
    else { throw .recipient("\(recipient) is not a key that a file can be encrypted for") }
    return AgeHeader.Stanza(
      type: Self.type, arguments: [Base64.encode(share)], body: [UInt8](box.ciphertext + box.tag))
  }

  /// The key that a stanza wraps for an identity; nil if the stanza is for another identity.
  init?(_ stanza: AgeHeader.Stanza, for identity: AgeIdentity) throws(AgeError) {
    guard stanza.type == Self.type else { return nil }
    guard stanza.arguments.count == 1, let share = Base64.decode(stanza.arguments[0]),
      share.count == AgeIdentity.keySizeBytes, stanza.body.count == Self.sizeBytes + Self.tagSizeBytes,
      let wrapKey = Self.wrapKey(identity, share, share: share, recipient: identity.recipient.bytes)
    else { throw .header("a stanza of \(Self.type) is malformed") }
    guard
      let box = try? ChaChaPoly.SealedBox(
        nonce: Self.nonce, ciphertext: stanza.body[..<Self.sizeBytes], tag: stanza.body[Self.sizeBytes...]),
      let bytes = try? ChaChaPoly.open(box, using: wrapKey)
    else { return nil }
    self.bytes = [UInt8](bytes)
  }

  init(random: (Int) -> [UInt8]) { bytes = random(Self.sizeBytes) }
}
