import Crypto
package import DaybookModel

/// Signatures over tree heads (Ed25519, RFC 8032), and the ids that follow from the keys.
package enum Signing {
  package static let publicKeySizeBytes = 32
  package static let signatureSizeBytes = 64

  /// The signed text, which binds a head to its ledger and replica.
  package static func message(
    ledger: String, replica: ReplicaID, size: UInt64, root: Hash256
  ) -> [UInt8] {
    Array("daybook1\n\(ledger)\n\(replica)\n\(size)\n\(root)\n".utf8)
  }

  /// The first 64 bits of the SHA-256 of the public key, so that nobody can write as another.
  package static func replicaID(ofPublicKey key: [UInt8]) -> ReplicaID {
    ReplicaID(rawValue: Hash256.of(key.span).words.0)
  }

  /// The head of a tree, signed.
  package static func head(
    of tree: MerkleTree, ledger: String, replica: ReplicaID, key: SigningKey
  ) throws -> SignedHead {
    let root = tree.root
    let message = message(ledger: ledger, replica: replica, size: tree.size, root: root)
    return SignedHead(size: tree.size, root: root, signature: try key.sign(message))
  }

  /// Whether the holder of the header's key signed this head for its ledger and replica.
  package static func verify(_ head: SignedHead, header: SegmentHeader) -> Bool {
    verify(
      head.signature,
      message(ledger: header.ledger, replica: header.replica, size: head.size, root: head.root),
      publicKey: header.publicKey)
  }

  package static func verify(_ signature: [UInt8], _ message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
    return key.isValidSignature(signature, for: message)
  }
}

/// A replica's secret: it never leaves the machine's state.
package struct SigningKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey

  /// A new key from the system's randomness.
  package init() { key = Curve25519.Signing.PrivateKey() }

  /// Nil unless there are 32 bytes.
  package init?(seed: [UInt8]) {
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
    self.key = key
  }

  /// The 32 bytes from which this key can be made again.
  package var seed: [UInt8] { Array(key.rawRepresentation) }
  package var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }
  package var replica: ReplicaID { Signing.replicaID(ofPublicKey: publicKey) }

  /// 64 bytes.
  package func sign(_ message: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: message)) }
}
