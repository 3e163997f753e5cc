import Daybook
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A note of Planner as a Markdown file, for export and import: with all of its fields, so that it is imported as it
/// was. The file's front matter shows the fields for people; the key `daybook` has the rest.
struct CarriedNote: Sendable, Equatable {
  var id: String
  var title: String
  var created: Instant
  var modified: Instant
  var tags: [String]
  /// The tags that the file was written with, if somebody may have changed them since.
  var tagsWritten: [String]?
  /// The rich text where it is Markdown, else the plain text, as the file's body shows it.
  var body: [UInt8]
  /// Whether the body holds the field; false if a text file cannot, and `others` has it.
  var holdsBody = true
  /// The other stored fields, by their names; of what is null, nothing. Bytes as base64, never beside the
  /// log.
  var others: JSONObject

  /// The digest that shows that a file is unchanged since it was written: 16 hexadecimal digits.
  var digest: String {
    let value: JSONValue = [
      "id": .string(id), "title": .string(title), "created": .string(created.description),
      "modified": .string(modified.description), "tags": .array(tags.sorted().map { .string($0) }),
      "body": .string(Data(body).base64EncodedString()), "others": .object(others),
    ]
    return String(DataValue.hash(of: value.description).prefix(16))
  }

  private static let fence = "---\n"

  /// The file.
  var file: [UInt8] {
    var lines = ["title: " + YAMLText.quoted(title)]
    if !tags.isEmpty { lines += ["tags:"] + tags.map { "  - " + YAMLText.quoted($0) } }
    lines += ["created: \(created)", "modified: \(modified)"]
    var own: JSONObject = ["id": .string(id), "base": .string(digest), "fields": .object(others)]
    if !holdsBody { own["shown"] = true }
    if !tags.isEmpty { own["tags"] = .array(tags.map { .string($0) }) }
    lines.append("daybook: " + YAMLText.plain(JSONValue.object(own).description))
    return Array((Self.fence + lines.joined(separator: "\n") + "\n" + Self.fence).utf8) + body
  }

  /// Reads a file that ``file`` wrote, edited or not; nil for any other.
  ///
  /// - Returns: the note, and whether nobody changed the file since.
  static func read(_ note: MarkdownNote) -> (note: CarriedNote, isUnchanged: Bool)? {
    guard let front = note.frontMatter, note.text.hasPrefix(fence) else { return nil }
    let lines = note.yaml
    guard let line = lines.first(where: { $0.hasPrefix(mark) }),
      let own = (try? JSONParser.parse(Array(line.dropFirst(mark.count - 1).utf8)))?.object,
      let id = own["id"]?.string, !id.isEmpty, let created = note.created ?? time("created: ", lines),
      let modified = note.modified ?? time("modified: ", lines)
    else { return nil }
    var carried = CarriedNote(
      id: id, title: title(lines) ?? front.text("title") ?? "", created: created, modified: modified,
      tags: tags(lines) ?? front.list("tags"), body: Array(note.body.utf8),
      holdsBody: own["shown"]?.bool != true,
      others: own["fields"]?.object ?? [:])
    carried.tagsWritten = own["tags"]?.array?.compactMap(\.string) ?? []
    return (carried, carried.digest == own["base"]?.string)
  }

  /// The beginning of the line with the data that people need not see.
  static let mark = "daybook: {"

  // The title as it was written, read without a YAML parser, because the YAML around it may be too complex.

  private static func title(_ lines: [String]) -> String? {
    lines.first { $0.hasPrefix("title: ") }.flatMap { string($0.dropFirst(7)) }
  }

  /// Nil where somebody wrote them in another way.
  private static func tags(_ lines: [String]) -> [String]? {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("tags:") }) else { return [] }
    guard lines[start] == "tags:" else { return nil }
    let written = lines[(start + 1)...].prefix { $0.hasPrefix(" ") || $0.hasPrefix("-") }
    let tags = written.map { $0.hasPrefix("  - ") ? string($0.dropFirst(4)) : nil }
    return tags.contains(nil) ? nil : tags.compactMap { $0 }
  }

  private static func time(_ name: String, _ lines: [String]) -> Instant? {
    lines.first { $0.hasPrefix(name) }.flatMap { Instant(String($0.dropFirst(name.count))) }
  }

  private static func string(_ text: Substring) -> String? {
    (try? JSONParser.parse(Array(text.utf8)))?.string
  }
}

/// Texts in YAML, such that every reader of it reads the same.
enum YAMLText {
  /// In quotation marks.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      default: if isPlain(scalar) { quoted.unicodeScalars.append(scalar) } else { quoted += escape(scalar) }
      }
    }
    return quoted + "\""
  }

  /// JSON in which characters that YAML does not accept are escaped by number.
  static func plain(_ json: String) -> String {
    var plain = ""
    for scalar in json.unicodeScalars {
      if isPlain(scalar) { plain.unicodeScalars.append(scalar) } else { plain += escape(scalar) }
    }
    return plain
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: false
    default: true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
