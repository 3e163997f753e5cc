// Exports of chats are full of addresses that give access by themselves: a Slack file's token, a signed cloud storage
// link, a password before an @. The address stays readable; the secret is removed, and the text after it stays.

import DaybookModel
import DaybookText

enum SecretURLs {
  /// The text with the secrets of every address in it taken out, and how many there were.
  static func stripped(_ text: String) -> (text: String, count: Int) { stripped(text, depth: 0) }

  /// - Parameter depth: the nesting of the address: above 0 for an address within an address.
  static func stripped(_ text: String, depth: Int) -> (text: String, count: Int) {
    guard text.utf8.contains(where: { ":?#;".utf8.contains($0) }) else { return (text, 0) }
    var output = String.UnicodeScalarView()
    var count = 0
    var rest = Substring(text).unicodeScalars
    while let separator = firstSeparator(in: rest) {
      let start = schemeStart(before: separator, in: rest)
      output.append(contentsOf: bare(rest[..<start], depth, &count).unicodeScalars)
      let end = rest[separator...].firstIndex(where: isEnd) ?? rest.endIndex
      let address = String(String.UnicodeScalarView(rest[start..<end]))
      output.append(contentsOf: clean(address, depth, &count).unicodeScalars)
      rest = rest[end...]
    }
    output.append(contentsOf: bare(rest, depth, &count).unicodeScalars)
    return count > 0 ? (String(output), count) : (text, 0)
  }

  /// The same for a file's name or address, which may be the end of an address: `x.pdf?sig=abc`.
  static func strippedName(_ name: String) -> String {
    let (text, _) = stripped(name)
    guard let mark = text.firstIndex(of: "?") else { return text }
    var count = 0
    let stem = text[..<mark] + parameters(text[mark...], 0, &count)
    return count > 0 ? String(stem) : text
  }

  /// Text without `://`, which may contain an address such as `www.a.example/x?token=1`.
  private static func bare(_ text: Substring.UnicodeScalarView, _ depth: Int, _ count: inout Int) -> String {
    guard text.contains(where: { "?#;".unicodeScalars.contains($0) }) else { return String(text) }
    var result = ""
    var rest = text
    while !rest.isEmpty {
      let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
      let word = Substring(rest[..<end])
      if let mark = word.indices.first(where: { beginsParameters(word, at: $0, depth) }) {
        result += word[..<mark] + parameters(word[mark...], depth, &count)
      } else {
        result += word
      }
      let next = rest[end...].firstIndex { !isEnd($0) } ?? rest.endIndex
      result += String(rest[end..<next])
      rest = rest[next...]
    }
    return result
  }

  /// Whether an address precedes a mark. Within an address the host may be left out, as in `?next=/x%3Ftoken=1`.
  private static func beginsParameters(_ word: Substring, at mark: Substring.Index, _ depth: Int) -> Bool {
    switch word[mark] {
    case "?", "#": depth > 0 || endsWithPlace(word[..<mark], hasPath: false)
    case ";": endsWithPlace(word[..<mark], hasPath: true)
    default: false
    }
  }

  /// Whether a host with a dot in it ends a text, perhaps with a path.
  private static func endsWithPlace(_ text: Substring, hasPath: Bool) -> Bool {
    let isPlace = { (byte: UInt8) in
      ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "-._~/%:@".utf8.contains(byte)
    }
    let place = text.utf8.reversed().prefix(while: isPlace).reversed()
    let path = place.drop { "-._~/%:@".utf8.contains($0) }
    let host = path.prefix { $0 != UInt8(ascii: "/") }
    return host.dropLast().contains(UInt8(ascii: ".")) && (!hasPath || host.count < path.count)
  }

  private static func firstSeparator(
    in text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    var index = text.startIndex
    while let colon = text[index...].firstIndex(of: ":") {
      if text[colon...].starts(with: "://".unicodeScalars), schemeStart(before: colon, in: text) < colon {
        return colon
      }
      index = text.index(after: colon)
    }
    return nil
  }

  private static func schemeStart(
    before colon: Substring.UnicodeScalarView.Index, in text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index {
    var start = colon
    while start > text.startIndex {
      let before = text.index(before: start)
      guard text[before].isSchemeScalar else { break }
      start = before
    }
    return start
  }

  private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.isUnseen || "<>\"`|\\^{}".unicodeScalars.contains(scalar)
  }

  private static func clean(_ address: String, _ depth: Int, _ count: inout Int) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return address }
    let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    let head = address[..<start] + authority(address[start..<end], &count)
    guard let mark = address[end...].firstIndex(where: { "?#;".contains($0) }) else {
      return head + String(address[end...])
    }
    return head + String(address[end..<mark]) + parameters(address[mark...], depth, &count)
  }

  /// `user:password@host` without its secret.
  private static func authority(_ text: Substring, _ count: inout Int) -> String {
    guard let at = text.lastIndex(of: "@") else { return String(text) }
    let user = text[..<at]
    // A long name without a password is a token itself.
    let secret = colon(in: user) ?? (user.utf8.count >= 20 ? user.startIndex : at)
    guard secret < at else { return String(text) }
    count += 1
    return String(user[..<secret] + text[(secret == user.startIndex ? text.index(after: at) : at)...])
  }

  /// Where the password begins, even after an encoded colon.
  private static func colon(in user: Substring) -> Substring.Index? {
    if let colon = user.firstIndex(of: ":") { return colon }
    guard SecretParameter.decoded(user).contains(":") else { return nil }
    return ["%3A", "%3a", "%25"].compactMap { user.firstRange(of: $0)?.lowerBound }.min()
  }

  /// What follows a path or a part of it, `;v=1/b?a=1&t=xoxe-2#token=3`, without the parameters that are secrets.
  private static func parameters(_ text: Substring, _ depth: Int, _ count: inout Int) -> String {
    var result = ""
    // The opening mark of a part stays for the first parameter that stays.
    var opening: Character?
    var rest = text
    var isPath = text.first == ";"
    while let mark = rest.first {
      if mark == "?" || mark == "#" { (opening, isPath) = (mark, false) }
      let ends = isPath ? "?#&;/" : "?#&;"
      let end = rest.dropFirst().firstIndex { ends.contains($0) } ?? rest.endIndex
      let parameter = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[end...]
      let behind = behindValue(parameter)
      let own = parameter[..<behind.startIndex]
      if mark != "/" || !isPath, SecretParameter.isSecret(own, depth: depth) {
        count += 1
      } else {
        result.append(opening ?? mark)
        result += own
        opening = nil
      }
      guard !behind.isEmpty else { continue }
      let (text, more) = stripped(String(behind), depth: depth)
      result += text
      count += more
      opening = nil
    }
    return result
  }

  /// The text after a parameter's value: from the first character that no value can have (RFC 3986), or from a
  /// parenthesis that was opened before it.
  private static func behindValue(_ parameter: Substring) -> Substring {
    var depth = 0
    let value = parameter.firstIndex(of: "=").map { parameter[$0...] } ?? parameter
    let scalars = value.unicodeScalars
    let end = scalars.firstIndex { scalar in
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      return depth < 0 || !scalar.isQueryScalar
    }
    return value[(end ?? value.endIndex)...]
  }
}

extension Unicode.Scalar {
  fileprivate var isQueryScalar: Bool {
    isSchemeScalar || "_~!$&'()*,;=:@/?%".unicodeScalars.contains(self)
  }

  fileprivate var isSchemeScalar: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) || self == "+"
      || self == "-"
      || self == "."
  }
}
