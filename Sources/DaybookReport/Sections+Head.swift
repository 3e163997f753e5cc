import Daybook

extension Sections {
  var head: Fragment {
    """
    <header>
    <p class="what">Audit report</p>
    <h1>\(heading)</h1>
    <dl class="facts">
    <div><dt>Ledger</dt><dd>\(.code(report.about.ledger))</dd></div>
    <div><dt>Period</dt><dd>\(period)</dd></div>
    <div><dt>Made</dt><dd>\(.time(report.about.madeAt)) by daybook \(plain: report.about.software)</dd></div>
    <div><dt>Times</dt><dd>All in \(report.about.zone)</dd></div>
    \(limits)</dl>
    \(verdict)
    \(figures)
    \(contents)</header>
    """
  }

  private var heading: Fragment {
    if isOfEntities {
      return
        "What the ledger holds on \(report.about.entities.prefix(3).map(Fragment.entity).joined(separator: ", "))"
    }
    return "What was written, by whom, and whether it still stands"
  }

  var period: Fragment {
    let (from, to) = (report.about.from, report.about.to)
    switch (from, to) {
    case (let from?, let to?): return "\(.time(from)) to \(.time(to))"
    case (let from?, nil): return "from \(.time(from)) on"
    case (nil, let to?): return "up to \(.time(to))"
    case (nil, nil):
      guard let first = report.changes.first, let last = report.changes.last else {
        return "all: nothing yet"
      }
      return "all: \(.time(first)) to \(.time(last))"
    }
  }

  /// What the report leaves out on purpose.
  private var limits: Fragment {
    var limits = Fragment.empty
    if let viewer = report.about.viewer {
      limits += """
        <div><dt>Limited to</dt><dd>what \(viewer) may read; machines and totals of the whole are left out</dd></div>

        """
    }
    if report.about.reveals {
      limits +=
        "<div><dt>Hidden values</dt><dd>are shown as they are: keep this page as you would the ledger</dd></div>\n"
    } else if report.about.maskedValues > 0 {
      limits += """
        <div><dt>Hidden values</dt><dd>\(plain: Decimal.count(report.about.maskedValues, "value")) \
        masked as \(Disclosure.mask)</dd></div>

        """
    }
    return limits
  }

  private var verdict: Fragment {
    let failures = report.verdict.findings.filter(\.isFailure).count
    let notices = report.verdict.findings.count - failures
    let worth: Fragment =
      notices == 0 ? .empty : " \(plain: Decimal.count(notices, "thing")) worth knowing."
    if report.verdict.isSound {
      return """
        <p class="verdict sound"><strong><span aria-hidden="true">\u{2713}</span> Sound.</strong> \
        Every signature, root and name in the files checks, and nothing is known to be missing.\(worth)</p>
        """
    }
    return """
      <p class="verdict unsound"><strong><span aria-hidden="true">\u{2717}</span> Not sound.</strong> \
      \(plain: Decimal.count(failures, "finding")) that the reader must know: see Integrity.\(worth)</p>
      """
  }

  private var figures: Fragment {
    var figures: [(String, Int)] = [
      ("events in the period", report.changes.events), ("commits", report.changes.commits),
    ]
    if report.about.viewer == nil { figures.append(("machines", report.replicas.count)) }
    // Entities of all kinds are counted only for the whole ledger.
    figures.append(
      report.subjects.isEmpty
        ? ("entities now", report.entities.map(\.shown).total)
        : ("entities concerned", report.subjects.map(\.parts.total).reduce(0, +)))
    figures += [
      ("open conflicts", report.conflicts.open.total),
      ("deleted or dismissed", report.removals.total),
    ]
    let items = figures.map { name, count -> Fragment in
      "<div><dt>\(plain: name)</dt><dd>\(count)</dd></div>\n"
    }
    return "<dl class=\"figures-row\">\n\(items.joined())</dl>"
  }

  private var contents: Fragment {
    let items = all.map { section -> Fragment in
      "<li><a href=\"#\(plain: section.id)\">\(plain: section.title)</a></li>\n"
    }
    return "<nav aria-label=\"Contents\"><ol>\n\(items.joined())</ol></nav>\n"
  }

  var foot: Fragment {
    "<footer><p>Ledger \(.code(report.about.ledger)), report of \(.time(report.about.madeAt)).</p></footer>"
  }
}
