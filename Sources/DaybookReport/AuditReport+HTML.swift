public import Daybook

extension AuditReport {
  /// The report as a single HTML page, for a screen, a phone, and paper of any size. It loads nothing from a network,
  /// runs no script, and contains the report's data, up to `rowsMax` rows of each list. A pure function of the report:
  /// equal reports give equal pages.
  public var html: String {
    let sections = Sections(report: self)
    let page: Fragment = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="daybook \(plain: about.software)">
      <title>Audit report: \(plain: sections.title)</title>
      <style>
      \(PageStyle.sheet)</style>
      </head>
      <body>
      \(sections.head)
      <main>
      \(sections.all.map(\.fragment).joined())</main>
      \(sections.foot)
      </body>
      </html>

      """
    return page.markup
  }
}

/// A part of the page, with a heading that the contents lead to.
struct Section {
  var id: String
  var title: String
  var body: Fragment

  var fragment: Fragment {
    """
    <section id="\(plain: id)" aria-labelledby="\(plain: id)-title">
    <h2 id="\(plain: id)-title">\(plain: title)</h2>
    \(body)</section>

    """
  }
}

/// The parts of a report, in their order; empty ones are left out.
struct Sections {
  let report: AuditReport

  /// Whether the report is about single entities.
  var isOfEntities: Bool { !report.about.entities.isEmpty }

  /// The subject of the report, in a few words.
  var title: String {
    let names = report.about.entities
    guard let first = names.first else { return "ledger \(report.about.ledger)" }
    let more = names.count > 1 ? " and \(Decimal.count(names.count - 1, "other"))" : ""
    return "\(first.kind) \(first.id)\(more)"
  }

  var all: [Section] {
    let ledger = [integrity, replicas]
    let written = [changes, conflicts, removals, erasures].compactMap { $0 }
    let parts = isOfEntities ? subjects + written + ledger : ledger + written
    return (parts + [gaps, accesses, making]).compactMap { $0 }
  }
}
