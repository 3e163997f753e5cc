import Daybook

extension Sections {
  var removals: Section {
    guard report.removals.total > 0 else {
      return Section(
        id: "removals", title: "Deleted and dismissed",
        body: "<p>Nothing was deleted or dismissed in the period.</p>\n")
    }
    var table = Table(
      "Entities deleted or dismissed in the period. The log keeps them; what belongs to a deleted entity is hidden with it",
      [
        .init("When"), .init("What"), .init("Entity"), .init("By"), .init("Why"), .init("Now"),
      ], total: report.removals.total)
    for removal in report.removals.items {
      let machine: Fragment =
        removal.replica == nil
        ? .empty
        : " <span class=\"source\">on \(.machine(removal.replica, removal.replicaName))</span>"
      table.add([
        .time(removal.time), "\(Self.word(removal.operation))", .entity(removal.entity),
        .optional(removal.by) + machine, removal.why.map { .cut($0, 300) } ?? .none, Self.standing(removal),
      ])
    }
    return Section(id: "removals", title: "Deleted and dismissed", body: table.fragment)
  }

  private static func word(_ operation: String) -> String {
    switch operation {
    case "delete": "deleted"
    case "dismiss": "dismissed"
    default: operation
    }
  }

  private static func standing(_ removal: AuditReport.Removal) -> Fragment {
    switch removal.stands {
    case true?: "still \(plain: word(removal.operation))"
    case false?: "taken back"
    case nil: .none
    }
  }
}
