public import Daybook

// People and contexts. Lists take O(entities of the kind) to search and sort, and read only what they show;
// a page reads only its own neighbourhood.

extension SAMLedger {
  /// People by name.
  ///
  /// - Parameters:
  ///   - text: only those whose name or e-mail contains each of its words, regardless of case and accents.
  ///   - includingArchived: whether archived people are listed too; by default they are not.
  ///   - limit: how many people at most; nil: all. A negative number counts as 0.
  ///   - offset: how many people to skip before the first one returned; a negative number counts as 0.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func people(
    matching text: String? = nil, includingArchived: Bool = false, limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<PersonSummary> {
    let condition = Condition.all([
      text.flatMap { PersonFinder.finder.condition(words: $0, ledger.schemas) },
      includingArchived ? nil : .compare("isArchived", .equal, false),
    ])
    let query = Query(
      Person.kind, where: condition, sort: [.folded("displayNameCache"), .folded("emailCache")], limit: limit,
      offset: offset)
    return try await ledger.withView(at: cut) { try $0.page(query) }
  }

  /// These people as a list shows them, without those who do not exist. O(ids).
  public func people(_ ids: Set<Ref<Person>>) async throws -> [Ref<Person>: PersonSummary] {
    try await ledger.withView { view in
      var people: [Ref<Person>: PersonSummary] = [:]
      for id in ids { people[id] = view.read(Person.kind, id.rawValue) { PersonSummary($0) } }
      return people
    }
  }

  /// A person's page; nil when there is no such person.
  public func personPage(_ id: Ref<Person>, at cut: Cut = .now) async throws -> PersonPage? {
    try await ledger.withView(at: cut) { PersonPage.read(id, in: $0) }
  }

  /// A person's card; nil when there is no such person.
  public func contact(for id: Ref<Person>, at cut: Cut = .now) async throws -> ContactPage? {
    try await ledger.withView(at: cut) { ContactPage.read(id, in: $0) }
  }

  /// The person who holds this identifier of an address book; at most one.
  public func person(contactIdentifier: String) async throws -> Person? {
    let condition = Condition.compare("contactIdentifier", .equal, .string(contactIdentifier))
    return try await ledger.fetch(Person.self, where: condition, limit: 1).first
  }

  /// Contexts by name.
  ///
  /// - Parameters:
  ///   - text: only those whose name contains each of its words, regardless of case and accents.
  ///   - kind: only contexts of this kind; nil: of all kinds.
  ///   - limit: how many contexts at most; nil: all. A negative number counts as 0.
  ///   - offset: how many contexts to skip before the first one returned; a negative number counts as 0.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func contexts(
    matching text: String? = nil, kind: ContextKind? = nil, limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<ContextSummary> {
    let condition = Condition.all([
      text.flatMap { .holds(words: $0, in: ["name"]) },
      kind.map { .compare("kind", .equal, .string($0.rawValue)) },
    ])
    let query = Query(Context.kind, where: condition, sort: [.folded("name")], limit: limit, offset: offset)
    return try await ledger.withView(at: cut) { try $0.page(query) }
  }

  /// A context's page; nil when there is no such context.
  public func contextPage(_ id: Ref<Context>, at cut: Cut = .now) async throws -> ContextPage? {
    try await ledger.withView(at: cut) { ContextPage.read(id, in: $0) }
  }

  /// The participations of a person, of a context, of both, or all. Primary ones first.
  public func participations(
    of person: Ref<Person>? = nil, in context: Ref<Context>? = nil, includingEnded: Bool = false,
    at cut: Cut = .now
  ) async throws -> [ParticipationItem] {
    try await ledger.withView(at: cut) { view in
      let all: [ParticipationItem] =
        if let person {
          view.items(around: person, "participations")
        } else if let context {
          view.items(around: context, "participations")
        } else {
          try view.page(Query(ContextParticipation.kind, sort: [.folded("context.name")])).items
        }
      return all.filter { item in
        (context == nil || item.context?.id == context) && (includingEnded || item.endDate == nil)
      }.primaryFirst
    }
  }
}

/// A person as a list shows them.
public struct PersonSummary: Sendable, Hashable {
  public var id: Ref<Person>
  /// The cached name, else the e-mail, else the id.
  public var name: String
  /// The preferred address, which is the first of the card's; nil where none is known.
  public var email: String?
  /// The number of contexts in which the person takes part, including ended participations.
  public var contextCount: Int
  /// The person's roles in the practice as a whole; may be empty.
  public var roles: [RoleType]
  /// Consent requirements that wait.
  public var consentAlertsCount: Int
  /// Evidence that waits for review.
  public var reviewAlertsCount: Int
  /// Whether the contact is gone from its address book; lists leave such people out unless they are requested.
  public var isArchived: Bool
}

extension PersonSummary: ListItem {
  /// The kind that the list shows.
  public typealias Target = Person

  /// Reads a person from the view. O(the person's participations, consent requirements and evidence).
  public init(_ reader: borrowing EntityReader) {
    let mention = Mention<Person>(reader)
    (id, name, email) = (mention.id, mention.name, reader.text("emailCache"))
    contextCount = reader.count("participations")
    roles = reader.roles("roleBadges")
    consentAlertsCount = Formulas.pendingConsents(reader)
    reviewAlertsCount = Formulas.evidenceToReview(reader)
    isArchived = reader.flag("isArchived")
  }
}

/// A context as a list shows it.
public struct ContextSummary: Sendable, Hashable {
  public var id: Ref<Context>
  /// The context's name, else its id.
  public var name: String
  /// One that this version does not know is kept.
  public var kind: ContextKind
  /// How many participations there are, ended ones too.
  public var participantCount: Int
  /// How many products belong to the context.
  public var productCount: Int
  /// How many of its consent requirements are pending.
  public var consentAlertCount: Int
  /// How many pieces of linked evidence need review.
  public var reviewAlertCount: Int
  /// How many insights of kind `followUp` nobody has dismissed.
  public var followUpAlertCount: Int
}

extension ContextSummary: ListItem {
  /// The kind that the list shows.
  public typealias Target = Context

  /// Reads a context from the view. O(its participations, products, consent requirements, evidence and insights).
  public init(_ reader: borrowing EntityReader) {
    let mention = Mention<Context>(reader)
    (id, name) = (mention.id, mention.name)
    kind = ContextKind(rawValue: reader.text("kind") ?? "")
    participantCount = reader.count("participations")
    productCount = reader.count("products")
    consentAlertCount = Formulas.pendingConsents(reader)
    reviewAlertCount = Formulas.evidenceToReview(reader)
    followUpAlertCount = Formulas.openFollowUps(reader)
  }
}
