/// The codes of ISO 4217 by their form: new ones come, and old ledgers speak of those that went.
public enum Currency {
  /// Whether a text is three capital letters from A to Z; it need not be a currency that exists.
  public static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
