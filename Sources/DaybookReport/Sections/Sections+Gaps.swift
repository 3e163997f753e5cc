import Daybook

extension Sections {
  /// What is missing here, and whose clock was wrong.
  var gaps: Section? {
    if report.replicas.isEmpty { return nil }
    var body = Fragment.empty
    var table = Table(
      "Missing events, although later events of the same machine are here",
      [.init("Machine"), .init("From number", isNumber: true), .init("To number", isNumber: true)])
    for replica in report.replicas {
      for gap in replica.gaps {
        table.add([.replica(replica.id, replica.name), "\(gap.firstSeq)", "\(gap.lastSeq)"])
      }
    }
    let isWhole = report.replicas.allSatisfy { $0.gaps.isEmpty && $0.linesMissing == 0 }
    body +=
      report.replicas.allSatisfy(\.gaps.isEmpty)
      ? "<p>No machine\u{2019}s events have a gap\(isWhole ? ", and none is known to have written more than is here." : ".")</p>\n"
      : table.fragment
    for replica in report.replicas where replica.linesMissing > 0 {
      body += """
        <p>\(plain: Decimal.count(replica.linesMissing, "line")) of \(.replica(replica.id, replica.name)) that other \
        machines held are not here. They come back from any copy that has them.</p>

        """
    }
    body += clocks
    return Section(id: "gaps", title: "Gaps and clocks", body: body)
  }

  private var clocks: Fragment {
    let wrong = report.replicas.filter { $0.clock.aheadSeconds > 0 || $0.clock.correctedWrites > 0 }
    if wrong.isEmpty { return "<p>No machine\u{2019}s clock is known to have been ahead.</p>\n" }
    var table = Table(
      "Clocks: last stamps that lie ahead of this report\u{2019}s time, and writes that count later than their stamp, since the write that they replaced was stamped by a clock ahead",
      [.init("Machine"), .init("Ahead"), .init("Writes counted later", isNumber: true)])
    for replica in wrong {
      table.add([
        .replica(replica.id, replica.name),
        replica.clock.aheadSeconds > 0
          ? "\(plain: Decimal.duration(seconds: replica.clock.aheadSeconds))" : .none,
        "\(replica.clock.correctedWrites)",
      ])
    }
    return table.fragment
  }
}
