// Exports of chats are full of addresses that open a door by themselves: a Slack file's token, a signed cloud
// storage link, a password before an @. The address stays readable; what opens the door goes, and what stands behind it
// in a sentence stays.

import DaybookModel
import DaybookText

package enum SecretURLs {
  /// Names of parameters whose value lets in whoever has it, in lower case; what begins or ends like one counts too.
  private static let secretNames: Set<String> = [
    "token", "access_token", "accesstoken", "auth_token", "authtoken", "id_token", "refresh_token", "auth",
    "authorization", "sig", "signature", "key", "apikey", "api_key", "access_key", "secret", "client_secret",
    "password", "passwd", "pwd", "sessionid", "session_id", "jwt", "otp", "credential", "credentials",
    "awsaccesskeyid", "key-pair-id",
  ]
  private static let secretEndings = ["token", "signature", "secret", "password", "_key", "-key", "apikey"]
  private static let secretBeginnings = ["x-amz-", "x-goog-", "x-ms-", "x-oss-"]
  /// Values that give themselves away, whatever the parameter is called.
  private static let secretValues = ["xoxe-", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxc-", "xoxd-", "eyj"]

  /// The text with the secrets of every address in it taken out, and how many there were.
  package static func stripped(_ text: String) -> (text: String, count: Int) {
    guard text.utf8.contains(where: { ":?#".utf8.contains($0) }) else { return (text, 0) }
    var output = String.UnicodeScalarView()
    var count = 0
    var rest = Substring(text).unicodeScalars
    while let separator = firstSeparator(in: rest) {
      let start = schemeStart(before: separator, in: rest)
      output.append(contentsOf: bare(rest[..<start], &count).unicodeScalars)
      let end = rest[separator...].firstIndex(where: isEnd) ?? rest.endIndex
      let address = String(String.UnicodeScalarView(rest[start..<end]))
      output.append(contentsOf: clean(address, &count).unicodeScalars)
      rest = rest[end...]
    }
    output.append(contentsOf: bare(rest, &count).unicodeScalars)
    return count > 0 ? (String(output), count) : (text, 0)
  }

  /// Of a file's name or address, which may be the end of an address: `x.pdf?sig=abc`.
  package static func strippedName(_ name: String) -> String {
    let (text, _) = stripped(name)
    guard let mark = text.firstIndex(of: "?") else { return text }
    var count = 0
    let stem = text[..<mark] + parameters(text[mark...], &count)
    return count > 0 ? String(stem) : text
  }

  /// Text without `://`, in which an address may stand as `www.a.example/x?token=1`.
  private static func bare(_ text: Substring.UnicodeScalarView, _ count: inout Int) -> String {
    guard text.contains(where: { $0 == "?" || $0 == "#" }) else { return String(text) }
    var result = ""
    var rest = text
    while !rest.isEmpty {
      let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
      let word = Substring(rest[..<end])
      if let mark = word.firstIndex(where: { $0 == "?" || $0 == "#" }), endsWithPlace(word[..<mark]) {
        result += word[..<mark] + parameters(word[mark...], &count)
      } else {
        result += word
      }
      let next = rest[end...].firstIndex { !isEnd($0) } ?? rest.endIndex
      result += String(rest[end..<next])
      rest = rest[next...]
    }
    return result
  }

  /// Whether a host with a dot in it ends a text, perhaps with a path.
  private static func endsWithPlace(_ text: Substring) -> Bool {
    let isPlace = { (byte: UInt8) in
      isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "-._~/%:@".utf8.contains(byte)
    }
    let place = text.utf8.reversed().prefix(while: isPlace).reversed()
    let host = place.drop { "-._~/%:@".utf8.contains($0) }.prefix { $0 != UInt8(ascii: "/") }
    return host.dropLast().contains(UInt8(ascii: "."))
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

  private static func clean(_ address: String, _ count: inout Int) -> String {
    var address = address
    // scheme://user:password@host
    let authority = address.firstRange(of: "://").map { found in
      found.upperBound..<(address[found.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex)
    }
    if let authority, let at = address[authority].lastIndex(of: "@") {
      let user = address[authority.lowerBound..<at]
      // A long name without a password is a token itself.
      let secret = user.firstIndex(of: ":") ?? (user.utf8.count >= 20 ? user.startIndex : at)
      if secret < at {
        count += 1
        let end = secret == user.startIndex ? address.index(after: at) : at
        address.removeSubrange(secret..<end)
      }
    }
    guard let mark = address.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return address }
    let head = address[..<mark]
    return head + parameters(address[mark...], &count)
  }

  /// What follows a path, `?a=1&t=xoxe-2#token=3`, without the parameters that are secrets.
  private static func parameters(_ text: Substring, _ count: inout Int) -> String {
    var result = ""
    // A mark that begins a part stays for the first parameter that does.
    var opening: Character?
    var rest = text
    while let mark = rest.first {
      let end = rest.dropFirst().firstIndex { "?#&;".contains($0) } ?? rest.endIndex
      let parameter = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[end...]
      if mark == "?" || mark == "#" { opening = mark }
      if isSecret(parameter) {
        count += 1
        let behind = behindValue(parameter)
        if !behind.isEmpty {
          let (text, more) = stripped(String(behind))
          result += text
          count += more
          opening = nil
        }
        continue
      }
      result.append(opening ?? mark)
      result += parameter
      opening = nil
    }
    return result
  }

  /// What follows a parameter's value: from the first character that none can have (RFC 3986), or a parenthesis that was
  /// opened before it.
  private static func behindValue(_ parameter: Substring) -> Substring {
    var depth = 0
    let scalars = parameter.unicodeScalars
    let end = scalars.firstIndex { scalar in
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      return depth < 0 || !scalar.isQueryScalar
    }
    return end.map { parameter[$0...] } ?? ""
  }

  private static func isSecret(_ parameter: Substring) -> Bool {
    guard let equals = parameter.firstIndex(of: "=") else { return false }
    let value = parameter[equals...].dropFirst().lowercased()
    guard !value.isEmpty else { return false }
    let name = parameter[..<equals].lowercased().replacing("%5f", with: "_").replacing("%2d", with: "-")
    return secretNames.contains(name) || secretEndings.contains { name.hasSuffix($0) }
      || secretBeginnings.contains { name.hasPrefix($0) }
      || value.utf8.count > 12 && secretValues.contains { value.hasPrefix($0) }
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
