import Daybook
import DaybookText

/// A Markdown file as a note, from its front matter and its text, without a ledger.
struct MarkdownNote: Sendable {
  /// Within the folder that was named, canonically composed; spaces at its ends are its own.
  var path: String
  /// As they are.
  var bytes: [UInt8]
  /// The whole, front matter too.
  var text: String
  /// The text behind the front matter.
  var body: String
  /// Of the file, from 1.
  var bodyLine: Int
  var frontMatter: FrontMatter?
  /// The lines of the front matter, without those of dashes.
  var yaml: [String]
  /// From the front matter, the first heading of the first level, or the file's name.
  var title: String
  /// Of the front matter, then of the text; each once.
  var tags: [String] = []
  var created: Instant?
  var modified: Instant?
  /// The id in its front matter.
  var ownID: String?
  var problems: [FrontMatter.Problem] = []

  /// - Parameter zone: the time zone of times that have none.
  /// - Throws: why the bytes are not text.
  init(_ bytes: [UInt8], path: String, zone: TimeZoneRule = .utc) throws(NotText) {
    (self.path, self.bytes) = (path.composed, bytes)
    text = try Self.text(bytes)
    let lines = MarkdownLine.lines(of: Array(text.utf8))
    let front = lines.prefix { $0.role == .frontMatter }
    yaml = front.dropFirst().dropLast().map { String(decoding: $0.bytes, as: UTF8.self) }
    frontMatter = front.isEmpty ? nil : FrontMatter(yaml: yaml)
    bodyLine = front.count + 1
    let bodyStart = lines.dropFirst(front.count).first?.bytes.startIndex ?? text.utf8.count
    body = String(decoding: text.utf8.dropFirst(bodyStart), as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    title =
      frontMatter?.text("title").map(\.singleSpaced) ?? lines.title
      ?? name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    tags = Self.tags(frontMatter, lines.tags)
    ownID = frontMatter?.text("id", "uid", "uuid", "zettel-id")
    if let problem = frontMatter?.problem { problems.append(problem) }
    created = date(of: ["created", "createdat", "created_at", "date created", "date", "creation_date"], zone)
    modified = date(
      of: [
        "modified", "updated", "updatedat", "updated_at", "lastmod", "last_modified", "date modified",
        "date updated",
      ],
      zone)
  }

  /// Why bytes are not text.
  struct NotText: Error { var reason: String }

  /// The text in UTF-8, in UTF-16 with a byte order mark, or in windows-1252 if no byte is one that text never has.
  private static func text(_ bytes: [UInt8]) throws(NotText) -> String {
    let found = WideText.detect(bytes)
    if let order = found.order, found.markLength == 2 {
      var wide = WideText(order)
      return String(decoding: wide.convert(Array(bytes.dropFirst(2))) + wide.finish(), as: UTF8.self)
    }
    if let text = String(validating: bytes.dropFirst(found.markLength), as: UTF8.self) {
      if text.utf8.contains(0) { throw NotText(reason: "it has bytes that do not occur in text") }
      return text
    }
    let isOther = bytes.contains { $0 < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].contains($0) }
    guard !isOther else { throw NotText(reason: "it has bytes that do not occur in text") }
    return Charset.decode(bytes)
  }

  private static func tags(_ frontMatter: FrontMatter?, _ inText: [String]) -> [String] {
    var tags: [String] = []
    let said =
      (frontMatter?.list("tags") ?? []) + (frontMatter?.list("tag") ?? [])
      + (frontMatter?.list("keywords") ?? [])
    for tag in said + inText {
      let name = KeyNormalizer.trimmedComposed.normalized(tag.singleSpaced)
      let bare = name.hasPrefix("#") ? String(name.dropFirst()) : name
      if !bare.isEmpty, bare.utf8.count <= 256, !tags.contains(bare) { tags.append(bare) }
    }
    return tags
  }

  private mutating func date(of names: [String], _ zone: TimeZoneRule) -> Instant? {
    for name in names {
      guard let text = frontMatter?.text(name) else { continue }
      let instant: Instant? =
        switch DateText.read(KeyNormalizer.trimmed.normalized(text)) {
        case .day(let day)?: zone.start(of: day)
        case .local(let day, let time)?: zone.instant(day, millisecondOfDay: time)
        case .instant(let instant)?: instant
        case nil: nil
        }
      // What a year of four digits holds.
      if let instant, Self.sensible.contains(instant.milliseconds) { return instant }
      problems.append(
        .init(line: line(of: name), reason: "'\(name)' is not a date, such as 2026-11-21"))
    }
    return nil
  }

  private static let sensible: Range<Int64> = -62_135_596_800_000..<253_370_764_800_000

  private func line(of name: String) -> Int {
    (yaml.firstIndex { $0.lowercased().hasPrefix(name + ":") } ?? -1) + 2
  }
}

/// What the lines of a Markdown text say of a note.
extension [MarkdownLine] {
  /// The first heading of the first level, as it is written.
  var title: String? {
    for (place, line) in enumerated() where !line.isQuoted {
      guard line.role == .heading(level: 1) || isUnderlined(place) else { continue }
      let title = String(decoding: line.content, as: UTF8.self).trimmed
      if !title.isEmpty { return title }
    }
    return nil
  }

  private func isUnderlined(_ place: Int) -> Bool {
    guard self[place].role == .text || self[place].role == .row, place + 1 < count else { return false }
    return self[place + 1].role == .underline && !self[place + 1].isQuoted
  }

  /// `#tag` and `#nested/tag` as Obsidian counts them: behind white space or at a line's beginning, not in
  /// code, and not of digits alone. In their order, each once.
  var tags: [String] {
    var found: [String] = []
    for line in self where ![.frontMatter, .fence, .code].contains(line.role) {
      guard line.bytes.contains(UInt8(ascii: "#")) else { continue }
      var isAtStart = true
      for piece in MarkdownInline.outsideCode(line.bytes) {
        let tags = Self.tags(in: String(decoding: piece, as: UTF8.self), isAtStart: isAtStart)
        for tag in tags where !found.contains(tag) { found.append(tag) }
        isAtStart = false
      }
    }
    return found
  }

  private static func tags(in text: String, isAtStart: Bool) -> [String] {
    var found: [String] = []
    var rest = text[...]
    var isAtStart = isAtStart
    while let character = rest.popFirst() {
      if character == "#", isAtStart {
        let name = rest.prefix { isTagCharacter($0) }
        if !name.allSatisfy({ $0.isNumber || $0 == "/" }) {
          found.append(name.split(separator: "/").joined(separator: "/"))
        }
        rest = rest.dropFirst(name.count)
      }
      isAtStart = character.isWhitespace
    }
    return found
  }

  private static func isTagCharacter(_ character: Character) -> Bool {
    if character.isLetter || character.isNumber || "_-/".contains(character) { return true }
    return character.unicodeScalars.first.map { $0.properties.isEmoji && $0.value > 0xff } ?? false
  }
}
