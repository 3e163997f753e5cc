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

/// Texts of a message without invisible characters: controls, direction marks, tags.
enum SeenText {
  /// On one line; nil where nothing is left. At most `countMax` characters.
  static func line(_ text: String, countMax: Int) -> String? {
    var scalars = String.UnicodeScalarView()
    var isSpaced = false
    // A character seldom has more than a few scalars; a hostile one may have a million.
    for scalar in text.unicodeScalars.prefix(countMax * 8) {
      if scalar.properties.isWhitespace {
        isSpaced = true
      } else if !scalar.isUnseen {
        if isSpaced, !scalars.isEmpty { scalars.append(" ") }
        isSpaced = false
        scalars.append(scalar)
      }
    }
    let line = String(scalars)
    if line.isEmpty { return nil }
    return line.count <= countMax ? line : line.prefix(countMax - 1) + "…"
  }

  static func line(_ text: String) -> String? { line(text, countMax: 1000) }

  /// With its lines ended by LF, tabs kept, and neither blank lines at its ends nor more than two in a row.
  static func lines(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var lineFeeds = 0
    var spaces = 0
    func end() {
      if !output.isEmpty { output.append(contentsOf: repeatElement(0x0a, count: min(lineFeeds, 3))) }
      (lineFeeds, spaces) = (0, lineFeeds > 0 && output.isEmpty ? 0 : spaces)
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n":
        lineFeeds += 1
        spaces = 0
      case " ": spaces += 1
      case "\t":
        end()
        output.append(contentsOf: repeatElement(0x20, count: spaces))
        spaces = 0
        output.append(0x09)
      default:
        if scalar.isUnseen { continue }
        end()
        output.append(contentsOf: repeatElement(0x20, count: spaces))
        spaces = 0
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
