public import Daybook

extension Ledger {
  /// The notes of a document, by their places in it. O(notes).
  ///
  /// - Parameter path: canonical, as in ``Note/documentPath``.
  public func notes(ofDocument path: String) throws -> [Note] {
    try fetch(
      Note.self, where: .compare("documentPath", .equal, .string(path)), sort: Self.byPlace)
  }

  /// The notes of a document, by their places in it: those of its path, and those of its content, wherever the document
  /// was when they were made. O(notes).
  public func notes(of document: Document) throws -> [Note] {
    try fetch(
      Note.self,
      where: .or([
        .compare("documentPath", .equal, .string(document.path)),
        .compare("documentHash", .equal, .string(document.hash)),
      ]), sort: Self.byPlace)
  }

  private static let byPlace = [SortKey("anchorStart"), SortKey("anchorEnd")]

  /// The provocations of a note, oldest first. O(provocations).
  public func provocations(of note: Ref<Note>) throws -> [Provocation] {
    try fetch(
      Provocation.self, where: .compare("note", .equal, .string(note.rawValue)), sort: [SortKey("createdAt")])
  }

  /// All prompts in the order to show them: those that came with FreeThoughts, as they read now, and the user's.
  public func provocationPrompts() throws -> [ProvocationPrompt] {
    try fetch(ProvocationPrompt.self, sort: [SortKey("sortOrder"), SortKey("name")])
  }

  /// The tag of a name, and whether it is there yet: the same on every machine.
  public func tag(named name: String) throws -> (id: Ref<Tag>, isNew: Bool) {
    try read { state in
      if let held = state.entity(Tag.kind, key: name), held.isAlive, held.isPresent {
        return (Ref(held.id), false)
      }
      return (Ref(state.newID(Tag.kind, key: name)), true)
    }
  }
}
