import Crypto
import DaybookModel

/// Signatures in the form that `ssh-keygen -Y verify` checks (OpenSSH, PROTOCOL.sshsig), for people who trust only that
/// tool. The key is the replica's own, as for every other signature.
package enum SSHSignature {
  /// What the signature is for: OpenSSH checks no signature under another name.
  package static let namespace = "daybook"
  private static let keyType = "ssh-ed25519"

  /// The armored signature of a message, ending with LF.
  package static func armored(_ message: [UInt8], key: SigningKey) throws -> String {
    let signed = wrapped(message)
    var blob = Array("SSHSIG".utf8) + bigEndian(1)
    blob += string(publicKey(key.publicKey)) + string(Array(namespace.utf8)) + string([])
    blob += string(Array("sha512".utf8))
    blob += string(string(Array(keyType.utf8)) + string(try key.sign(signed)))
    var lines = ["-----BEGIN SSH SIGNATURE-----"]
    var rest = Base64.text(blob)[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(70)))
      rest = rest.dropFirst(70)
    }
    return (lines + ["-----END SSH SIGNATURE-----", ""]).joined(separator: "\n")
  }

  /// The line of an `allowed_signers` file that says whose key this is.
  package static func allowedSigner(_ principal: String, publicKey: [UInt8]) -> String {
    "\(principal) namespaces=\"\(namespace)\" \(keyType) \(Base64.text(Self.publicKey(publicKey)))"
  }

  /// The bytes that are signed instead of the message.
  private static func wrapped(_ message: [UInt8]) -> [UInt8] {
    Array("SSHSIG".utf8) + string(Array(namespace.utf8)) + string([]) + string(Array("sha512".utf8))
      + string(Array(SHA512.hash(data: message)))
  }

  private static func publicKey(_ key: [UInt8]) -> [UInt8] { string(Array(keyType.utf8)) + string(key) }

  private static func string(_ bytes: [UInt8]) -> [UInt8] { bigEndian(UInt32(bytes.count)) + bytes }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
