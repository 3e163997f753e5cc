package import DaybookLocking
package import DaybookModel
import DaybookText

/// What a person keeps of a locked ledger: its recovery key, to be printed or written down.
///
/// It is made in memory and written nowhere: the module imports nothing that opens a file, so no copy of the key is
/// left in a temporary one.
package struct RecoveryPaper: Sendable {
  /// The ledger's UUID.
  let ledger: String
  let name: String?
  let key: KeyLayout
  let made: CivilDay

  /// - Parameters:
  ///   - ledger: its UUID.
  ///   - name: the owner's name for it.
  ///   - made: the day on which the key was made.
  package init(ledger: String, name: String? = nil, key: RecoveryKey, made: CivilDay) {
    (self.ledger, self.name, self.key, self.made) = (ledger, name, KeyLayout(key), made)
  }

  /// The key that a person typed from the paper, or scanned: in either case, with spaces, line breaks and hyphens
  /// anywhere; with or without `AGE-SECRET-KEY-1`, the lines' numbers and their check digits, even if all lines lack
  /// the signs of these. Wrong check digits do not matter if the key's own checksum is right.
  ///
  /// Cost: for a wrong key, up to 1,860 checksums of it, to find the one character that is wrong.
  package static func key(typed text: String) throws(RecoveryPaperError) -> RecoveryKey {
    try TypedKey(text).key()
  }
}

extension RecoveryPaper {
  /// The paper as a page of its own to print, on one sheet of A4 or Letter. It loads nothing from a network, and runs
  /// no script.
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

  /// Black on white on a screen, too, like the print. The modules of the code are 1.4 mm wide.
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

extension RecoveryPaper {
  /// How a code is shown in a text.
  package enum Code: Sendable {
    /// In half blocks, for a terminal with UTF-8 and colours.
    case halfBlocks
    /// In spaces, for a terminal with colours but without UTF-8.
    case spaces
    /// Not at all: for a file, or a terminal without colours.
    case none
  }

  /// The paper for a terminal: what it is, the key in groups, a QR code and instructions. Without the code it is ASCII,
  /// apart from the ledger's name.
  ///
  /// - Parameter width: columns of the terminal. Where the code does not fit, the text says so; the lines of the key
  ///   take 23.
  package func text(width: Int, code style: Code) -> String {
    func wrapped(_ text: String, indent: Int = 0) -> String {
      Self.wrapped(text, width: width, indent: indent)
    }
    var parts = [
      wrapped(title) + "\n" + wrapped("Ledger \(Self.line(ledger))") + "\n" + wrapped("Made on \(made)"),
      wrapped(Instructions.what), keyLines, wrapped(Instructions.copying),
    ]
    if let style = style.style {
      let code = QRCode(key.text, .low)
      let columns = code.columns(style)
      parts.insert(
        columns <= width
          ? (code.rows(style) + [wrapped(Instructions.code)]).joined(separator: "\n")
          : wrapped("The QR code needs \(columns) columns and is left out here."), at: 3)
    }
    parts += Instructions.parts.map { "\($0.title)\n\(wrapped($0.text, indent: 2))" }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The title of the page.
  var title: String { name.map { "Recovery key of \(Self.line($0))" } ?? "Recovery key" }

  private var keyLines: String {
    let width = KeyLayout.lineCount + KeyLayout.lineCount / KeyLayout.groupCount - 1
    let lines = key.lines.map { line in
      let groups = line.groups.joined(separator: " ")
      return
        "\(line.number))  \(groups)\(String(repeating: " ", count: width - groups.count))  =\(line.check)"
    }
    return (["    \(KeyLayout.beginning)"] + lines).joined(separator: "\n")
  }

  /// A text on one line, without terminal control characters.
  private static func line(_ text: String) -> String {
    text.withoutUnseen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Lines of at most `width` characters, unless a word is longer.
  private static func wrapped(_ text: String, width: Int, indent: Int) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, indent + last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}

extension RecoveryPaper.Code {
  fileprivate var style: QRCode.Style? {
    switch self {
    case .halfBlocks: .halfBlocks
    case .spaces: .spaces
    case .none: nil
    }
  }
}
