import DaybookView

/// The words of a text as the index holds them: without case and accents.
package enum TermText {
  /// The words, in order.
  package static func terms(_ text: String) -> [String] {
    String(decoding: TextFolding.fold(text), as: UTF8.self).split { !$0.isLetter && !$0.isNumber }.map(
      String.init)
  }
}
