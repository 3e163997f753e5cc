import Daybook

/// E-mail addresses as SAM compares them, everywhere by this one function.
public enum EmailAddress {
  /// Without white space at its ends and in lower case, the local part too: RFC 5321 lets a server tell
  /// `Ann@x` from `ann@x`, and none does. Empty where there is nothing.
  public static func normalized(_ address: String) -> String {
    KeyNormalizer.trimmedLowercased.normalized(address)
  }

  /// Each address once, as it was written first, without empty ones.
  static func distinct(_ addresses: [String], besides known: [String] = []) -> [String] {
    var met = Set(known.map(normalized))
    met.insert("")
    return addresses.filter { met.insert(normalized($0)).inserted }
  }
}

extension Person {
  /// Every address by which the person is known, each once: the card's, then what was typed in or taken over.
  public var allEmailAddresses: [String] {
    EmailAddress.distinct([emailCache].compactMap { $0 } + emailAddresses + otherEmailAddresses)
  }
}
