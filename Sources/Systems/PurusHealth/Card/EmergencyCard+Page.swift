import DaybookText

extension EmergencyCard {
  /// The card as a page of its own (HTML): for paper from A6 to A4, and for a phone. It asks nothing of a
  /// network, runs nothing, and holds whatever the card does.
  public var page: String {
    var body = "<h1>\(Markup.text(name))</h1>\n"
    if !facts.isEmpty {
      body += "<dl>\n"
      for fact in facts {
        body += "<div><dt>\(Markup.text(fact.label))</dt><dd>\(Markup.text(fact.text))</dd></div>\n"
      }
      body += "</dl>\n"
    }
    body += "<div class=\"sections\">\n" + sections.map(Self.section).joined() + "</div>\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="referrer" content="no-referrer">
      <title>\(Markup.escaped(name)): emergency card</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <p class="what">Emergency card</p>
      \(body)</body>
      </html>

      """
  }

  private static func section(_ section: Section) -> String {
    var text = "<section>\n<h2>\(Markup.text(section.title))</h2>\n<ul>\n"
    for line in section.lines {
      let words = line.texts.enumerated().map { index, word in
        let shown = word == line.phone ? Markup.phone(word) : Markup.text(word)
        return index == 0 ? "<b>\(shown)</b>" : "<span>\(shown)</span>"
      }
      text += "<li>\(words.joined(separator: " "))</li>\n"
    }
    return text + "</ul>\n</section>\n"
  }

  private static let style = """
    :root { color-scheme: light; font: 15px/1.35 system-ui, sans-serif; color: #111; background: #fff; }
    body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
    .what { margin: 0; color: #b00020; font-weight: 600; text-transform: uppercase; letter-spacing: .06em; }
    h1 { margin: 0 0 .4rem; font-size: 1.7rem; line-height: 1.15; overflow-wrap: anywhere; }
    dl { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; margin: 0 0 .6rem; }
    dl div { display: flex; gap: .4rem; }
    dt { color: #555; }
    dd { margin: 0; font-weight: 600; }
    .sections { columns: 21rem; column-gap: 1.5rem; }
    section { break-inside: avoid; border-top: 2px solid #b00020; padding: .2rem 0 .5rem; }
    h2 { margin: 0; font-size: .85rem; color: #b00020; }
    ul { margin: 0; padding: 0; list-style: none; }
    li { padding: .1rem 0; white-space: pre-line; overflow-wrap: anywhere; }
    li span::before { content: "\\00b7\\00a0"; color: #777; }
    a { color: inherit; white-space: nowrap; }
    @page { margin: 8mm; }
    @media print { :root { font-size: 9.5pt; } body { padding: 0; max-width: none; } }
    """
}

extension Markup {
  /// A link that a phone calls, where there is a number.
  fileprivate static func phone(_ text: String) -> String {
    let number = text.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
    return number.count < 3 ? self.text(text) : "<a href=\"tel:\(number)\">\(self.text(text))</a>"
  }
}
