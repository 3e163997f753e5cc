public import Daybook

extension ProvocationPrompt: Named {
  /// A prompt is named by its `name`.
  public static let nameFields = ["name"]
}

extension Tag: Named {
  /// A tag is named by its `name`.
  public static let nameFields = ["name"]
}

/// Finds a prompt by its id, the beginning of its id, or its name.
public enum PromptFinder {
  static var finder: EntityFinder<ProvocationPrompt> {
    EntityFinder(noun: "prompt", plural: "prompts", advice: "see '\(SystemRemedy.prompts)'")
  }

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(
    _ text: String, in view: borrowing ViewReader
  ) throws -> Mention<ProvocationPrompt> { try finder.find(text, in: view) }

  /// The same for commands that delete: part of a name is not enough.
  public static func findForDeleting(
    _ text: String, in view: borrowing ViewReader
  ) throws -> Mention<ProvocationPrompt> { try finder.forDeleting.find(text, in: view) }
}

/// Finds a tag by its id, the beginning of its id, or its name.
public enum TagFinder {
  static var finder: EntityFinder<Tag> {
    EntityFinder(noun: "tag", plural: "tags", advice: "see '\(SystemRemedy.tags)'")
  }

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<Tag> {
    try finder.find(text, in: view)
  }
}
