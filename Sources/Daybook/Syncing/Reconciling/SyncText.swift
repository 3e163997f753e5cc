// Texts that name things in keys: frozen, since a key derived once must be derived the same way for ever.

import DaybookView

/// The spelling in which texts become parts of natural keys. It never changes, so that a key stays the same forever.
public enum SyncText {
  /// Lower case, canonically composed, white space as single spaces.
  public static func normalized(_ text: String) -> String {
    KeyNormalizer.trimmedComposed.normalized(OneLine.of(text.lowercased()))
  }
}
