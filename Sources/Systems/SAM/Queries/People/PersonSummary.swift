public import Daybook

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
