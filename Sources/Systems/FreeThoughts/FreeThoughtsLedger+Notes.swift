public import Daybook

extension FreeThoughtsLedger {
  /// The notes of a document, by their places in it. O(notes).
  ///
  /// - Parameters:
  ///   - path: canonical, as in `Note.documentPath`.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func notes(ofDocument path: String, at cut: Cut = .now) async throws -> [Note] {
    try await ledger.fetch(
      Note.self, where: .compare("documentPath", .equal, .string(path)), sort: Self.byPlace, at: cut)
  }

  /// The notes of a document, by their places in it: those with its path, and those with its content, wherever the
  /// document was when they were made. O(notes).
  public func notes(of document: Document, at cut: Cut = .now) async throws -> [Note] {
    try await ledger.fetch(
      Note.self,
      where: .or([
        .compare("documentPath", .equal, .string(document.path)),
        .compare("documentHash", .equal, .string(document.hash)),
      ]), sort: Self.byPlace, at: cut)
  }

  private static let byPlace = [SortKey("anchorStart"), SortKey("anchorEnd")]

  /// The provocations of a note, oldest first. O(provocations).
  public func provocations(of note: Ref<Note>) async throws -> [Provocation] {
    try await ledger.fetch(
      Provocation.self, where: .compare("note", .equal, .string(note.rawValue)), sort: [SortKey("createdAt")])
  }

  /// All prompts in the order to show them: the built-in ones, as they read now, and the user's.
  public func prompts() async throws -> [ProvocationPrompt] {
    try await ledger.fetch(ProvocationPrompt.self, sort: [SortKey("sortOrder"), SortKey("name")])
  }

  /// The tag for a name, and whether it must be created. The tag with exactly this name, else the one that differs only
  /// in case and accents, else a new one, with the id that every machine derives for it. O(tags).
  public func tag(named name: String) async throws -> (id: Ref<Tag>, isNew: Bool) {
    try await ledger.holder(ofKey: name, Tag.self)
  }
}

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
