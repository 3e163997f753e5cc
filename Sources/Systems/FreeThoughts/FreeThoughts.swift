public import Daybook

/// FreeThoughts: notes on documents that stay where they are, and provocations about them.
extension System {
  /// The kinds of FreeThoughts, with the built-in prompts.
  public static let freethoughts = System(
    "freethoughts", version: 1,
    kinds: [Note.self, Provocation.self, ProvocationPrompt.self, Tag.self, WebAnnotation.self],
    providing: [ProvocationPrompt.self])
}
