import Daybook

extension Person {
  /// Every address by which the person is known, each once: the card's, then what was typed in or taken over.
  public var allEmailAddresses: [String] {
    EmailAddress.distinct([emailCache].compactMap { $0 } + emailAddresses + otherEmailAddresses)
  }
}
