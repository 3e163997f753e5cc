import DaybookView

/// E-mail addresses as they are compared, everywhere by this one function.
public enum EmailAddress {
  /// Without white space at its ends and in lower case, the local part too: RFC 5321 lets a server tell
  /// `Ann@x` from `ann@x`, and none does. Empty where there is nothing.
  public static func normalized(_ address: String) -> String {
    KeyNormalizer.trimmedLowercased.normalized(address)
  }

  /// Each address once, as it was written first, without empty ones.
  public static func distinct(_ addresses: [String], besides known: [String] = []) -> [String] {
    var met = Set(known.map(normalized))
    met.insert("")
    return addresses.filter { met.insert(normalized($0)).inserted }
  }

  /// Whether it is something before an @ and something behind it, in one piece. What a server takes nobody else
  /// can know.
  public static func isOne(_ address: String) -> Bool {
    let address = normalized(address)
    guard let at = address.lastIndex(of: "@"), at != address.startIndex, address.last != "@" else {
      return false
    }
    return !address.unicodeScalars.contains(where: \.isBlank)
  }
}
