// Values to text: charsets and quoted-printable, backslash escapes (RFC 6350, 3.4) and the carets of parameters
// (RFC 6868).

import DaybookText

enum VCardText {
  /// The parts of a value between unescaped `separator`s, decoded; all of it as one part for nil.
  static func parts(of property: VCardProperty, separator: Unicode.Scalar?, isOld: Bool) -> [String] {
    pieces(of: property, separator: separator).map { ContentLines.unescaped($0.decoded, isOld: isOld) }
  }

  /// Parts between `;`, each a list between `,`, without empty texts: the form of N.
  static func components(of property: VCardProperty, isOld: Bool) -> [[String]] {
    pieces(of: property, separator: ";").map { piece in
      // A comma separates from vCard 3.0 on; in 2.1 it is part of "Smith, Jr.".
      let values = isOld ? [piece.decoded] : piece.split(at: ",")
      return values.map { ContentLines.unescaped($0, isOld: isOld).shown }.filter { !$0.isEmpty }
    }
  }

  /// A part of a value before its escapes are taken away. In quoted-printable, what is encoded is content:
  /// an encoded separator separates nothing, so splitting comes before decoding.
  private struct Piece {
    var text: String
    var quotedPrintableCharset: String??

    var decoded: String { Piece.decode(text, quotedPrintableCharset) }

    func split(at separator: Unicode.Scalar) -> [String] {
      VCardText.split(text, at: separator).map { Piece.decode($0, quotedPrintableCharset) }
    }

    private static func decode(_ text: String, _ charset: String??) -> String {
      guard case .some(let charset) = charset else { return text }
      return Charset.decode(TransferEncoding.quotedPrintable(ByteText.bytes(text)), named: charset)
    }
  }

  private static func pieces(of property: VCardProperty, separator: Unicode.Scalar?) -> [Piece] {
    let charset = property.values("CHARSET").first
    let isQuoted = property.encoding == .quotedPrintable
    let text =
      isQuoted ? ByteText.text(property.value) : Charset.decode(property.value, named: charset)
    return split(text, at: separator).map {
      Piece(text: $0, quotedPrintableCharset: isQuoted ? .some(charset) : nil)
    }
  }

  /// Splits at separators that no backslash precedes.
  static func split(_ text: String, at separator: Unicode.Scalar?) -> [String] {
    guard let separator else { return [text] }
    var parts: [String.UnicodeScalarView] = [.init()]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == separator && !isEscaped {
        parts.append(.init())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map { String($0) }
  }

  /// A value of vCard 2.1 as 3.0 writes it, which has no quoted-printable and escapes more.
  static func modern(_ property: VCardProperty) -> String {
    switch property.name {
    case "N", "ADR", "ORG":
      pieces(of: property, separator: ";")
        .map { ContentLines.escaped(ContentLines.unescaped($0.decoded, isOld: true)) }.joined(separator: ";")
    case "FN", "NOTE", "TITLE", "ROLE", "LABEL", "NICKNAME", "MAILER":
      ContentLines.escaped(pieces(of: property, separator: nil).map(\.decoded).joined())
    // Numbers, addresses, and what only its maker knows: no escapes but for what would end the line.
    default:
      pieces(of: property, separator: nil).map(\.decoded).joined()
        .replacing("\r\n", with: "\\n").replacing("\n", with: "\\n").replacing("\r", with: "\\n")
    }
  }

  /// `19800512` as `1980-05-12`, `--0512` as `--05-12`, without a time of day. Returns a text that is not a day unchanged.
  static func day(_ text: String) -> String {
    let day = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let digits = day.filter { $0.isASCII && $0.isNumber }
    guard day.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }) else { return text }
    let hasNoYear = day.hasPrefix("--")
    guard digits.count == (hasNoYear ? 4 : 8) else { return text }
    let year = hasNoYear ? "-" : String(digits.prefix(4))
    return "\(year)-\(digits.dropLast(2).suffix(2))-\(digits.suffix(2))"
  }

  /// The text of a parameter's value.
  static func parameter(_ bytes: [UInt8]) -> String {
    ContentLines.unescapedParameter(Charset.decode(bytes).trimmed)
  }
}

/// Bytes as a text of the same length and back, so that one function splits both.
private enum ByteText {
  static func text(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return String(scalars)
  }

  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
