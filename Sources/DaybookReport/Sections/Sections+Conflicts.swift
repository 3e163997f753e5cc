import Daybook

extension Sections {
  var conflicts: Section {
    let (open, settled) = (report.conflicts.open, report.conflicts.settled)
    var body: Fragment = """
      <p>A conflict is a set of writes that disagree, by machines that had not seen one another\u{2019}s writes. \
      Nothing is lost: the value that shows comes first.</p>

      """
    body +=
      open.items.isEmpty
      ? "<p>None is open.</p>\n"
      : table("Open: they wait for somebody to decide", open, isSettled: false)
    body +=
      settled.items.isEmpty
      ? "<p>None was settled in the period.</p>\n"
      : table("Settled in the period", settled, isSettled: true)
    return Section(id: "conflicts", title: "Conflicts", body: body)
  }

  private func table(
    _ caption: Fragment, _ conflicts: AuditReport.Page<AuditReport.Conflict>, isSettled: Bool
  ) -> Fragment {
    var table = Table(
      caption,
      [.init("Where"), .init("What"), .init("Written")] + (isSettled ? [.init("Settled")] : []),
      total: conflicts.total)
    for conflict in conflicts.items {
      let sides = conflict.sides.prefix(Self.sidesMax).map { side -> Fragment in
        "<li>\(self.side(side, of: conflict))</li>"
      }
      let more = conflict.sides.count - sides.count
      let rest: Fragment = more > 0 ? "<li class=\"none\">and \(more) more</li>" : .empty
      table.add([
        place(conflict), "\(conflict.meaning) \(.code(conflict.id))",
        "<ul class=\"sides\">\(sides.joined())\(rest)</ul>",
        conflict.settledBy.map { self.side($0, of: conflict) } ?? .none,
      ])
    }
    return table.fragment
  }

  private static let sidesMax = 20

  private func place(_ conflict: AuditReport.Conflict) -> Fragment {
    var place = Fragment.entity(conflict.entity)
    if let field = conflict.field { place += " \(field)" }
    if let to = conflict.to { place += " \u{2192} \(.code(to))" }
    return place
  }

  private func side(_ side: AuditReport.Side, of conflict: AuditReport.Conflict) -> Fragment {
    var what = Fragment.empty
    if side.entity != conflict.entity { what += "\(.entity(side.entity)) " }
    if let field = side.field, field != conflict.field { what += "\(field) " }
    if let to = side.to {
      what +=
        (side.value == true ? "linked" : "unlinked")
        + (conflict.to == nil ? " \u{2192} \(.code(to))" : .empty)
    } else if side.field == nil {
      what += side.value == true ? "there" : "deleted"
    } else {
      what += "<q>\(.value(side.value))</q>"
    }
    let author: Fragment = side.by.map { "\($0), " } ?? .empty
    let machine: Fragment =
      side.replica == nil ? .empty : " on \(.machine(side.replica, side.replicaName))"
    return "\(what) <span class=\"source\">\(author)\(.time(side.time))\(machine)</span>"
  }
}
