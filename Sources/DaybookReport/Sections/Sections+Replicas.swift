import Daybook

extension Sections {
  var replicas: Section? {
    if report.replicas.isEmpty { return nil }
    var table = Table(
      "All machines that ever wrote, in the period or not",
      [
        .init("Machine"), .init("Events", isNumber: true), .init("Commits", isNumber: true),
        .init("Last write"), .init("Notes"),
      ])
    for replica in report.replicas {
      table.add([
        .replica(replica.id, replica.name), "\(replica.events)", "\(replica.commits)",
        .time(replica.lastWrite), notes(replica),
      ])
    }
    return Section(id: "machines", title: "Machines and their heads", body: table.fragment + heads)
  }

  private func notes(_ replica: AuditReport.Replica) -> Fragment {
    var notes: [Fragment] = []
    if let since = replica.retiredAt { notes.append("retired since \(.time(since))") }
    if let other = replica.forkedFrom { notes.append("continues \(.code(other))") }
    if replica.forks > 0 {
      notes.append(
        "<strong>\(plain: Decimal.count([replica.forks, 1].total, "history", "histories"))</strong> signed by one key"
      )
    }
    let missing = replica.gaps.map { $0.lastSeq.clampedDistance(from: $0.firstSeq) }.total
    if missing > 0 { notes.append("\(plain: Decimal.count(missing, "event")) missing in between") }
    if replica.linesMissing > 0 {
      notes.append("\(plain: Decimal.count(replica.linesMissing, "line")) that others held are not here")
    }
    return notes.isEmpty ? .none : notes.joined(separator: "; ")
  }

  /// The heads of the trees, which cover everything that was written so far.
  private var heads: Fragment {
    var table = Table(
      "The end of each machine\u{2019}s hash tree (RFC 6962). Kept elsewhere, a head shows later that nothing before it was rewritten.",
      [.init("Machine"), .init("Lines", isNumber: true), .init("Last event", isNumber: true), .init("Root")])
    var notes: [Fragment] = []
    for replica in report.replicas {
      for head in replica.heads {
        table.add([
          .machine(replica.id, replica.name), "\(head.size)", "\(head.lastSeq)", .code(head.root),
        ])
        if let note = head.note { notes.append("<pre>\(note)</pre>\n") }
      }
    }
    if notes.isEmpty { return table.fragment }
    return """
      \(table.fragment)<h3>Signed heads</h3>
      <p>As signed notes (C2SP). Anyone with one can check the ledger against it later: daybook verify --anchor FILE.</p>
      \(notes.joined())
      """
  }
}
