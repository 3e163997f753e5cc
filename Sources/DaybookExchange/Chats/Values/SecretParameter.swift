/// Whether a parameter of an address is a secret: by its name, by the form of its value, or by an address within the
/// value. All of it may be percent-encoded, also several times over.
enum SecretParameter {
  /// Names of parameters whose value gives access to anyone who has it, in lower case; what begins or ends like one
  /// counts too.
  private static let names: Set<String> = [
    "token", "access_token", "accesstoken", "auth_token", "authtoken", "id_token", "refresh_token", "auth",
    "authorization", "sig", "signature", "key", "apikey", "api_key", "access_key", "secret", "client_secret",
    "password", "passwd", "pwd", "sessionid", "session_id", "jwt", "otp", "credential", "credentials",
    "awsaccesskeyid", "key-pair-id",
  ]
  private static let endings = ["token", "signature", "secret", "password", "_key", "-key", "apikey"]
  private static let beginnings = ["x-amz-", "x-goog-", "x-ms-", "x-oss-"]
  /// Beginnings of values that are secrets, whatever the parameter's name.
  private static let values = ["xoxe-", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxc-", "xoxd-", "eyj"]

  /// The depth to which nested addresses and nested encodings are examined.
  static let depthMax = 3

  /// - Parameter depth: the nesting of its address: 0 in a text, one more in a parameter's value.
  static func isSecret(_ parameter: Substring, depth: Int) -> Bool {
    // Even the sign between the two may be encoded.
    let whole = parameter.contains("=") ? parameter : Substring(decoded(parameter))
    guard let equals = whole.firstIndex(of: "=") else { return false }
    let value = decoded(whole[equals...].dropFirst())
    guard !value.isEmpty else { return false }
    return isSecretName(decoded(whole[..<equals]).lowercased()) || isSecretValue(value)
      || holdsSecret(value, depth: depth)
  }

  /// Also in brackets, as `user[token]`.
  private static func isSecretName(_ name: String) -> Bool {
    name.split(whereSeparator: { $0 == "[" || $0 == "]" }).contains { part in
      names.contains(String(part)) || endings.contains { part.hasSuffix($0) }
        || beginnings.contains { part.hasPrefix($0) }
    }
  }

  private static func isSecretValue(_ value: String) -> Bool {
    guard value.utf8.count > 12 else { return false }
    let start = value.prefix(5).lowercased()
    return values.contains { start.hasPrefix($0) }
  }

  private static func holdsSecret(_ value: String, depth: Int) -> Bool {
    guard depth < depthMax, value.utf8.contains(where: { ":?#;".utf8.contains($0) }) else { return false }
    return SecretURLs.stripped(value, depth: depth + 1).count > 0
  }

  /// The decoded text, for callers that only judge it.
  static func decoded(_ text: Substring) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<depthMax {
      let next = percentDecoded(bytes)
      if next.count == bytes.count { break }
      bytes = next
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
