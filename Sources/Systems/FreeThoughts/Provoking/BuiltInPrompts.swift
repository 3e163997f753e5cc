import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProvocationPrompt {
  /// The built-in prompts of FreeThoughts in their original form.
  public static var builtIn: [ProvocationPrompt] { BuiltInPrompts.all }
}

/// The prompts that every ledger has without an event. Their ids never change: changes to one, and whether it is
/// hidden, are written under its id.
enum BuiltInPrompts {
  static let all: [ProvocationPrompt] = [
    prompt(
      "6f1d0c7e-52a4-4b0e-9c35-0a4f6b1e7d21", "Challenge", 1,
      """
      Challenge the assumptions on which this passage rests, and the claims that it makes. What could be mistaken in \
      it, and what does it leave out?

      The passage:

      {selection}

      What stands around it:

      {context}
      """),
    prompt(
      "c24a9b15-83d6-4f72-a1b8-5e90d37c6f42", "Expand", 2,
      """
      Expand on this passage. What does it imply in a wider view, what is it connected with, and how could the \
      thought be carried further?

      The passage:

      {selection}

      What stands around it:

      {context}
      """),
    prompt(
      "19e7f3d8-b60c-4a95-8d24-c7f1a25b8063", "Simplify", 3,
      """
      Simplify this passage: say it in easier words, and name the one idea at its core.

      The passage:

      {selection}

      What stands around it:

      {context}
      """),
    prompt(
      "a85b6240-1fe9-4c3d-b7a6-2d04e9f81c74", "Question", 4,
      """
      Question this passage. What does it make one ask, and what in it would be worth investigating further?

      The passage:

      {selection}

      What stands around it:

      {context}
      """),
  ]

  /// The time of their creation: the same in every ledger, because no event creates them.
  private static let createdAt = Date(timeIntervalSince1970: 1_770_595_200)

  private static func prompt(
    _ id: String, _ name: String, _ sortOrder: Int, _ template: String
  ) -> ProvocationPrompt {
    ProvocationPrompt(id: Ref(id)) {
      ($0.name, $0.promptTemplate) = (name, template)
      ($0.isBuiltIn, $0.sortOrder, $0.createdAt) = (true, sortOrder, createdAt)
    }
  }
}
