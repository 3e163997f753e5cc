// Texts that name things in keys: frozen, since a key derived once must be derived the same way for ever.

import Daybook

enum SyncText {
  /// Lower case, canonically composed, white space as single spaces.
  static func normalized(_ text: String) -> String {
    KeyNormalizer.trimmedComposed.normalized(oneLine(text.lowercased()))
  }

  /// White space, line feeds too, as single spaces.
  static func oneLine(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }
}
