import DaybookView

/// E-mail addresses for comparison; every comparison uses this function.
public enum EmailAddress {
  /// Without white space at its ends and in lower case, the local part too: RFC 5321 lets a server distinguish `Ann@x`
  /// from `ann@x`, but no server does. Empty for a text without an address.
  public static func normalized(_ address: String) -> String {
    KeyNormalizer.trimmedLowercased.normalized(address)
  }

  /// Each address once, in the spelling of its first occurrence, without empty ones.
  public static func distinct(_ addresses: [String], besides known: [String] = []) -> [String] {
    var met = Set(known.map(normalized))
    met.insert("")
    return addresses.filter { met.insert(normalized($0)).inserted }
  }

  /// Whether it has text before and after an @, without white space. Only a server can know which addresses it accepts.
  public static func isOne(_ address: String) -> Bool {
    let address = normalized(address)
    guard let at = address.lastIndex(of: "@"), at != address.startIndex, address.last != "@" else {
      return false
    }
    return !address.unicodeScalars.contains(where: \.isBlank)
  }
}
