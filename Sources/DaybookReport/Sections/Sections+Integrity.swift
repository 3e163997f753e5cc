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
