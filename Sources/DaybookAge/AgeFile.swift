// age-encryption.org/v1, binary: a file that only its recipients can read, and that Debian's `age -d -i KEY` opens.
// https://github.com/C2SP/C2SP/blob/main/age.md

import Crypto

package enum AgeFile {
  /// A file with this content for these recipients; each can read it alone.
  ///
  /// - Parameter random: returns this many random bytes.
  package static func encrypt(
    _ content: [UInt8], to recipients: [AgeRecipient], random: (_ count: Int) -> [UInt8] = AgeRandom.bytes
  ) throws(AgeError) -> [UInt8] {
    let (beginning, writer) = try begin(to: recipients, random: random)
    var file = beginning
    writer.encrypt(content, to: &file)
    return file
  }

  /// The header and the nonce of a file, and what encrypts its content.
  static func begin(
    to recipients: [AgeRecipient], random: (_ count: Int) -> [UInt8]
  ) throws(AgeError) -> (beginning: [UInt8], writer: AgePayload.Writer) {
    guard !recipients.isEmpty else { throw .recipient("a file needs a recipient") }
    let key = AgeFileKey(random: random)
    var stanzas: [AgeHeader.Stanza] = []
    for recipient in recipients { stanzas.append(try key.wrapped(for: recipient, random: random)) }
    var file = AgeHeader.text(of: stanzas)
    file += AgeHeader.line(withMAC: key.mac(of: file))
    guard file.count <= AgeHeader.sizeBytesMax else { throw .recipient("too many recipients for one file") }
    let nonce = random(AgePayload.nonceSizeBytes)
    file += nonce
    return (file, AgePayload.Writer(key: key.payloadKey(nonce: nonce)))
  }

  /// The content of a file, for the holder of one of the identities. It is returned only after all of it was
  /// authenticated.
  package static func decrypt(
    _ file: [UInt8], with identities: [AgeIdentity]
  ) throws(AgeError) -> [UInt8] {
    try open(file, sizeBytes: file.count, with: identities).decrypt(file)
  }

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - beginning: the file's header and the 16 bytes after it.
  ///   - sizeBytes: the size of the whole file.
  package static func open(
    _ beginning: [UInt8], sizeBytes: Int, with identities: [AgeIdentity]
  ) throws(AgeError) -> AgePayload {
    let header = try AgeHeader.parse(beginning.span)
    // A passphrase must be the only recipient: with others, its holder could read what they should not.
    if header.stanzas.count > 1, header.stanzas.contains(where: { $0.type == "scrypt" }) {
      throw .header("a passphrase is combined with other recipients")
    }
    let start = header.sizeBytes
    guard let key = try key(in: header, identities) else { throw .noMatch }
    guard key.hasMAC(header.mac, of: beginning[..<header.coveredSizeBytes]) else { throw .changedHeader }
    guard beginning.count >= start + AgePayload.nonceSizeBytes else {
      throw .header("its nonce is truncated")
    }
    return try AgePayload(
      key, nonce: Array(beginning[start..<start + AgePayload.nonceSizeBytes]),
      offset: start + AgePayload.nonceSizeBytes, fileSizeBytes: sizeBytes)
  }

  private static func key(
    in header: AgeHeader, _ identities: [AgeIdentity]
  ) throws(AgeError) -> AgeFileKey? {
    for identity in identities {
      for stanza in header.stanzas {
        if let key = try AgeFileKey(stanza, for: identity) { return key }
      }
    }
    return nil
  }
}

/// Why an age file cannot be read or written.
package enum AgeError: Error, Equatable, Sendable {
  /// The header is not that of an age file of version 1, or is longer than ``AgeHeader/sizeBytesMax``.
  case header(String)
  /// None of the identities opens it.
  case noMatch
  /// Somebody changed the header: its MAC does not fit.
  case changedHeader
  /// The content was changed, cut or lengthened.
  case payload(String)
  /// No file can be encrypted for this recipient.
  case recipient(String)
}
