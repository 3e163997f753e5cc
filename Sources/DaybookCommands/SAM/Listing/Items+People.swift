import ArgumentParser
import Daybook
import SAM

extension PersonSummary: Listed {
  static let entityKind = Person.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("name") { .string($0.name) },
    Member("email") { .text($0.email) },
    Member("contextCount") { .count($0.contextCount) },
    Member("roles") { .names($0.roles) },
    Member("consentAlertsCount") { .count($0.consentAlertsCount) },
    Member("reviewAlertsCount") { .count($0.reviewAlertsCount) },
    Member("isArchived") { .bool($0.isArchived) },
  ]

  static let columns: [Column<Self>] = [
    Column("name") { $0.name },
    Column("e-mail") { $0.email },
    Column("contexts", count: \.contextCount),
    Column("alerts") { TableStyle.list($0.alerts) },
    Column("archived") { $0.isArchived ? "archived" : nil },
  ]

  var alerts: [String?] {
    [
      TableStyle.count(consentAlertsCount, "consent", "consents"),
      TableStyle.count(reviewAlertsCount, "review", "reviews"),
    ]
  }
}

extension ContextSummary: Listed {
  static let entityKind = Context.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("name") { .string($0.name) },
    Member("kind") { .string($0.kind.rawValue) },
    Member("participantCount") { .count($0.participantCount) },
    Member("productCount") { .count($0.productCount) },
    Member("consentAlertCount") { .count($0.consentAlertCount) },
    Member("reviewAlertCount") { .count($0.reviewAlertCount) },
    Member("followUpAlertCount") { .count($0.followUpAlertCount) },
  ]

  static let columns: [Column<Self>] = [
    Column("name") { $0.name },
    Column("kind") { $0.kind.rawValue },
    Column("people", count: \.participantCount),
    Column("products", count: \.productCount),
    Column("alerts") { TableStyle.list($0.alerts) },
  ]

  var alerts: [String?] {
    [
      TableStyle.count(consentAlertCount, "consent", "consents"),
      TableStyle.count(reviewAlertCount, "review", "reviews"),
      TableStyle.count(followUpAlertCount, "follow-up", "follow-ups"),
    ]
  }
}

extension ParticipationItem: Listed {
  static let entityKind = ContextParticipation.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("person") { .mention($0.person) },
    Member("context") { .mention($0.context) },
    Member("contextKind") { .text($0.contextKind?.rawValue) },
    Member("roleBadges") { .names($0.roles) },
    Member("isPrimary") { .bool($0.isPrimary) },
    Member("note") { .text($0.note) },
    Member("startDate") { .date($0.startDate) },
    Member("endDate") { .date($0.endDate) },
  ]

  static let columns: [Column<Self>] = [
    Column("person") { $0.person?.name },
    Column("context") { $0.context?.name },
    Column("kind") { $0.contextKind?.rawValue },
    Column("primary") { $0.isPrimary ? "primary" : nil },
    Column("roles") { $0.roles.names },
    Column("time") { $1.span($0.startDate, $0.endDate) },
    Column("note") { $0.note },
  ]
  static let hiddenInLists: Set<String> = ["kind", "note"]
}

extension [Mention<Person>] {
  var names: String { map(\.name).joined(separator: ", ") }
}

extension [RoleType] {
  var names: String { map(\.rawValue).joined(separator: ", ") }
}

/// The help texts of arguments that name a person.
enum WhoHelp {
  static let person: ArgumentHelp = "A person: a name or part of it, an e-mail, or the beginning of an id."
  static let context: ArgumentHelp = "A context: a name or part of it, or the beginning of an id."
  static let product: ArgumentHelp = "A product: a name or part of it, or the beginning of an id."
  static let subject: ArgumentHelp =
    "A person or a context: a name or part of it, an e-mail, or the beginning of an id."
  static let whole: ArgumentHelp =
    "The whole name, an e-mail, or the beginning of an id; several may be given."
  static let id: ArgumentHelp = "An id as the lists show it, or the beginning of one."
}
