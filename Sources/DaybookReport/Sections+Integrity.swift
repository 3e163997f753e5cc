import Daybook

extension Sections {
  var integrity: Section {
    let verdict = report.verdict
    var body = Fragment.empty
    if let files = verdict.files, let events = verdict.events, let commits = verdict.commits,
      let blobs = verdict.blobs
    {
      body += """
        <p>Read and recomputed: \(plain: Decimal.count(files, "file")) with \
        \(plain: Decimal.count(events, "event")) in \(plain: Decimal.count(commits, "commit")), and \
        \(plain: Decimal.count(blobs, "large value")). Every line\u{2019}s place in its machine\u{2019}s hash tree, every \
        signed head, every file\u{2019}s name and what each machine had seen of the others was checked.</p>
        <p>\(verdict.usesMemory ? Self.withMemory : Self.withoutMemory)</p>

        """
    }
    let failures = verdict.findings.filter(\.isFailure)
    let notices = verdict.findings.filter { !$0.isFailure }
    body += list("What must be known", failures)
    body += list("Worth knowing", notices)
    if verdict.findings.isEmpty { body += "<p>No problem was found.</p>\n" }
    return Section(id: "integrity", title: "Integrity", body: body)
  }

  private static let withMemory: Fragment = """
    The files were also compared with what this machine remembers of earlier readings, so a history that was cut off \
    or replaced since then would be among the findings.
    """
  private static let withoutMemory: Fragment = """
    This machine remembers no earlier reading. The files agree with one another, but only a head that was kept \
    elsewhere can show that no history was cut off or replaced as a whole.
    """

  private func list(_ title: String, _ findings: [AuditReport.Finding]) -> Fragment {
    if findings.isEmpty { return .empty }
    let shown = findings.prefix(Table.rowsMax)
    let rest: Fragment =
      shown.count < findings.count
      ? "<p class=\"more\">The first \(shown.count) of \(findings.count) are shown. The report as JSON has more.</p>\n"
      : .empty
    return "<h3>\(plain: title)</h3>\n<ul class=\"findings\">\n\(shown.map(item).joined())</ul>\n\(rest)"
  }

  private func item(_ finding: AuditReport.Finding) -> Fragment {
    var facts = Fragment.empty
    if finding.replica != nil {
      facts += "<div><dt>Machine</dt><dd>\(.replica(finding.replica, finding.replicaName))</dd></div>\n"
    }
    if let file = finding.file {
      let place: Fragment = finding.offset.map { ", byte \($0)" } ?? .empty
      facts += "<div><dt>File</dt><dd>\(.code(file))\(place)</dd></div>\n"
    }
    if let first = finding.firstSeq, let last = finding.lastSeq {
      facts += "<div><dt>Events</dt><dd>number \(first) to \(last)</dd></div>\n"
    }
    if let meaning = finding.meaning { facts += "<div><dt>Means</dt><dd>\(meaning)</dd></div>\n" }
    if let advice = finding.advice { facts += "<div><dt>To do</dt><dd>\(advice)</dd></div>\n" }
    let mark: Fragment = finding.isFailure ? "failure" : "notice"
    return """
      <li class="\(mark)">
      <p><strong>\(finding.finding)</strong>\(finding.what.map { ": \($0)." } ?? .empty)</p>
      <dl class="facts">
      \(facts)</dl>
      </li>

      """
  }
}

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

extension Sections {
  /// How the report was made, so that somebody else can reproduce it.
  var making: Section {
    let about = report.about
    let digest: Fragment =
      about.digest.map {
        "<div><dt>Digest</dt><dd>\(.code($0))<br><span class=\"source\">daybook replay --digest prints the same for the same events</span></dd></div>\n"
      } ?? .empty
    let body: Fragment = """
      <dl class="facts">
      <div><dt>Ledger made</dt><dd>\(.time(about.createdAt))</dd></div>
      \(digest)<div><dt>Reproduce with</dt><dd><code>\(plain: command)</code></dd></div>
      </dl>
      <p>Anyone who has the same files, and gives the time and the zone above, gets the same report\
      \(report.verdict.usesMemory ? ", except for findings that rest on what this machine remembers" : .empty). \
      Changes, deletions, dismissals, settled conflicts and reads are those of the period; integrity, machines, open \
      conflicts and counts of entities are those of the files at that time. Days are those of \(about.zone).</p>

      """
    return Section(id: "making", title: "How this report was made", body: body)
  }

  private var command: String {
    let about = report.about
    var words = ["daybook", "audit", "report", "--now", about.madeAt.instant.description]
    if about.zone != "UTC" { words += ["--tz", about.zone] }
    if let from = about.from { words += ["--from", from.instant.description] }
    if let to = about.to { words += ["--to", to.instant.description] }
    for name in about.entities { words += ["--entity", quoted(name.kind), quoted(name.id)] }
    if let viewer = about.viewer { words += ["--as", quoted(viewer)] }
    if about.reveals { words.append("--reveal") }
    return (words + ["--format", "json"]).joined(separator: " ")
  }

  /// For a shell.
  private func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
          || [0x2d, 0x2e, 0x2f, 0x3a, 0x40, 0x5f].contains(byte)
      }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
