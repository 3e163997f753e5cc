/// The text of HTML as a reader sees it, as far as text goes: blocks on lines of their own, cells with tabs between
/// them, list items with a dash, pictures by their alternative text. Scripts and styles are left out. Any markup gives
/// some text, as in browsers; it is read once, from beginning to end.
public struct HTMLText {
  let bytes: [UInt8]
  var place = 0
  var text: [UInt8] = []
  /// Whether there was white space since the last character, or a line is to end.
  var isSpaced = false
  var lineCount = 0
  /// How many elements are open in which white space is kept.
  var keepsSpaceCount = 0

  /// Of UTF-8.
  public static func extract(_ bytes: [UInt8]) -> String {
    var reader = HTMLText(bytes)
    reader.read()
    return String(decoding: reader.text, as: UTF8.self)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"):
        if !markup() {
          add(bytes[place])
          place += 1
        }
      case UInt8(ascii: "&"):
        let (characters, end) = HTMLReference.read(bytes, at: place)
        for byte in characters { add(byte) }
        place = end
      default:
        character(bytes[place])
        place += 1
      }
    }
  }

  // MARK: Text

  mutating func character(_ byte: UInt8) {
    let isSpace = byte == 32 || byte == 10 || byte == 9 || byte == 13 || byte == 12
    guard isSpace, keepsSpaceCount == 0 else { return add(byte) }
    isSpaced = true
  }

  mutating func add(_ byte: UInt8) {
    if lineCount > 0 {
      if !text.isEmpty { text.append(contentsOf: Array(repeating: 10, count: lineCount)) }
    } else if isSpaced, let last = text.last, last != 10, last != 9 {
      text.append(32)
    }
    (isSpaced, lineCount) = (false, 0)
    text.append(byte)
  }

  /// The next character begins a new line, perhaps after an empty one.
  mutating func endLine(_ count: Int = 1) { lineCount = max(lineCount, count) }

  // MARK: Markup

  /// Returns false if a `<` is only a character.
  private mutating func markup() -> Bool {
    guard place + 1 < bytes.count else { return false }
    switch bytes[place + 1] {
    case UInt8(ascii: "!"):
      if bytes[(place + 2)...].starts(with: Array("--".utf8)) {
        place = end(of: Array("-->".utf8), from: place + 4)
      } else if bytes[(place + 2)...].starts(with: Array("[CDATA[".utf8)) {
        let start = place + 9
        let end = end(of: Array("]]>".utf8), from: start)
        for byte in bytes[min(start, bytes.count)..<max(min(start, bytes.count), end - 3)] { character(byte) }
        place = end
      } else {
        place = end(of: [UInt8(ascii: ">")], from: place)
      }
      return true
    case UInt8(ascii: "?"):
      place = end(of: [UInt8(ascii: ">")], from: place)
      return true
    case UInt8(ascii: "/"):
      guard place + 2 < bytes.count, Self.isLetter(bytes[place + 2]) else { return false }
      place += 2
      let name = name()
      _ = attributes()
      close(name)
      return true
    case let byte where Self.isLetter(byte):
      place += 1
      let name = name()
      open(name, alternative: attributes())
      return true
    default: return false
    }
  }

  /// The place after the next such mark; the end if there is none.
  func end(of mark: [UInt8], from start: Int) -> Int {
    var index = start
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) { return index + mark.count }
      index += 1
    }
    return bytes.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z")
  }

  private mutating func name() -> String {
    let start = place
    while place < bytes.count, !Self.endsName(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place].prefix(Self.nameCountMax), as: UTF8.self).lowercased()
  }

  private static let nameCountMax = 32

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 32 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }

  /// Skips a tag's attributes and its end, and returns the value of its `alt`.
  private mutating func attributes() -> ArraySlice<UInt8> {
    var alternative: ArraySlice<UInt8> = []
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      if bytes[place] <= 32 || bytes[place] == UInt8(ascii: "/") {
        place += 1
        continue
      }
      let start = place
      while place < bytes.count, !Self.endsName(bytes[place]), bytes[place] != UInt8(ascii: "=") {
        place += 1
      }
      // A stray sign.
      if place == start { place += 1 }
      let isAlternative = bytes[start..<place].map { $0 | 0x20 } == Array("alt".utf8)
      while place < bytes.count, bytes[place] <= 32 { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
      place += 1
      while place < bytes.count, bytes[place] <= 32 { place += 1 }
      let value = value()
      if isAlternative { alternative = value }
    }
    place = min(bytes.count, place + 1)
    return alternative
  }

  private mutating func value() -> ArraySlice<UInt8> {
    guard place < bytes.count else { return [] }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = place
      while place < bytes.count, bytes[place] > 32, bytes[place] != UInt8(ascii: ">") { place += 1 }
      return bytes[start..<place]
    }
    place += 1
    let start = place
    while place < bytes.count, bytes[place] != quote { place += 1 }
    defer { place = min(bytes.count, place + 1) }
    return bytes[start..<place]
  }
}

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
