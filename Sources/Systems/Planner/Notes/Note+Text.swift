public import Daybook

extension Note {
  /// Gives it a text without attributes.
  public mutating func setText(_ text: String) {
    (plainText, richTextData, richTextType) = (text, nil, nil)
  }

  /// Gives it a text with attributes, and what that says without them.
  ///
  /// - Parameters:
  ///   - richText: the text with its attributes, as bytes of a type.
  ///   - text: what it says, for a type of which no text can be taken; else by default taken from it.
  /// - Throws: `LedgerError`, `badData` where the bytes are not of their type, or nobody says what they say.
  public mutating func setRichText(_ richText: RichText, text: String? = nil) throws(LedgerError) {
    guard let plain = text ?? richText.plainText else { throw richText.hasNoText }
    (plainText, richTextData, richTextType) = (plain, richText.data, richText.type)
  }
}

extension RichText {
  /// The error to throw if ``plainText`` is nil and no text was given beside it: `badData`, with advice for its type.
  public var hasNoText: LedgerError {
    type == .rtf
      ? LedgerError(
        .badData, "this is not RTF: it does not begin with {\\rtf", advice: "give it another type")
      : LedgerError(
        .badData, "no text can be taken from rich text of type \(type)", advice: "give its text beside it")
  }
}
