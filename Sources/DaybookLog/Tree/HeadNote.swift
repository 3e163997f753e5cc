package import DaybookModel

/// A replica's signed tree head by itself, as a signed note (C2SP, signed-note): the text that the head's signature
/// covers, an empty line, and the signature. So anyone who has the files can print every head that a commit carries,
/// keep it anywhere, and check it with other programs.
///
///     daybook1
///     0193b6f0-0000-7000-8000-000000000001
///     4f2a9c1e07b35d68
///     54
///     <root, 64 hex>
///
///     — daybook/4f2a9c1e07b35d68 <base64 of 4 bytes of key id and 64 of signature>
package struct HeadNote: Sendable, Hashable {
  /// A UUID in lower case.
  package var ledger: String
  package var replica: ReplicaID
  package var size: UInt64
  package var root: Hash256
  /// Ed25519 over ``text``, 64 bytes.
  package var signature: [UInt8]
  /// The first 4 bytes of SHA-256 of name, LF, 0x01 and key.
  package var keyID: [UInt8]

  package init(ledger: String, replica: ReplicaID, head: SignedHead, publicKey: [UInt8]) {
    (self.ledger, self.replica, size, root) = (ledger, replica, head.size, head.root)
    signature = head.signature
    keyID = Self.keyID(replica, publicKey)
  }

  package var head: SignedHead { SignedHead(size: size, root: root, signature: signature) }

  /// The signed text; it ends with LF.
  package var text: String {
    String(
      decoding: Signing.message(ledger: ledger, replica: replica, size: size, root: root), as: UTF8.self)
  }

  /// The key's name in the note.
  package var name: String { Self.name(of: replica) }

  /// Whether the holder of this key signed it, and the replica's id is derived from the key.
  package func isSigned(by publicKey: [UInt8]) -> Bool {
    publicKey.count == Signing.publicKeySizeBytes && Signing.replicaID(ofPublicKey: publicKey) == replica
      && keyID == Self.keyID(replica, publicKey)
      && Signing.verify(signature, Array(text.utf8), publicKey: publicKey)
  }

  /// The key to check with, in the form that other programs read: name, key id in hex, and base64 of 0x01 and the key.
  package static func verifierKey(_ replica: ReplicaID, publicKey: [UInt8]) -> String {
    var id: [UInt8] = []
    for byte in keyID(replica, publicKey) { id.append(hexadecimal: UInt64(byte), width: 2) }
    return "\(name(of: replica))+\(String(decoding: id, as: UTF8.self))+\(Base64.text([1] + publicKey))"
  }

  private static func name(of replica: ReplicaID) -> String { "daybook/\(replica)" }

  private static func keyID(_ replica: ReplicaID, _ key: [UInt8]) -> [UInt8] {
    let word = Hash256.of((Array((name(of: replica) + "\n").utf8) + [1] + key).span).words.0
    return (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
  }
}

extension HeadNote: CustomStringConvertible {
  /// The note, ending with LF.
  package var description: String { "\(text)\n\u{2014} \(name) \(Base64.text(keyID + signature))\n" }

  /// The notes in a file, one or several with empty lines between. Signatures by other keys, such as those that
  /// witnesses add, are ignored. Only the form is checked.
  package static func all(in bytes: [UInt8]) throws(HeadNoteError) -> [HeadNote] {
    guard bytes.count <= fileSizeBytesMax else {
      throw HeadNoteError(line: 1, what: "larger than a note can be")
    }
    guard let file = String(validating: bytes, as: UTF8.self) else {
      throw HeadNoteError(line: 1, what: "no text")
    }
    var lines = file.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map(Substring.init)[...]
    let count = lines.count
    if lines.last?.isEmpty ?? false {
      lines.removeLast()
    } else {
      throw HeadNoteError(line: count, what: "its end is missing")
    }
    var notes: [HeadNote] = []
    while true {
      while lines.first?.isEmpty ?? false { lines.removeFirst() }
      if lines.isEmpty { break }
      let line = lines.startIndex + 1
      guard let note = take(&lines) else {
        throw HeadNoteError(line: line, what: "this is not a signed head of a replica")
      }
      notes.append(note)
    }
    if notes.isEmpty { throw HeadNoteError(line: 1, what: "there is no signed head in it") }
    return notes
  }

  package static let fileSizeBytesMax = 4 << 20

  private static func take(_ lines: inout ArraySlice<Substring>) -> HeadNote? {
    guard lines.count >= 7 else { return nil }
    let text = Array(lines.prefix(6))
    guard text[0] == "daybook1", LedgerLayout.isLedgerID(String(text[1])),
      let replica = ReplicaID(String(text[2])), let size = number(text[3]),
      let root = Hash256(String(text[4])),
      text[5].isEmpty
    else { return nil }
    lines.removeFirst(6)
    var found: HeadNote?
    while let line = lines.first, line.hasPrefix("\u{2014} ") {
      lines.removeFirst()
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, let bytes = Base64.bytes(String(parts[2])), bytes.count > 4,
        Base64.text(bytes) == parts[2]
      else { return nil }
      guard parts[1] == name(of: replica), bytes.count == 4 + Signing.signatureSizeBytes else { continue }
      if found != nil { return nil }
      let head = SignedHead(size: size, root: root, signature: Array(bytes[4...]))
      var note = HeadNote(ledger: String(text[1]), replica: replica, head: head, publicKey: [])
      note.keyID = Array(bytes[..<4])
      found = note
    }
    return found
  }

  /// The number as written: without a sign and without leading zeros.
  private static func number(_ text: Substring) -> UInt64? {
    guard let number = UInt64(text), number > 0, number <= UInt64(Int64.max), String(number) == text else {
      return nil
    }
    return number
  }
}

/// Why bytes are not notes of heads.
package struct HeadNoteError: Error, Sendable, Equatable {
  /// From 1.
  package var line: Int
  package var what: String
}
