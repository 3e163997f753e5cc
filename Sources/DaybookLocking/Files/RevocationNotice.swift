// The content of `notice-<n>-<32 hex>.age`: that a device was revoked, signed by the member that reports it. The device
// can no longer read this in the log.

package import DaybookLog
package import DaybookModel

package struct RevocationNotice: Hashable, Sendable {
  package let ledger: String
  /// The device that was revoked.
  package let replica: ReplicaID
  /// The member that says so.
  package let author: ReplicaID
  /// When it wrote the notice, by its clock.
  package let at: Instant
  /// 64 bytes, by the author's key.
  package let signature: [UInt8]
  /// The proof, if the recovery key revoked the device, which may not know the author.
  package let proof: RecoveryProof?

  /// A reader may refuse a larger file.
  package static let sizeBytesMax = 1 << 20
  private static let version: Int64 = 1

  package init(
    ledger: String, of replica: ReplicaID, at: Instant, by key: SigningKey, proof: RecoveryProof? = nil
  ) throws {
    (self.ledger, self.replica, author, self.at) = (ledger, replica, key.replica, at)
    self.proof = proof
    signature = try key.sign(Self.message(ledger, replica, key.replica, at))
  }

  private static func message(
    _ ledger: String, _ replica: ReplicaID, _ author: ReplicaID, _ at: Instant
  ) -> [UInt8] {
    Array("daybook-notice1\n\(ledger)\n\(replica)\n\(author)\n\(at)\n".utf8)
  }

  /// Whether the holder of the author's key made it.
  package func isSigned(by author: PublicKeys) -> Bool {
    author.replica == self.author
      && Signing.verify(
        signature, Self.message(ledger, replica, self.author, at), publicKey: author.key)
  }
}

extension RevocationNotice {
  /// One line with LF. There is one text for each notice.
  package var bytes: [UInt8] {
    var object: JSONObject = [
      "notice": .int(Self.version), "ledger": .string(ledger), "replica": .string(replica.description),
      "by": .string(author.description), "at": .string(at.description),
      "sig": .string(Base64.text(signature)),
    ]
    if let proof { object["proof"] = .object(proof.json) }
    return JSONValue.object(object).canonicalBytes + [0x0a]
  }

  /// Nil if it is malformed, or not in the canonical form of notices. The signature is not checked.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.sizeBytesMax, let object = (try? JSONParser.parse(bytes))?.object,
      object["notice"]?.int == Self.version, let ledger = object["ledger"]?.string,
      let replica = object["replica"]?.string.flatMap({ ReplicaID($0) }),
      let author = object["by"]?.string.flatMap({ ReplicaID($0) }),
      let at = object["at"]?.string.flatMap({ Instant($0) }),
      let signature = object["sig"]?.string.flatMap({ Base64.bytes($0) }),
      signature.count == Signing.signatureSizeBytes
    else { return nil }
    (self.ledger, self.replica, self.author, self.at) = (ledger, replica, author, at)
    self.signature = signature
    proof = object["proof"]?.object.flatMap { RecoveryProof($0) }
    guard self.bytes == bytes else { return nil }
  }
}
