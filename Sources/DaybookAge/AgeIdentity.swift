import Crypto

/// A recipient that files can be encrypted for: an X25519 public key, `age1…`.
package struct AgeRecipient: Hashable, Sendable, CustomStringConvertible {
  /// Always 32 bytes.
  package let bytes: [UInt8]

  private static let prefix = "age"

  init(_ key: Curve25519.KeyAgreement.PublicKey) { bytes = [UInt8](key.rawRepresentation) }

  /// Nil where the text is not a recipient of this kind.
  package init?(_ text: String) {
    guard text == text.lowercased(), let (prefix, bytes) = Bech32.decode(text), prefix == Self.prefix,
      bytes.count == AgeIdentity.keySizeBytes
    else { return nil }
    self.bytes = bytes
  }

  package var description: String { Bech32.encode(Self.prefix, bytes) }

  /// Whether it is a point of low order: everybody knows the secret that is shared with it.
  package var isLowOrder: Bool {
    // Every private key is a multiple of 8, so a point of low order gives zero with each of them.
    let key = AgeIdentity { [UInt8](repeating: 1, count: $0) }
    return AgeFileKey.sharedSecret(key, bytes) == nil
  }
}

/// An identity that opens files: an X25519 private key, `AGE-SECRET-KEY-1…`. Its description is its recipient, so that
/// no log shows the key.
package struct AgeIdentity: Sendable, CustomStringConvertible {
  let key: Curve25519.KeyAgreement.PrivateKey

  static let keySizeBytes = 32
  private static let prefix = "age-secret-key-"

  /// - Parameter random: returns this many random bytes.
  package init(random: (_ count: Int) -> [UInt8] = AgeRandom.bytes) {
    do {
      key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: random(Self.keySizeBytes))
    } catch {
      preconditionFailure("any \(Self.keySizeBytes) bytes are a key")
    }
  }

  /// Nil where the text is not an identity of this kind.
  package init?(secret text: String) {
    guard text == text.uppercased(), let (prefix, bytes) = Bech32.decode(text), prefix == Self.prefix,
      let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
    else { return nil }
    self.key = key
  }

  /// The private key as age writes it.
  package var secret: String {
    Bech32.encode(Self.prefix, [UInt8](key.rawRepresentation)).uppercased()
  }

  /// Other keys of the same holder: HKDF-SHA256 (RFC 5869) of the private key's 32 bytes, without salt.
  package func derived(info: String, sizeBytes: Int) -> [UInt8] {
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: key.rawRepresentation), info: Array(info.utf8),
      outputByteCount: sizeBytes)
    return key.withUnsafeBytes { [UInt8]($0) }
  }

  package var recipient: AgeRecipient { AgeRecipient(key.publicKey) }
  package var description: String { recipient.description }
}

package enum AgeRandom {
  /// Random bytes from the system.
  package static func bytes(_ count: Int) -> [UInt8] {
    SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { [UInt8]($0) }
  }
}
