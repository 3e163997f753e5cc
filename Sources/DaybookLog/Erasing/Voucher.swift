package import DaybookModel

/// A statement by a line's own replica of what is left of the line, in an event of another replica: with it, a machine
/// that writes as a new replica vouches for what it wrote before. See Erasing.md, "The stub".
package struct Voucher: Sendable, Hashable {
  static let key = "signed"

  /// The key from which the replica's id follows.
  private let publicKey: [UInt8]
  private let signature: [UInt8]

  fileprivate init(_ line: EraseEvent.Line, by key: SigningKey) throws {
    publicKey = key.publicKey
    signature = try key.sign(Self.message(line.replica, line.leaf, line.stub))
  }

  /// - Returns: nil for a value of another form.
  init?(_ said: JSONValue?) {
    guard let said = said?.object,
      let key = said["key"]?.string.flatMap({ Base64.bytes($0.utf8) }),
      let signature = said["signature"]?.string.flatMap({ Base64.bytes($0.utf8) })
    else { return nil }
    (publicKey, self.signature) = (key, signature)
  }

  package var json: JSONValue {
    .object(["key": .string(Base64.text(publicKey)), "signature": .string(Base64.text(signature))])
  }

  /// Whether the replica that wrote a line vouches that this is what is left of it.
  func isSound(of replica: ReplicaID, leaf: Hash256, stub: Hash256) -> Bool {
    Signing.replicaID(ofPublicKey: publicKey) == replica
      && Signing.verify(signature, Self.message(replica, leaf, stub), publicKey: publicKey)
  }

  private static func message(_ replica: ReplicaID, _ leaf: Hash256, _ stub: Hash256) -> [UInt8] {
    Array("daybook-vouch1\n\(replica)\n\(leaf)\n\(stub)\n".utf8)
  }
}

extension EraseEvent.Line {
  /// Signed by the replica that wrote the line.
  package func signed(with key: SigningKey) throws -> Self {
    var line = self
    line.voucher = try Voucher(self, by: key)
    return line
  }
}
