public import Daybook

/// Finds a person by id, the beginning of an id, an e-mail address or a name.
public enum PersonFinder {
  static var finder: EntityFinder<Person> {
    EntityFinder(noun: "person", plural: "people", advice: "see '\(SystemRemedy.people)'")
  }

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<Person> {
    try finder.find(text, in: view)
  }

  /// The same for commands that delete: a part of a name is not enough.
  public static func forDeleting(_ text: String, in view: borrowing ViewReader) throws -> Mention<Person> {
    try finder.forDeleting.find(text, in: view)
  }
}

/// Finds a context by its id, the beginning of its id or its name.
public enum ContextFinder {
  static var finder: EntityFinder<Context> {
    EntityFinder(noun: "context", plural: "contexts", advice: "see '\(SystemRemedy.contexts)'")
  }

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<Context> {
    try finder.find(text, in: view)
  }
}

/// Finds a product by its id, the beginning of its id or its name.
public enum ProductFinder {
  static var finder: EntityFinder<Product> {
    EntityFinder(noun: "product", plural: "products", advice: "see '\(SystemRemedy.products)'")
  }

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<Product> {
    try finder.find(text, in: view)
  }
}

/// A person or a context, as the subject of notes and timelines.
public enum Subject: Sendable, Hashable {
  /// The text names a person, and no context.
  case person(Mention<Person>)
  /// The text names a context, and no person.
  case context(Mention<Context>)

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(_ text: String, in view: borrowing ViewReader) throws -> Subject {
    let people = try PersonFinder.finder.candidates(text, in: view)
    let contexts = try ContextFinder.finder.candidates(text, in: view)
    // A whole name takes precedence over names that only contain the text.
    if contexts.found.isEmpty || (people.isWhole && !contexts.isWhole) {
      return .person(try PersonFinder.find(text, in: view))
    }
    if people.found.isEmpty || (contexts.isWhole && !people.isWhole) {
      return .context(try ContextFinder.find(text, in: view))
    }
    throw LedgerError(
      .usage,
      "'\(OneLine.cut(text))' may be the person \(OneLine.cut(people.found[0].name)) or the context "
        + OneLine.cut(contexts.found[0].name),
      advice: "give the whole name, or the id")
  }
}

extension SAMLedger {
  /// The person whom a text means; see `PersonFinder`. O(people) for a name, O(1) for an id.
  public func person(matching text: String, at cut: Cut = .now) async throws -> Mention<Person> {
    try await ledger.withView(at: cut) { try PersonFinder.find(text, in: $0) }
  }

  /// The context that a text means; see `ContextFinder`. O(contexts) for a name, O(1) for an id.
  public func context(matching text: String, at cut: Cut = .now) async throws -> Mention<Context> {
    try await ledger.withView(at: cut) { try ContextFinder.find(text, in: $0) }
  }

  /// The product that a text means; see `ProductFinder`. O(products) for a name, O(1) for an id.
  public func product(matching text: String, at cut: Cut = .now) async throws -> Mention<Product> {
    try await ledger.withView(at: cut) { try ProductFinder.find(text, in: $0) }
  }
}

extension Person: Named {
  /// The name from the card or the user, else the preferred e-mail address.
  public static let nameFields = ["displayNameCache", "emailCache"]
}
extension Context: Named {
  /// The name alone; a context without one is mentioned by its id.
  public static let nameFields = ["name"]
}
extension Product: Named {
  /// The name alone; a product without one is mentioned by its id.
  public static let nameFields = ["name"]
}
extension EvidenceItem: Named {
  /// The title, else the line that lists show below it.
  public static let nameFields = ["title", "snippet"]
}
extension Insight: Named {
  /// The message alone.
  public static let nameFields = ["message"]
}

extension ViewReader {
  /// Whether an insight was dismissed, or a piece of evidence reviewed.
  public func isDismissed(_ entity: EntityName) -> Bool {
    read(entity.kind, entity.id) { reader in
      entity.kind == EvidenceItem.kind
        ? reader.text("state") == EvidenceTriageState.done.rawValue : reader.date("dismissedAt") != nil
    } ?? false
  }
}

extension EntityReader {
  func roles(_ field: String) -> [RoleType] { texts(field).map { RoleType(rawValue: $0) } }
}
