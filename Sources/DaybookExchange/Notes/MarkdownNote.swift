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
