import DaybookText

extension RecoveryPaper {
  /// The paper as a page of its own to print, on one sheet of A4 or Letter. It asks nothing of a network, and runs
  /// nothing.
  package func html() -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>\(Markup.escaped(title, .named))</title>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>
    \(Self.sheet)
    </style>
    </head>
    <body>
    <p class="screen">\(Instructions.printing)</p>
    <h1>\(name.map { "Recovery key of \(Markup.text($0, .named))" } ?? "Recovery key")</h1>
    <p>Ledger <code>\(Markup.escaped(ledger, .named))</code><br>Made on <time datetime="\(made)">\(made)</time></p>
    <p>\(Instructions.what)</p>
    <div class="key">
    <table>
    <tr><th></th><td colspan="\(KeyLayout.lineCount / KeyLayout.groupCount + 1)">\(KeyLayout.beginning)</td></tr>
    \(key.lines.map(Self.row).joined(separator: "\n"))
    </table>
    \(QRCode(key.text, .quartile).svg)
    </div>
    <p>\(Instructions.code)</p>
    \(Instructions.parts.map { "<h2>\($0.title)</h2>\n<p>\(Self.marked($0.text))</p>" }.joined(separator: "\n"))
    </body>
    </html>

    """
  }

  private static func row(_ line: KeyLayout.Line) -> String {
    let groups = KeyLayout.lineCount / KeyLayout.groupCount
    let cells = (0..<groups).map { "<td>\($0 < line.groups.count ? line.groups[$0] : "")</td>" }
    return "<tr><th>\(line.number))</th>\(cells.joined())<td class=\"check\">=\(line.check)</td></tr>"
  }

  /// What stands between backquotes, as code.
  private static func marked(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let part = Markup.escaped(String(part))
      return index % 2 == 1 ? "<code>\(part)</code>" : part
    }.joined()
  }

  /// Black on white, on a screen too: it is what the print looks like. The modules of the code are 1.4 mm wide.
  private static let sheet = """
    @page { margin: 16mm; }
    :root { color-scheme: only light; font: 11pt/1.45 system-ui, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; }
    * { box-sizing: border-box; }
    html { color: #000; background: #fff; }
    body { margin: 0 auto; padding: 1.5rem; max-width: 46rem; overflow-wrap: anywhere; }
    h1 { margin: 0 0 .5rem; font-size: 20pt; line-height: 1.2; }
    h2 { margin: 1rem 0 0; font-size: 11pt; break-after: avoid; }
    p { margin: .3rem 0; orphans: 3; widows: 3; }
    code, table { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; }
    code { font-size: .9em; }
    .screen { margin: 0 0 1.5rem; padding: .6rem .8rem; border: 2px solid; font-weight: 600; }
    .key { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 6mm; margin: 1rem 0;
      padding: 4mm; border: 1.5pt solid; break-inside: avoid; }
    table { border-collapse: collapse; font-size: 16pt; line-height: 1.9; white-space: nowrap; }
    th, td { padding: 0 .8em 0 0; text-align: left; }
    th, .check { font-size: .7em; font-weight: 400; color: #444; }
    .check { padding: 0; }
    svg { display: block; width: 63mm; height: 63mm; }
    @media print {
      body { padding: 0; max-width: none; }
      .screen { display: none; }
    }
    """
}
