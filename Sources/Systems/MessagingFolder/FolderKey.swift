public import Daybook
import DaybookAge
import Foundation
import Messaging

/// The key to a remote store's folder whose files are encrypted: one for all who share the folder, who exchange it in
/// another way. It is an age identity, so that `age -d -i` reads the files, too.
public struct FolderKey: Sendable {
  let identity: AgeIdentity

  /// A new one.
  public init() { identity = AgeIdentity() }

  /// The key in a file's text; lines that begin with `#` are skipped.
  ///
  /// - Throws: `LedgerError` with code `unreadable-key`.
  public init(text: String) throws(LedgerError) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard lines.count == 1, let identity = AgeIdentity(secret: lines[0].trimmingCharacters(in: .whitespaces))
    else {
      throw LedgerError(
        .unreadableKey, "the key of the folder is not one line that begins with AGE-SECRET-KEY-1",
        advice: "\(SystemRemedy.keyFile)")
    }
    self.identity = identity
  }

  /// The text of a file that holds it.
  public var text: String {
    "# The key to a folder of messages. Give it to those who share the folder, and to nobody else.\n\(identity.secret)\n"
  }

  /// The folder's data about its key.
  var check: String { identity.recipient.description }

  /// The replacement for a name in the folder: 16 bytes of HKDF-SHA256 as hex digits.
  func name(for text: String) -> String {
    var name: [UInt8] = []
    for byte in identity.derived(info: "daybook-messages-name1\n\(text)", sizeBytes: 16) {
      name.append(hexadecimal: UInt64(byte), width: 2)
    }
    return String(decoding: name, as: UTF8.self)
  }

  func closed(_ bytes: [UInt8]) -> [UInt8] {
    do { return try AgeFile.encrypt(bytes, to: [identity.recipient]) } catch {
      preconditionFailure("the recipient of a private key can be encrypted to")
    }
  }

  /// Nil if the bytes were changed.
  func opened(_ bytes: [UInt8]) -> [UInt8]? { try? AgeFile.decrypt(bytes, with: [identity]) }

  /// The maximum overhead of an encrypted file of up to 64 MiB.
  static let overheadSizeBytesMax = 64 << 10
}
