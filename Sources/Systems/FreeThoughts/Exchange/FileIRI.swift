import Daybook

/// Files, ids and pages as IRIs.
public enum FileIRI {
  /// A document's path as an IRI: `file:///…` for a file; an IRI stays as it is.
  public static func of(_ path: String) -> String {
    if path.hasPrefix("/") { return "file://" + escape(path, keeping: "/") }
    return isIRI(path) && !path.hasPrefix("file:") ? path : "file:" + escape(path, keeping: "/")
  }

  /// The path that an IRI names; the IRI itself if it does not name a file.
  public static func path(_ iri: String) -> String {
    guard iri.hasPrefix("file:") else { return iri }
    var rest = iri.dropFirst(5)
    if rest.hasPrefix("//") {
      // A host, which may only be `localhost`, and then the path.
      rest = rest.dropFirst(2)
      if rest.hasPrefix("localhost/") { rest = rest.dropFirst(9) }
    }
    return unescape(String(rest)) ?? iri
  }

  /// An entity's IRI: `urn:uuid:` where its id is a UUID.
  public static func of(kind: String, id: String) -> String {
    if isUUID(id) { return "urn:uuid:" + id }
    return "urn:daybook:\(kind):" + escape(id, keeping: "")
  }

  /// The id in such an IRI of a kind.
  public static func id(_ iri: String, of kind: String) -> String? {
    if iri.hasPrefix("urn:uuid:") {
      let id = String(iri.dropFirst(9)).lowercased()
      return isUUID(id) ? id : nil
    }
    let prefix = "urn:daybook:\(kind):"
    return iri.hasPrefix(prefix) ? unescape(String(iri.dropFirst(prefix.count))) : nil
  }

  /// Whether a text can be an absolute IRI (RFC 3987): a scheme, a colon, something, and no character that an IRI
  /// cannot hold.
  public static func isIRI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.utf8.startIndex,
      text.utf8.index(after: colon) != text.utf8.endIndex
    else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, isLetter(first),
      scheme.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value != 0x7f && !"<>\"{}|\\^`".unicodeScalars.contains(scalar)
    }
  }

  /// A lower-case UUID.
  private static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 36
      && bytes.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index)
          ? bytes[index] == UInt8(ascii: "-")
          : isDigit(bytes[index]) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(bytes[index])
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func escape(_ text: String, keeping kept: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte) || kept.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Nil where an escape is invalid, or the bytes are not UTF-8.
  private static func unescape(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
