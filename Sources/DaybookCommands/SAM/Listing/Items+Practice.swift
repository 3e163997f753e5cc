import Daybook
import SAM

extension ConsentItem: Listed {
  static let entityKind = ConsentRequirement.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("consentType") { .string($0.type.rawValue) },
    Member("status") { .string($0.status.rawValue) },
    Member("person") { .mention($0.person) },
    Member("context") { .mention($0.context) },
    Member("product") { .mention($0.product) },
    Member("dueDate") { .date($0.dueDate) },
    Member("completedAt") { .date($0.completedAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("due") { $1.dayOf($0.dueDate) },
    Column("status") { $0.isOverdue(before: $1.today, in: $1.zone) ? "overdue" : $0.status.rawValue },
    Column("consent") { $0.type.rawValue },
    Column("person") { $0.person?.name },
    Column("for") { TableStyle.list([$0.context?.name, $0.product?.name]) },
    Column("product") { $0.product?.name },
    Column("done") { $1.day($0.completedAt) },
  ]
  static let hiddenInLists: Set<String> = ["product"]
}

extension CoverageItem: Listed {
  static let entityKind = Coverage.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("person") { .mention($0.person) },
    Member("product") { .mention($0.product) },
    Member("productType") { .text($0.productType?.rawValue) },
    Member("productStatus") { .text($0.productStatus) },
    Member("context") { .mention($0.context) },
    Member("role") { .string($0.role.rawValue) },
    Member("survivorshipRights") { .bool($0.survivorshipRights) },
  ]

  static let columns: [Column<Self>] = [
    Column("product") { $0.product?.name },
    Column("type") { $0.productType?.rawValue },
    Column("status") { $0.productStatus },
    Column("person") { $0.person?.name },
    Column("role") { $0.roleText },
    Column("context") { $0.context?.name },
  ]
  static let hiddenInLists: Set<String> = ["type"]

  /// `beneficiary, survivorship`
  var roleText: String { "\(role)\(survivorshipRights ? ", survivorship" : "")" }
}

extension ProductItem: Listed {
  static let entityKind = Product.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("name") { .string($0.name) },
    Member("subtitle") { .text($0.subtitle) },
    Member("type") { .string($0.type.rawValue) },
    Member("statusDisplay") { .string($0.statusDisplay) },
    Member("context") { .mention($0.context) },
    Member("issuedDate") { .date($0.issuedDate) },
    Member("coverages") { .rows($0.coverages) },
    Member("pendingConsentCount") { .count($0.pendingConsentCount) },
  ]

  static let columns: [Column<Self>] = [
    Column("product") { $0.name },
    Column("type") { $0.type.rawValue },
    Column("status") { $0.statusDisplay },
    Column("issued") { $1.dayOf($0.issuedDate) },
    Column("context") { $0.context?.name },
    Column("covered") { item in
      TableStyle.list(item.covered.map { "\($0.person) (\($0.roles))" })
    },
  ]
  static let hiddenInLists: Set<String> = ["issued"]

  /// Each person with all roles: Ann Lee as owner and insured, Ben Lee as `beneficiary, survivorship`.
  var covered: [(person: String, roles: String)] {
    var people: [(person: Mention<Person>?, roles: [String])] = []
    for coverage in coverages {
      if let index = people.firstIndex(where: { $0.person == coverage.person }) {
        people[index].roles.append(coverage.roleText)
      } else {
        people.append((coverage.person, [coverage.roleText]))
      }
    }
    return people.map { ($0.person?.name ?? "somebody", TableStyle.list($0.roles)) }
  }
}

extension ResponsibilityItem: Listed {
  static let entityKind = Responsibility.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("guardian") { .mention($0.guardian) },
    Member("dependent") { .mention($0.dependent) },
    Member("reason") { .string($0.reason) },
    Member("startDate") { .date($0.startDate) },
    Member("endDate") { .date($0.endDate) },
  ]

  static let columns: [Column<Self>] = [
    Column("guardian") { $0.guardian?.name },
    Column("dependent") { $0.dependent?.name },
    Column("reason") { $0.reason },
    Column("time") { $1.span($0.startDate, $0.endDate) },
  ]
}

extension JointInterestItem: Listed {
  static let entityKind = JointInterest.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("description") { .string($0.description) },
    Member("members") { .mentions($0.members) },
    Member("hasSurvivorshipRights") { .bool($0.hasSurvivorshipRights) },
    Member("products") { .mentions($0.products) },
  ]

  static let columns: [Column<Self>] = [
    Column("what") { $0.description },
    Column("members") { $0.members.names },
    Column("survivorship") { $0.hasSurvivorshipRights ? "survivorship" : nil },
    Column("products") { TableStyle.list($0.products.map(\.name)) },
  ]
}
