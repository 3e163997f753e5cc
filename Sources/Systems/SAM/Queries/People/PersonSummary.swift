public import Daybook

/// A person as a list shows them.
public struct PersonSummary: Sendable, Hashable {
  public var id: Ref<Person>
  /// The cached name, else the e-mail, else the id.
  public var name: String
  public var email: String?
  /// The contexts the person takes part in, participations that have ended among them.
  public var contextCount: Int
  public var roles: [RoleType]
  /// Consent requirements that wait.
  public var consentAlertsCount: Int
  /// Evidence that waits for review.
  public var reviewAlertsCount: Int
  public var isArchived: Bool
}

extension PersonSummary: ListItem {
  public typealias Target = Person

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
  public var name: String
  public var kind: ContextKind
  public var participantCount: Int
  public var productCount: Int
  public var consentAlertCount: Int
  public var reviewAlertCount: Int
  public var followUpAlertCount: Int
}

extension ContextSummary: ListItem {
  public typealias Target = Context

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
