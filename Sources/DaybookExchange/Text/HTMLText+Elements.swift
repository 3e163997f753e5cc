// The effect of elements on the text: line ends, cells, and hidden content.

extension HTMLText {
  mutating func open(_ name: String, alternative: ArraySlice<UInt8>) {
    switch name {
    case "script", "style", "template", "title", "xmp", "iframe", "noembed": skipContent(of: name)
    case "br": breakLine()
    case "img", "area": for byte in alternative { character(byte) }
    case "li":
      endLine()
      for byte in "- ".utf8 { add(byte) }
    case "pre", "textarea":
      endLine()
      keepsSpaceCount += 1
    case "td", "th": if lineCount == 0, text.last.map({ $0 != 10 }) ?? false { addTab() }
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol", "dl": endLine(2)
    default: if Self.blocks.contains(name) { endLine() }
    }
  }

  mutating func close(_ name: String) {
    switch name {
    case "pre", "textarea":
      keepsSpaceCount = max(0, keepsSpaceCount - 1)
      endLine()
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol", "dl": endLine(2)
    default: if Self.blocks.contains(name) { endLine() }
    }
  }

  private static let blocks: Set<String> = [
    "address", "article", "aside", "body", "caption", "dd", "details", "dialog", "div", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "head", "header", "hr", "html", "legend", "li", "main", "nav",
    "option", "section", "select", "summary", "tbody", "tfoot", "thead", "tr",
  ]

  private mutating func breakLine() {
    if lineCount > 0 { lineCount = min(lineCount + 1, 2) } else { lineCount = 1 }
  }

  private mutating func addTab() {
    (isSpaced, lineCount) = (false, 0)
    text.append(9)
  }

  /// Skips to after the end tag, whatever precedes it.
  private mutating func skipContent(of name: String) {
    let mark = Array(("</" + name).utf8)
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "<"), place + mark.count <= bytes.count,
        zip(bytes[place...], mark).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
      {
        place = end(of: [UInt8(ascii: ">")], from: place)
        return
      }
      place += 1
    }
  }
}
