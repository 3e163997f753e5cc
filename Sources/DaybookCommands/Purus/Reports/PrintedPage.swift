import Daybook
import DaybookText

extension OutputPage {
  /// The page as one file of HTML to print: its facts, and a table for each section. It loads nothing and runs nothing.
  ///
  /// - Parameters:
  ///   - kind: what it is, above the title: `Medication list`.
  ///   - foot: the source of the page, and its day.
  func html(_ kind: String, foot: String) -> String {
    var body = "<h1>\(Markup.text(title))</h1>\n"
    if !facts.isEmpty {
      body += "<dl>\n"
      for fact in facts {
        body += "<div><dt>\(Markup.text(fact.label))</dt><dd>\(Markup.text(fact.text))</dd></div>\n"
      }
      body += "</dl>\n"
    }
    body += sections.map(Self.table).joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="referrer" content="no-referrer">
      <title>\(Markup.escaped(title)): \(Markup.escaped(kind))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <p class="what">\(Markup.escaped(kind))</p>
      \(body)<p class="foot">\(Markup.text(foot))</p>
      </body>
      </html>

      """
  }

  private static func table(_ section: Section) -> String {
    var text = "<h2>\(Markup.escaped(section.title))</h2>\n<table>\n<tr>"
    text += section.columns.map { "<th>\(Markup.text($0))</th>" }.joined() + "</tr>\n"
    for row in section.rows {
      text += "<tr>" + row.map { "<td>\(Markup.text(OutputTable.text($0)))</td>" }.joined() + "</tr>\n"
    }
    return text + "</table>\n"
  }

  private static let style = """
    :root { color-scheme: light; font: 14px/1.4 system-ui, sans-serif; color: #111; background: #fff; }
    body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
    .what { margin: 0; color: #555; font-weight: 600; text-transform: uppercase; letter-spacing: .06em; }
    h1 { margin: 0 0 .4rem; font-size: 1.6rem; overflow-wrap: anywhere; }
    dl { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; margin: 0 0 .6rem; }
    dl div { display: flex; gap: .4rem; }
    dt { color: #555; }
    dd { margin: 0; font-weight: 600; }
    h2 { margin: .9rem 0 .2rem; font-size: 1rem; break-after: avoid; }
    table { border-collapse: collapse; width: 100%; }
    th, td { border-bottom: 1px solid #bbb; padding: .15rem .5rem .15rem 0; text-align: left; vertical-align: top; }
    td { overflow-wrap: anywhere; white-space: pre-line; }
    tr { break-inside: avoid; }
    .foot { color: #555; font-size: .85rem; }
    @page { margin: 12mm; }
    @media print { :root { font-size: 9.5pt; } body { padding: 0; max-width: none; } }
    """
}
