// The words that two screens show when a device joins: if they agree, there is no man in the middle.

import Crypto
import CryptoExtras
package import DaybookModel

package struct JoiningWords: Hashable, Sendable, CustomStringConvertible {
  /// Twelve.
  package let words: [String]

  /// 2²²: an attacker who chooses keys on both sides until two screens agree pays for these iterations at each try.
  package static let iterations = 1 << 22
  private static let salt = "daybook-words1"
  /// 128 bits.
  private static let hashSizeBytes = 16
  private static let wordSizeBits = 11

  /// Takes a second or more.
  ///
  /// - Parameters:
  ///   - lock: the lock's hash, which covers the keys of the roots and the recovery key.
  ///   - iterations: the number of iterations; tests use fewer.
  package init(
    ledger: String, lock: Hash256, member: PublicKeys, device: PublicKeys, iterations: Int = Self.iterations
  ) {
    self.init(
      password: Self.password(ledger: ledger, lock: lock, member: member, device: device),
      iterations: iterations)
  }

  /// Six words of one device's keys, to distinguish it from other devices that ask. An attacker who makes keys at will
  /// can make them look alike: only the twelve words are secure.
  package static func fingerprint(of device: PublicKeys, ledger: String) -> [String] {
    let text = "daybook-fingerprint1\n\(ledger)\n\(device.keyText)\n\(device.recipient)\n"
    return Array(words(of: Array(SHA256.hash(data: Array(text.utf8)).prefix(hashSizeBytes))).prefix(6))
  }

  static func password(
    ledger: String, lock: Hash256, member: PublicKeys, device: PublicKeys
  ) -> [UInt8] {
    let keys = [member, device].map { "\($0.keyText)\n\($0.recipient)\n" }.joined()
    return Array("daybook-words1\n\(ledger)\n\(lock)\n\(keys)".utf8)
  }

  init(password: [UInt8], iterations: Int) {
    do {
      let hash = try KDF.Insecure.PBKDF2.deriveKey(
        from: password, salt: Array(Self.salt.utf8), using: .sha256, outputByteCount: Self.hashSizeBytes,
        unsafeUncheckedRounds: iterations)
      words = Self.words(of: hash.withUnsafeBytes { [UInt8]($0) })
    } catch {
      preconditionFailure("PBKDF2 takes any password: \(error)")
    }
  }

  /// The words of 128 bits, and of the first 4 of their SHA-256.
  static func words(of hash: [UInt8]) -> [String] {
    var words: [String] = []
    var (held, bits) = (0, 0)
    for byte in hash + SHA256.hash(data: hash).prefix(1) {
      held = held << 8 | Int(byte)
      bits += 8
      if bits >= wordSizeBits {
        bits -= wordSizeBits
        words.append(WordList.words[held >> bits])
        held &= 1 << bits - 1
      }
    }
    return words
  }

  package var description: String { words.joined(separator: " ") }
}
