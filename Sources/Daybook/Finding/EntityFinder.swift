import DaybookModel
package import DaybookView

/// ``KindFinder`` for one kind whose struct is known.
package struct EntityFinder<Target: Named>: Sendable {
  private let finder: KindFinder

  /// - Parameters:
  ///   - noun: what to call one; `plural` several.
  ///   - advice: the list in which people look.
  package init(noun: String, plural: String, advice: String) {
    finder = KindFinder([Target.kind], noun: noun, plural: plural, advice: advice)
  }

  /// - Throws: ``LedgerError``: `usage` for a text that is empty or can mean several, `notFound`.
  package func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<Target> {
    // A whole id finds what is gone, too; here it must be there.
    let found = try finder.find(text, in: view)
    if let mention = view.read(Target.kind, found.id, { Mention<Target>($0) }) { return mention }
    throw try finder.notFound(text, in: view)
  }

  /// All that the text can mean; empty when there is none. Whether it names them wholly, or in part.
  package func candidates(
    _ text: String, in view: borrowing ViewReader
  ) throws -> (found: [Mention<Target>], isWhole: Bool) {
    let (found, isWhole) = try finder.candidates(text, in: view)
    return (found.compactMap { view.read(Target.kind, $0.id) { Mention<Target>($0) } }, isWhole)
  }

  /// Names and addresses that hold every word; nil where there is no word.
  package func condition(words: String, _ schemas: SchemaRegistry) -> Condition? {
    schemas[Target.kind].flatMap { $0.naming.condition(words: words, $0) }
  }
}
