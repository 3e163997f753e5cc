import DaybookModel
public import DaybookView

/// A ``KindFinder`` for one kind with a known struct.
public struct EntityFinder<Target: Named>: Sendable {
  private var finder: KindFinder

  /// - Parameters:
  ///   - noun: what errors call one entity.
  ///   - plural: what errors call several.
  ///   - advice: the list that shows the entities.
  public init(noun: String, plural: String, advice: String) {
    finder = KindFinder([Target.kind], noun: noun, plural: plural, advice: advice)
  }

  /// The same for commands that delete: see ``EntityScope/deletable``.
  public var forDeleting: EntityFinder {
    var copy = self
    copy.finder.scope = .deletable
    return copy
  }

  /// - Throws: ``LedgerError``: `usage` for a text that is empty or matches several entities, `notFound`.
  public func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<Target> {
    // A whole id also finds a deleted entity; here the entity must exist.
    let found = try finder.find(text, in: view)
    if let mention = view.read(Target.kind, found.id, { Mention<Target>($0) }) { return mention }
    throw try finder.notFound(text, in: view)
  }

  /// All entities that the text can mean; empty if there are none. And whether it names them as a whole or in part.
  public func candidates(
    _ text: String, in view: borrowing ViewReader
  ) throws -> (found: [Mention<Target>], isWhole: Bool) {
    let (found, isWhole) = try finder.candidates(text, in: view)
    return (found.compactMap { view.read(Target.kind, $0.id) { Mention<Target>($0) } }, isWhole)
  }

  /// A condition that a name or an address contains every word; nil if there is no word.
  public func condition(words: String, _ schemas: SchemaRegistry) -> Condition? {
    schemas[Target.kind].flatMap { $0.naming.condition(words: words, $0) }
  }
}
