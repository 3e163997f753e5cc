package import DaybookAge
import DaybookLog

/// The key on paper: it reads every ring, and decides about every device.
package struct RecoveryKey: Sendable {
  package let identity: AgeIdentity
  /// Derived from the identity, so that one line of paper is enough.
  let signing: SigningKey

  private static let info = "daybook-recovery-signing1"

  package init(_ identity: AgeIdentity) {
    self.identity = identity
    let seed = identity.derived(info: Self.info, sizeBytes: Signing.publicKeySizeBytes)
    guard let signing = SigningKey(seed: seed) else { preconditionFailure("any 32 bytes are a seed") }
    self.signing = signing
  }

  /// A new one.
  ///
  /// - Parameter random: returns this many random bytes.
  package init(random: (_ count: Int) -> [UInt8] = AgeRandom.bytes) { self.init(AgeIdentity(random: random)) }

  /// The key as typed from the paper, in either case, with spaces or line breaks anywhere.
  package init(paper text: String) throws(LockingError) {
    let letters = text.filter { !$0.isWhitespace }.uppercased()
    guard let identity = AgeIdentity(secret: letters) else {
      throw LockingError(
        .recoveryKey, .form("it does not begin with AGE-SECRET-KEY-1, or has a typing error"))
    }
    self.init(identity)
  }

  /// The text on the paper: `AGE-SECRET-KEY-1…`, which `age -i` takes.
  package var paper: String { identity.secret }

  /// The public half.
  package var keys: PublicKeys {
    guard let keys = PublicKeys(key: signing.publicKey, recipient: identity.recipient) else {
      preconditionFailure("the public key of a private key is not of low order")
    }
    return keys
  }
}
