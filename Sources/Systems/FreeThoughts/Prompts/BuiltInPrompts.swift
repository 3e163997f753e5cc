import Daybook

extension ProvocationPrompt {
  /// The prompts that came with FreeThoughts, as they came.
  public static var builtIn: [ProvocationPrompt] { BuiltInPrompts.all }
}

/// The prompts that every ledger has without an event. Their ids are fixed for ever: what somebody changed of one, or
/// whether somebody hid it, is written under its id.
enum BuiltInPrompts {
  static let all: [ProvocationPrompt] = [
    prompt(
      "6f1d0c7e-52a4-4b0e-9c35-0a4f6b1e7d21", "Challenge", 1,
      """
      Somebody stopped reading at this passage:

      {selection}

      It stands in this context:

      {context}

      Argue against it. Which claim does everything else rest on, and what would have to be true for it to fail? \
      Name what it leaves out and who would object.
      """),
    prompt(
      "c24a9b15-83d6-4f72-a1b8-5e90d37c6f42", "Expand", 2,
      """
      Here is a passage somebody marked:

      {selection}

      What stands around it:

      {context}

      Take the thought further than its author did. What follows from it, what is it related to elsewhere, and where \
      would it matter if it is right?
      """),
    prompt(
      "19e7f3d8-b60c-4a95-8d24-c7f1a25b8063", "Simplify", 3,
      """
      A reader finds this passage hard:

      {selection}

      It is taken from:

      {context}

      Say it again in short, everyday words. Begin with the one idea that must not be lost, then give an example.
      """),
    prompt(
      "a85b6240-1fe9-4c3d-b7a6-2d04e9f81c74", "Question", 4,
      """
      This is what a reader marked:

      {selection}

      Around it one reads:

      {context}

      Which questions does it leave open? Ask the ones whose answers would change what one thinks of it, and say for \
      each where one could look.
      """),
  ]

  private static func prompt(
    _ id: String, _ name: String, _ sortOrder: Int, _ template: String
  ) -> ProvocationPrompt {
    ProvocationPrompt(id: Ref(id)) {
      ($0.name, $0.promptTemplate) = (name, template)
      ($0.isBuiltIn, $0.sortOrder) = (true, sortOrder)
    }
  }
}
