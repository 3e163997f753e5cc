import DaybookText

/// Encoded words of a header (RFC 2047): `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`.
enum EncodedWords {
  /// The text with all of them decoded. Consecutive words with the same charset are decoded together, since many
  /// programs divide a character between two.
  static func decode(_ text: String) -> String { read(text).text }

  /// The same, with the problems of their charsets.
  static func read(_ text: String) -> (text: String, problems: [String]) {
    guard text.contains("=?") else { return (text, []) }
    var problems: [String] = []
    var output = ""
    var pending: (charset: String, bytes: [UInt8])?
    var rest = text[...]
    func flush() {
      if let word = pending {
        let (text, problem) = Charset.read(word.bytes, named: word.charset)
        output += text
        if let problem { problems.append(problem) }
      }
      pending = nil
    }
    while let mark = rest.firstRange(of: "=?") {
      guard let word = Word(rest[mark.lowerBound...]) else {
        flush()
        output += rest[..<mark.upperBound]
        rest = rest[mark.upperBound...]
        continue
      }
      let before = rest[..<mark.lowerBound]
      // White space between words is not part of the text.
      if pending == nil || !before.allSatisfy(\.isWhitespace) {
        flush()
        output += before
      }
      if pending?.charset != word.charset { flush() }
      if pending == nil { pending = (word.charset, []) }
      pending?.bytes += word.bytes
      rest = rest[word.end...]
    }
    flush()
    return (output + rest, problems)
  }

  private struct Word {
    var charset: String
    var bytes: [UInt8]
    var end: String.Index

    /// nil where a text that begins with `=?` is not an encoded word.
    init?(_ text: Substring) {
      let parts = text.dropFirst(2).split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, !parts[0].isEmpty, parts[0].count <= 60,
        !parts[0].contains(where: \.isWhitespace),
        parts[3].first == "="
      else { return nil }
      // RFC 2231 puts a language behind the charset.
      charset = parts[0].prefix { $0 != "*" }.lowercased()
      end = text.index(after: parts[3].startIndex)
      switch parts[1] {
      case "Q", "q":
        bytes = TransferEncoding.quotedPrintable(
          parts[2].utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 })
      case "B", "b":
        guard let decoded = TransferEncoding.base64(Array(parts[2].utf8)) else { return nil }
        bytes = decoded
      default: return nil
      }
    }
  }
}
